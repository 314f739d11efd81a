import { useTranslation } from 'react-i18next'
import type { Summary } from '../../api/dashboard-summary.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { momentText } from '../../ui/moment.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { endsText } from './ends-text.ts'
import card from './Card.module.css'
import styles from './Rows.module.css'

const day = 24 * 60 * 60

/** Whose service is about to end, the next one first. */
export function ExpiringCard({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation()
  const expiring = summary?.expiring
  const hidden = expiring ? expiring.total - expiring.items.length : 0
  return (
    <section className={card.card} aria-labelledby="expiring">
      <h2 id="expiring">
        {t('dashboard.expiring')}
        {expiring && <span className={card.number}>{expiring.total}</span>}
      </h2>
      {expiring === undefined && (
        <div className={styles.waiting}>
          <Skeleton height={30} />
        </div>
      )}
      {expiring?.total === 0 && <p className={card.empty}>{t('dashboard.noneExpiring')}</p>}
      {summary !== undefined && summary.expiring.total > 0 && (
        <ul className={styles.rows}>
          {summary.expiring.items.map(({ id, user_name, role, ends_at }) => {
            const now = summary.at / 1_000
            return (
              <li key={id}>
                <PlaceLink to={`/user/list?user_name=${encodeURIComponent(user_name)}`} className={styles.main}>
                  {user_name}
                </PlaceLink>
                <span className={styles.quiet}>{t(`roles.${role}`)}</span>
                <span className={styles.end} data-soon={ends_at - now < 3 * day} title={momentText(ends_at)}>
                  {endsText(t, ends_at, now)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {hidden > 0 && <p className={card.more}>{t('dashboard.moreExpiring', { n: hidden })}</p>}
    </section>
  )
}
