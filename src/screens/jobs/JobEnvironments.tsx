import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Job, JobItem } from '../../api/jobs.ts'
import { deskOf } from '../../routes.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shownItem } from './job-words.ts'
import { useItemsLike } from './use-items-like.ts'
import styles from './JobEnvironments.module.css'
import { reasonText } from '../../../texts/reason.ts'

/** The environments of a job, each with its phone; an open one leads there. */
export function JobEnvironments({
  job,
  items,
  like,
}: {
  job: Job
  items: readonly JobItem[]
  /** Only those that came to the same as this one. */
  like: number | undefined
}) {
  const { t } = useTranslation()
  const shown = useItemsLike(job, items, like)
  return (
    <ul className={styles.environments} aria-label={t('jobs.history.environments')}>
      {shown.map(({ id, environment_name, environment_market, device_id, device_name, state, reason }) => (
        <li key={id} className={styles.environment}>
          <span className={styles.name}>{environment_name}</span>
          <span className={styles.phone}>
            {job.action === 'open' && state === 'succeeded' && device_id !== null ? (
              <Link to={deskOf(device_id, environment_market ?? undefined)}>{device_name}</Link>
            ) : (
              device_name
            )}
            {reason !== null && <em className={styles.reason}>{reasonText(t, reason)}</em>}
          </span>
          <StatusTag {...shownItem(t, state)} />
        </li>
      ))}
    </ul>
  )
}
