/** x */
export function Dashboard() {
  return null
}
