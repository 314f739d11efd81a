import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RemoteDesk } from '../../machines/remote-desk.ts'
import type { RemoteSession } from '../../machines/remote-session.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import styles from './PhoneInfo.module.css'

const shown = (value: number | string | null, unit = ''): string =>
  value === null || value === '' ? '—' : `${value}${unit}`

const row = (label: string, value: ReactNode) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

export interface PhoneInfoProps {
  desk: RemoteDesk
  session: RemoteSession
  userId: number
}

/** What is known of the phone in operation, and who is at it. */
export function PhoneInfo({ desk, session, userId }: PhoneInfoProps) {
  const { t } = useTranslation()
  const phone = useSelector(desk, ({ context }) => context.phone)
  const failed = useSelector(desk, (snapshot) => snapshot.matches('failed'))
  const reason = useSelector(desk, ({ context }) => context.reason)
  const announcement = useSelector(session, ({ context }) => context.announcement)
  const controller = announcement ? announcement.controller : (phone?.in_use_by ?? null)

  return (
    <section className={styles.panel} aria-label={t('remote.info.label')}>
      <header className={styles.tabs}>
        <h2 className={styles.tab}>{t('remote.info.tab')}</h2>
      </header>
      {failed && (
        <div className={styles.failure} role="alert">
          {t('remote.info.failed', { reason })}
          <Button size="small" text={t('remote.act.retry')} onClick={() => desk.send({ type: 'retry' })} />
        </div>
      )}
      {phone && (
        <dl className={styles.list}>
          {row(
            t('remote.info.controller'),
            <>
              {controller === null
                ? t('remote.info.nobody')
                : controller.id === userId
                  ? t('remote.info.you')
                  : controller.user_name}
              {controller !== null && phone.in_use_since !== null && (
                <span className={styles.aside}>
                  <TimeAgo at={phone.in_use_since} />
                </span>
              )}
              {announcement && (
                <span className={styles.aside}>{t('remote.info.observers', { n: announcement.observers })}</span>
              )}
            </>,
          )}
          {row(t('remote.info.egressIp'), <span className={styles.mono}>{shown(phone.egress_ip)}</span>)}
          {row(
            t('remote.info.model'),
            [phone.model, `Android ${phone.android_version}`, phone.resolution.replace('x', '×')].join(' · '),
          )}
          {row(t('remote.info.serial'), <span className={styles.mono}>{phone.serial}</span>)}
          {row(t('remote.info.box'), t('remote.info.slot', { box: phone.box_name, slot: phone.slot }))}
          {row(t('remote.info.region'), shown(phone.region))}
          {row(t('remote.info.power'), `${shown(phone.battery, '%')} · ${shown(phone.temperature, ' ℃')}`)}
          {row(
            t('remote.info.load'),
            [phone.cpu, phone.memory, phone.storage].map((value) => shown(value, '%')).join(' · '),
          )}
          {row(t('remote.info.owner'), phone.owner_name)}
          {phone.note !== '' && row(t('remote.info.note'), phone.note)}
        </dl>
      )}
    </section>
  )
}
