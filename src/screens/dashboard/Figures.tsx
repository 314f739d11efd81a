import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceStatus } from '../../../domain/device-lifecycle.ts'
import type { Summary } from '../../api/dashboard-summary.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { mayCall } from '../../permissions.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shownStatus } from '../devices/device-status.ts'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './Figures.module.css'

/** States that have a figure of their own. */
const counted = ['in_use', 'idle', 'faulty', 'offline'] as const satisfies DeviceStatus[]

interface FiguresProps {
  user: SessionInfo
  summary: Summary | undefined
  /** Whether a summary is on its way, where there is none yet. */
  isAwaited: boolean
}

/** The numbers of the fleet; each leads to the list that it counts. */
export function Figures({ user, summary, isAwaited }: FiguresProps) {
  const { t, i18n } = useTranslation()
  const number = (amount: number) => amount.toLocaleString(i18n.language)
  const share = (amount: number) => {
    const of = summary?.phones ?? 0
    return of === 0 ? '' : t('dashboard.share', { share: Math.round((amount / of) * 100) })
  }
  const countOf = (status: DeviceStatus) => summary?.statuses.find((one) => one.status === status)?.phones ?? 0
  const boxes = summary?.boxes
  const unknown = isAwaited ? undefined : '–'

  return (
    <section aria-label={t('dashboard.phones')}>
      <dl className={styles.figures}>
        <Figure
          name={t('dashboard.usable')}
          to="/device/list"
          value={summary ? number(countOf('in_use') + countOf('idle')) : unknown}
          aside={summary && t('dashboard.ofPhones', { n: summary.phones })}
        />
        {counted.map((status) => (
          <Figure
            key={status}
            name={<StatusTag {...shownStatus(t, status)} />}
            to={`/device/list?status=${status}`}
            value={summary ? number(countOf(status)) : unknown}
            aside={summary && share(countOf(status))}
            isAlarming={status === 'faulty' && countOf(status) > 0}
          />
        ))}
        {mayCall(user.role, 'boxList') && (
          <Figure
            name={t('dashboard.boxes')}
            to="/box/"
            value={boxes ? number(boxes.total ?? 0) : unknown}
            aside={boxes && t('dashboard.boxesOnline', { online: boxes.online ?? 0 })}
          />
        )}
        {mayCall(user.role, 'userList') && (
          <Figure
            name={t('dashboard.people')}
            to="/user/list"
            value={summary ? number(summary.people ?? 0) : unknown}
            aside={summary && t('dashboard.expiringCount', { n: summary.expiring.total })}
          />
        )}
        {mayCall(user.role, 'taskList') && (
          <Figure
            name={t('dashboard.runs')}
            to="/services/timedtasks"
            value={summary?.jobs ? number(summary.jobs.total) : unknown}
            aside={summary?.jobs ? t('dashboard.runsState', summary.jobs) : undefined}
          />
        )}
      </dl>
    </section>
  )
}

interface FigureProps {
  name: ReactNode
  to: string
  /** Undefined while it is on its way. */
  value: string | undefined
  aside: string | undefined
  /** It is one that somebody has to look at. */
  isAlarming?: boolean
}

function Figure({ name, to, value, aside, isAlarming = false }: FigureProps) {
  return (
    <div className={styles.figure} data-alarming={isAlarming || undefined}>
      <dt>{name}</dt>
      <dd aria-busy={value === undefined}>
        {value === undefined ? (
          <Skeleton width={72} height={36} />
        ) : (
          <>
            <PlaceLink to={to} className={styles.number}>
              {value}
            </PlaceLink>
            <span className={styles.aside}>{aside}</span>
          </>
        )}
      </dd>
    </div>
  )
}
