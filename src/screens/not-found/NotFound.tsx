/** x */
export function NotFound() {
  return null
}
