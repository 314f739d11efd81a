import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { followedAnswerMachine } from '../../machines/lists/followed-answer.ts'
import { useCan } from '../../ui/use-can.ts'
import styles from './FailedAnswer.module.css'

interface FailedAnswerProps<Answer> {
  of: ActorRefFrom<ReturnType<typeof followedAnswerMachine<Answer>>>
}

/** Why the server could not be asked, beside what it has answered before, and a way to ask it again. */
export function FailedAnswer<Answer>({ of }: FailedAnswerProps<Answer>) {
  const { t } = useTranslation()
  const failure = useSelector(of, ({ context }) => context.failure)
  const mayRetry = useCan(of, { type: 'RETRY' })
  if (failure === '') return null
  return (
    <div className={styles.failed} role="alert">
      {failure}
      <Button
        size="small"
        text={t('jobs.history.reload')}
        loading={!mayRetry}
        onClick={() => of.send({ type: 'RETRY' })}
      />
    </div>
  )
}
