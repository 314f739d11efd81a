import { useTranslation } from 'react-i18next'
import type { Summary } from '../../api/dashboard-summary.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { actionText, targetText } from '../log/log-words.ts'
import { PlaceLink } from './PlaceLink.tsx'
import card from './Card.module.css'
import styles from './Rows.module.css'

/** Rows that the server answers at most. */
const rowsExpected = 8
const rowHeight = 30

/** What was done last, by the operator and everybody below. */
export function RecentCard({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation()
  return (
    <section className={`${card.card} ${card.recent}`} aria-labelledby="recent">
      <h2 id="recent">
        {t('dashboard.recent')}
        <PlaceLink to="/log/list" className={card.all}>
          {t('dashboard.all')}
        </PlaceLink>
      </h2>
      {summary === undefined && (
        <div className={styles.waiting}>
          <Skeleton height={rowsExpected * rowHeight} />
        </div>
      )}
      {summary?.recent?.length === 0 && <p className={card.empty}>{t('dashboard.nothingDone')}</p>}
      <ul className={`${styles.rows} ${styles.aligned}`}>
        {summary?.recent?.map(({ id, at, user_name, action, ...target }) => (
          <li key={id}>
            <span className={styles.main}>{user_name === '' ? t('dashboard.server') : user_name}</span>
            <span className={styles.action}>{actionText(t, action)}</span>
            <span className={styles.target}>{target.target_kind === 'session' ? '' : targetText(t, target)}</span>
            <span className={styles.end}>
              <TimeAgo at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
