import { History } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './JobScreen.module.css'
import { JobView } from './JobView.tsx'
import { addressOf, jobIn } from './shown-of-job.ts'

/** One job at its address, where also stands what of it is looked at: it can be sent to somebody, and the way back works. */
export function JobScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { id, shown } = jobIn(params)
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{id === undefined ? t('routes.job') : t('outcomes.of', { id })}</h1>
      {id === undefined ? (
        <EmptyState icon={<History size={40} />} title={t('outcomes.lost')} />
      ) : (
        <div className={styles.job}>
          <JobView
            key={id}
            id={id}
            shown={shown}
            onShow={(next) => void navigate(addressOf(id, next))}
            onBegun={(job) => void navigate(addressOf(job, {}))}
          />
        </div>
      )}
    </div>
  )
}
