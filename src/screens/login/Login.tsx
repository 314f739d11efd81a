/** x */
export function Login() {
  return null
}
