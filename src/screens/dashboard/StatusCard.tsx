import { useTranslation } from 'react-i18next'
import type { DeviceStatus } from '../../../domain/device-lifecycle.ts'
import type { Summary } from '../../api/dashboard-summary.ts'
import { Donut } from '../../ui/Donut.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { deviceStatuses, everydayStatuses, shownStatus } from '../devices/device-status.ts'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './StatusCard.module.css'
import card from './Card.module.css'

/** How the phones divide into states. */
export function StatusCard({ summary }: { summary: Summary | undefined }) {
  const { t, i18n } = useTranslation()
  const counts = new Map(summary?.statuses.map(({ status, phones }) => [status, phones]))
  const isShown = (status: DeviceStatus) => everydayStatuses.includes(status) || (counts.get(status) ?? 0) > 0
  const segments = deviceStatuses.filter(isShown).map((status) => ({
    key: status,
    status,
    ...shownStatus(t, status),
    amount: counts.get(status) ?? 0,
  }))
  return (
    <section className={`${card.card} ${card.status}`} aria-labelledby="states">
      <h2 id="states">{t('dashboard.states')}</h2>
      <div className={styles.body}>
        <Donut segments={segments}>
          {summary === undefined ? (
            <Skeleton width={56} height={40} />
          ) : (
            <>
              <b className={styles.total}>{summary.phones.toLocaleString(i18n.language)}</b>
              <span className={styles.unit}>{t('dashboard.phones')}</span>
            </>
          )}
        </Donut>
        <ul className={styles.legend}>
          {segments.map(({ key, status, tone, text, amount }) => (
            <li key={key}>
              <PlaceLink to={`/device/list?status=${status}`} className={styles.entry}>
                <StatusTag tone={tone} text={text} />
                <b>{summary ? amount.toLocaleString(i18n.language) : '–'}</b>
              </PlaceLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
