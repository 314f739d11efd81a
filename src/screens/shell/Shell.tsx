import { Outlet } from 'react-router-dom'
/** x */
export function Shell() {
  return (
    <main>
      <Outlet />
    </main>
  )
}
