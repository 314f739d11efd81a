import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isWithEnvironments } from '../../../domain/jobs.ts'
import { mayOpenEnvironments } from '../../../domain/roles.ts'
import type { Summary } from '../../api/dashboard-summary.ts'
import { retryJob } from '../../api/jobs.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'
import { actionText } from '../jobs/job-words.ts'
import { addressOf } from '../jobs/shown-of-job.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'

interface FailedJobRowProps {
  styles: CSSModuleClasses
  job: Summary['failed_jobs']['items'][number]
  onActed: () => void
}

/** A job in which something failed: it is tried again from here, as on its own page. */
export function FailedJobRow({ styles, job, onActed }: FailedJobRowProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const notify = useNotify()
  const retrying = useSingleCall<number>(() => onActed())
  const what = actionText(t, job)
  const retry = () =>
    retrying.call('retry', async (signal) => {
      const id = await retryJob(job.id, {}, signal)
      notify({ kind: 'success', text: t('attention.retrying', { what }) })
      return id
    })
  return (
    <li>
      <strong className={styles.what}>
        <StatusTag tone="warn" text={t('attention.failed', { what, n: job.failed })} />
      </strong>
      <span className={styles.names}>{t('jobs.history.by', { name: job.created_by_name })}</span>
      <span className={styles.since}>
        <TimeAgo at={job.ended_at} />
      </span>
      <span className={styles.acts}>
        <Link to={addressOf(job.id, {})} className={styles.look}>
          {t('attention.look')}
        </Link>
        {(mayOpenEnvironments(role) || !isWithEnvironments(job.action)) && (
          <Button
            size="small"
            intent="primary"
            loading={retrying.busy}
            text={t('dashboard.retry')}
            aria-label={t('attention.retry', { what })}
            onClick={retry}
          />
        )}
      </span>
    </li>
  )
}
