import { useSelector } from '@xstate/react'
import { speakOf } from '../../i18n/i18n.ts'
import type { Feedback } from '../../machines/shell/feedback.ts'
import { OnceWanted } from '../../ui/OnceWanted.tsx'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { useConsole } from '../session/session-context.tsx'
import { Palette } from './Palette.tsx'

const passwordDialog = late(() => import('../session/PasswordDialog.tsx'))
const feedbackDialog = late(async () => {
  const [file] = await Promise.all([import('./FeedbackDialog.tsx'), speakOf('recordings')])
  return file
})

/** What is opened from anywhere. */
export function FromAnywhere({ feedback }: { feedback: Feedback }) {
  const isReporting = useSelector(feedback, (now) => !now.matches('closed'))
  const password = useSelector(useConsole(), ({ children }) => children.changePassword)
  const isChanging = useSelector(password, (now) => now !== undefined && !now.matches('closed'))
  return (
    <>
      <OnceWanted isWanted={isChanging}>
        <Late of={passwordDialog} floats>
          {({ PasswordDialog }) => <PasswordDialog />}
        </Late>
      </OnceWanted>
      <OnceWanted isWanted={isReporting}>
        <Late of={feedbackDialog} floats>
          {({ FeedbackDialog }) => <FeedbackDialog feedback={feedback} />}
        </Late>
      </OnceWanted>
      <Palette onFeedback={() => feedback.send({ type: 'open' })} />
    </>
  )
}
