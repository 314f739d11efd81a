import { Button } from '@blueprintjs/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { reasonText } from '../../../texts/reason.ts'
import type { Summary } from '../../api/dashboard-summary.ts'
import { actAtOnce } from '../../api/devices.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { mayCall } from '../../permissions.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'
import { speakOf } from '../../i18n/i18n.ts'
import { useCurrentUser, useImportLeftovers, useNotify } from '../session/session-context.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import card from './Card.module.css'
import styles from './AttentionCard.module.css'

const renewal = late(() => import('./Renewal.tsx'))
/** Whatever is not about phones in trouble. */
const more = late(async () => {
  const [file] = await Promise.all([import('./AttentionMore.tsx'), speakOf('outcomes')])
  return file
})

interface AttentionCardProps {
  summary: Summary
  /** Something was done about it. */
  onActed: () => void
}

/** What somebody has to look at, one cause a row, each with what can be done about it. Not there where nothing is. */
export function AttentionCard({ summary, onActed }: AttentionCardProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const notify = useNotify()
  const recovery = useSingleCall<BegunJob>(() => onActed())
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

  const rows = troubled.items.map(({ status, reason, ids, names, shops, since }) => {
    const count = ids.length
    const why = reasonText(t, reason)
    const recover = () =>
      recovery.call(ids.join(), async (signal) => {
        const job = await actAtOnce({ ids }, 'recover', signal)
        notify({ kind: 'success', text: t('dashboard.attention.recovering', { n: count }) })
        return job
      })
    return (
      <li key={`${status} ${why}`}>
        <strong className={styles.what}>
          <StatusTag
            tone={status === 'faulty' ? 'danger' : 'off'}
            text={[t(`dashboard.attention.${status}`, { n: count }), why].filter(Boolean).join(' · ')}
          />
        </strong>
        <span className={styles.names}>
          {names.map((name) => (
            <span key={name} className={styles.name}>
              {name}
            </span>
          ))}
          {count > names.length && <span className={styles.name}>+{count - names.length}</span>}
          {shops > 0 && t('dashboard.attention.shops', { n: shops })}
        </span>
        <span className={styles.since}>{since !== null && <TimeAgo at={since} />}</span>
        <span className={styles.acts}>
          <PlaceLink to={`/device/list?status=${status}`} className={styles.look}>
            {t('dashboard.attention.look')}
          </PlaceLink>
          {status === 'faulty' && mayCall(role, 'deviceCare') && (
            <Button
              size="small"
              intent="primary"
              text={t('dashboard.attention.recover', { n: count })}
              onClick={recover}
            />
          )}
        </span>
      </li>
    )
  })

  const total = troubled.total + shared.total + failed_jobs.total + expiring.total + left.length
  if (total === 0) return null
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="attention">
      <h2 id="attention">
        {t('dashboard.attention.title')}
        <span className={styles.total}>{total}</span>
      </h2>
      <ul className={styles.rows}>
        {rows}
        {total > rows.length && (
          <Late of={more}>
            {({ AttentionMore }) => <AttentionMore styles={styles} summary={summary} left={left} onActed={onActed} />}
          </Late>
        )}
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
