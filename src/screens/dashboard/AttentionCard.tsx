import { Button } from '@blueprintjs/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
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
/** Addresses in common and what is left of imports, of which there mostly are none. */
const more = late(async () => {
  const [file] = await Promise.all([import('./AttentionMore.tsx'), speakOf('outcomes')])
  return file
})

const day = 24 * 60 * 60
/** Whose service ends within so many days is to be renewed now. */
const soon = 3
/** For how many days one is mostly renewed, which is offered at once. */
const usualDays = 30

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
  const { troubled, shared, expiring, jobs, at } = summary
  const leftovers = useImportLeftovers()
  const left = useSyncExternalStore(leftovers.subscribe, leftovers.all)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const mayRenew = mayCall(role, 'userRenew')
  const ending = expiring.items.filter(({ ends_at }) => ends_at - at / 1_000 < soon * day)
  /** Whose service the address says is being renewed. */
  const renewed = mayRenew ? ending.find(({ id }) => String(id) === params.get('renew')) : undefined

  const rows: ReactNode[] = [
    ...troubled.map(({ status, reason, ids, names, shops, since }) => {
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
    }),
    jobs !== null && jobs.failed > 0 && (
      <li key="jobs">
        <strong className={styles.what}>
          <StatusTag tone="warn" text={t('dashboard.attention.jobs', { n: jobs.failed })} />
        </strong>
        <span className={styles.names} />
        <span className={styles.acts}>
          <PlaceLink to="/services/timedtasks" className={styles.look}>
            {t('dashboard.attention.look')}
          </PlaceLink>
        </span>
      </li>
    ),
    ...ending.map(({ id, user_name, ends_at }) => (
      <li key={`user ${id}`}>
        <strong className={styles.what}>
          <StatusTag
            tone="warn"
            text={t('dashboard.attention.ending', { count: Math.max(0, Math.ceil((ends_at - at / 1_000) / day)) })}
          />
        </strong>
        <span className={styles.names}>
          <span className={styles.name}>{user_name}</span>
        </span>
        <span className={styles.acts}>
          {mayRenew && (
            <>
              <Link to={`?renew=${id}`} className={styles.look}>
                {t('dashboard.attention.renew')}
              </Link>
              <Link to={`?renew=${id}&days=${usualDays}`} className={styles.look}>
                {t('people.form.renewBy', { count: usualDays })}
              </Link>
            </>
          )}
        </span>
      </li>
    )),
  ].filter((row) => row !== false)

  const total = rows.length + shared.length + left.length
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
            {({ SharedRow, LeftoverRow }) => (
              <>
                {shared.map((one) => (
                  <SharedRow key={`${one.market} ${one.address}`} styles={styles} shared={one} onActed={onActed} />
                ))}
                {left.map((one) => (
                  <LeftoverRow key={`${one.market} ${left.indexOf(one)}`} styles={styles} left={one} />
                ))}
              </>
            )}
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
