import { useSelector } from '@xstate/react'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { OnceWanted } from '../../ui/OnceWanted.tsx'
import { useConsole } from '../session/session-context.tsx'
import { MessageNotification } from './MessageNotification.tsx'

const messageDialog = late(() => import('./MessageDialog.tsx'))

/** What every screen of a user shows of site messages: the newest in the corner, and the dialog in which one is read (SPEC §4). */
export function SiteMessages() {
  const messages = useSelector(useConsole(), ({ children }) => children.siteMessages)
  const isReading = useSelector(messages, (now) => now !== undefined && !now.matches({ dialog: 'closed' }))
  return (
    <>
      <MessageNotification />
      <OnceWanted isWanted={isReading}>
        <Late of={messageDialog} floats>
          {({ MessageDialog }) => <MessageDialog />}
        </Late>
      </OnceWanted>
    </>
  )
}
