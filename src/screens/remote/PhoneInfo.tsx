import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { RemoteDesk } from '../../machines/remote/remote-desk.ts'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import { PropertyTable } from '../../ui/PropertyTable.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { AddressSources } from '../devices/AddressSources.tsx'
import { deviceFacts } from '../devices/device-facts.ts'
import styles from './PhoneInfo.module.css'

/** Of the column with the properties' names, in pixels. */
const nameWidth = 104

interface PhoneInfoProps {
  desk: RemoteDesk
  session: RemoteSession
  userId: number
}

/** Who is at the phone in operation, and what is known of it. */
export function PhoneInfo({ desk, session, userId }: PhoneInfoProps) {
  const words = useTranslation()
  const { t } = words
  const phone = useSelector(desk, ({ context }) => context.phone)
  const regions = useSelector(desk, ({ context }) => context.regions)
  const hasFailed = useSelector(desk, (snapshot) => snapshot.matches('failed'))
  const reason = useSelector(desk, ({ context }) => context.reason)
  const announcement = useSelector(session, ({ context }) => context.announcement)
  const controller = announcement ? announcement.controller : (phone?.in_use_by ?? null)

  return (
    <div className={styles.panel}>
      {hasFailed && (
        <div className={styles.failure} role="alert">
          {t('remote.info.failed', { reason })}
          <Button size="small" text={t('remote.act.retry')} onClick={() => desk.send({ type: 'retry' })} />
        </div>
      )}
      {phone && (
        <>
          <dl className={styles.people}>
            <dt>{t('remote.info.controller')}</dt>
            <dd>
              {controller === null && t('remote.info.nobody')}
              {controller !== null && (controller.id === userId ? t('remote.info.you') : controller.user_name)}
              {controller !== null && phone.in_use_since !== null && (
                <span className={styles.since}>
                  <TimeAgo at={phone.in_use_since} />
                </span>
              )}
            </dd>
            <dt>{t('remote.info.audience')}</dt>
            <dd>{announcement ? t('remote.info.observers', { n: announcement.observers }) : '—'}</dd>
          </dl>
          <PropertyTable properties={deviceFacts(words, phone, regions)} nameWidth={nameWidth} />
          <AddressSources inset />
        </>
      )}
    </div>
  )
}
