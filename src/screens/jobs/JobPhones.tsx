import { useTranslation } from 'react-i18next'
import type { Job, JobItem } from '../../api/jobs.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { reasonText } from '../../../texts/reason.ts'
import { ItemOutputView } from './ItemOutputView.tsx'
import { shownItem } from './job-words.ts'
import styles from './JobPhones.module.css'
import type { ShownOfJob } from '../../machines/jobs/job-history.ts'
import type { Majority } from './shown-of-job.ts'
import { useItemsLike } from './use-items-like.ts'

interface JobPhonesProps {
  job: Job
  items: readonly JobItem[]
  majority: Majority | undefined
  shown: ShownOfJob
  onShow: (shown: ShownOfJob) => void
}

/** The phones of a job, and what the chosen one said. */
export function JobPhones({ job, items, majority, shown, onShow }: JobPhonesProps) {
  const { t } = useTranslation()
  const listed = useItemsLike(job, items, shown.like)
  const chosen = shown.item ?? listed[0]?.id
  return (
    <div className={styles.panes}>
      <ul className={styles.phones} aria-label={t('jobs.history.phones')}>
        {listed.map(({ id, device_name, state, reason }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.phone}
              aria-current={id === chosen}
              onClick={() => onShow({ ...shown, item: id })}
            >
              <span className={styles.name}>
                {device_name}
                {reason !== null && <small>{reasonText(t, reason)}</small>}
              </span>
              <StatusTag {...shownItem(t, state)} />
            </button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <ItemOutputView
          key={chosen}
          job={job.id}
          item={chosen}
          majority={majority}
          isCompared={shown.isCompared === true}
          onCompare={(isCompared) => onShow({ ...shown, item: chosen, isCompared })}
        />
      )}
    </div>
  )
}
