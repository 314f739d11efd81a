import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Summary } from '../../api/dashboard-summary.ts'
import { mayCall } from '../../permissions.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { speakOf } from '../../i18n/i18n.ts'
import { useCurrentUser, useImportLeftovers } from '../session/session-context.tsx'
import { endsText } from './ends-text.ts'
import card from './Card.module.css'
import styles from './AttentionCard.module.css'

const renewal = late(() => import('./Renewal.tsx'))
/** Of which there mostly are none. */
const rows = late(async () => {
  const [file] = await Promise.all([import('./AttentionRows.tsx'), speakOf('outcomes')])
  return file
})

/** As high as a row is where there is room for it. */
const rowHeight = 40

interface AttentionCardProps {
  summary: Summary
  /** Something was done about it. */
  onActed: () => void
}

/** What somebody has to look at, one cause a row, each with what can be done about it. Not there where nothing is. */
export function AttentionCard({ summary, onActed }: AttentionCardProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const { troubled, shared, failed_jobs, expiring } = summary
  const leftovers = useImportLeftovers()
  const left = useSyncExternalStore(leftovers.subscribe, leftovers.all)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  /** Whose service the address says is being renewed. */
  const renewed = mayCall(role, 'userRenew')
    ? expiring.items.find(({ id }) => String(id) === params.get('renew'))
    : undefined

  const total = troubled.total + shared.total + failed_jobs.total + expiring.total + left.length
  if (total === 0) return null
  const shown = [troubled, shared, failed_jobs, expiring].reduce((sum, { items }) => sum + items.length, left.length)
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="attention">
      <h2 id="attention">
        {t('dashboard.attention')}
        <span className={styles.total}>{total}</span>
      </h2>
      <ul className={styles.rows}>
        <Late
          of={rows}
          meanwhile={
            <li style={{ height: rowHeight * shown }}>
              <Skeleton height={rowHeight / 2} />
            </li>
          }
        >
          {({ AttentionRows }) => (
            <AttentionRows
              styles={styles}
              leftUntil={(ends_at) => endsText(t, ends_at, summary.at / 1_000)}
              summary={summary}
              left={left}
              onActed={onActed}
            />
          )}
        </Late>
      </ul>
      {renewed && (
        <Late of={renewal} floats>
          {({ Renewal }) => (
            <Renewal
              user={renewed}
              days={Number(params.get('days')) || null}
              onRenewed={onActed}
              onClose={() => void navigate(pathname, { replace: true })}
            />
          )}
        </Late>
      )}
    </section>
  )
}
