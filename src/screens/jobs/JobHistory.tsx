import { Button } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '../../../texts/catalogue.ts'
import { jobHistoryMachine } from '../../machines/jobs/job-history.ts'
import { followedAnswerMachine } from '../../machines/lists/followed-answer.ts'
import { fetchJobs, type JobsOf, type LatestJobs } from '../../api/jobs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { momentText } from '../../ui/moment.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { FailedAnswer } from './FailedAnswer.tsx'
import { JobView } from './JobView.tsx'
import { actionText, progressText, shownJob } from './job-words.ts'
import styles from './JobHistory.module.css'
import { useJobChanges } from './use-job-changes.ts'

interface JobHistoryProps {
  of: JobsOf
  title: string
  /** The job to begin with; the latest where it is left out. */
  first?: number
  /** What stands where there are none yet: how the first begins, for whoever may begin one; its words may come with this panel. */
  none: { hint: TextKey; begin?: { text: TextKey; onPick: () => void } }
  onClose: () => void
}

/** What came of jobs, as it goes on: of a script's, a task's, or of all. */
export function JobHistory({ of, title, first, none, onClose }: JobHistoryProps) {
  const { t } = useTranslation()
  const hear = useJobChanges()
  const history = useScreenActor(jobHistoryMachine, { key: 'as long as it stands', input: { first } })
  const list = useScreenActor(followedAnswerMachine<LatestJobs>, {
    key: of,
    input: { ask: (_known, signal) => fetchJobs(of, history.getSnapshot().context.listed, signal), hear },
  })
  const { jobs, isCut = false } = useSelector(list, ({ context }) => context.answer) ?? {}
  const isAsking = useSelector(list, (snapshot) => snapshot.matches('asking'))
  const now = useSelector(history, (snapshot) => snapshot)
  const shown = now.matches('latest') ? jobs?.[0]?.id : now.matches('chosen') ? now.context.job : undefined
  const choose = (job: number) => history.send({ type: 'CHOOSE', job })
  const listEarlier = (behind: number) => {
    history.send({ type: 'EARLIER', behind })
    list.send({ type: 'moved on' })
  }

  return (
    <SidePanel width={960} title={title} onClose={onClose}>
      <FailedAnswer of={list} />
      {jobs?.length === 0 ? (
        <EmptyState
          icon={<History size={40} />}
          title={t('jobs.history.none')}
          description={t(none.hint)}
          {...(none.begin && {
            action: <Button intent="primary" text={t(none.begin.text)} onClick={none.begin.onPick} />,
          })}
        />
      ) : (
        <div className={styles.history} data-chosen={shown !== undefined}>
          <nav className={styles.jobs} aria-label={t('jobs.history.jobs')}>
            {jobs?.map((job) => (
              <button
                key={job.id}
                type="button"
                className={styles.job}
                aria-current={job.id === shown}
                onClick={() => choose(job.id)}
              >
                {of === 'everything' && <span className={styles.what}>{actionText(t, job)}</span>}
                <span className={styles.when}>{momentText(job.created_at)}</span>
                <StatusTag {...shownJob(t, job)} />
                <span className={styles.progress}>{progressText(t, job)}</span>
              </button>
            ))}
            {jobs && isCut && (
              <Button
                fill
                variant="minimal"
                className={styles.earlier}
                loading={isAsking}
                text={t('outcomes.earlier')}
                onClick={() => listEarlier(jobs.length)}
              />
            )}
          </nav>
          {shown !== undefined && (
            <JobView
              key={shown}
              id={shown}
              shown={now.context.shown}
              onShow={(what) => history.send({ type: 'SHOW', job: shown, shown: what })}
              onBack={() => history.send({ type: 'BACK' })}
              onBegun={choose}
            />
          )}
        </div>
      )}
    </SidePanel>
  )
}
