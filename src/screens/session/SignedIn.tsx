import { OverlaysProvider } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { Outlet } from 'react-router-dom'
import { CurrentUserContext, useConsole } from './session-context.tsx'

/** Around every screen that needs a user. Between a sign-out and the login screen there is none, and nothing to show. */
export function SignedIn() {
  const user = useSelector(useConsole(), (console) => console.context.user)
  if (user === undefined) return null
  return (
    <OverlaysProvider>
      <CurrentUserContext value={user}>
        <Outlet />
      </CurrentUserContext>
    </OverlaysProvider>
  )
}
