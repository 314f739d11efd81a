import { OverlaysProvider } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Outlet, useBeforeUnload } from 'react-router-dom'
import type { ImportLeftover } from '../../api/import-leftovers.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import { KeptList } from '../../ui/kept-list.ts'
import { CurrentUserContext, ImportLeftoversContext, useConsole } from './session-context.tsx'

/** Around every screen that needs a user. Between a sign-out and the login screen there is none, and nothing to show. */
export function SignedIn() {
  const user = useSelector(useConsole(), (console) => console.context.user)
  return user && <OfUser key={user.id} user={user} />
}

/** What lasts as long as somebody is signed in. */
function OfUser({ user }: { user: SessionInfo }) {
  // Cells hold passwords: they are written nowhere, and go with the session.
  const [leftovers] = useState(() => new KeptList<ImportLeftover>())
  useBeforeUnload((event) => {
    if (leftovers.all().length > 0) event.preventDefault()
  })
  return (
    <OverlaysProvider>
      <CurrentUserContext value={user}>
        <ImportLeftoversContext value={leftovers}>
          <Outlet />
        </ImportLeftoversContext>
      </CurrentUserContext>
    </OverlaysProvider>
  )
}
