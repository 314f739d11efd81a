import { Tab, Tabs, Tooltip } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '../../permissions.ts'
import { phoneTerminalMachine } from '../../machines/remote/phone-terminal.ts'
import type { PhoneFile } from '../../machines/remote/phone-file.ts'
import type { RemoteDesk } from '../../machines/remote/remote-desk.ts'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import { Timeline } from '../events/late-timeline.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import frame from './RemotePart.module.css'
import styles from './PhoneTabs.module.css'
import { PhoneApps } from './PhoneApps.tsx'
import { PhoneInfo } from './PhoneInfo.tsx'
import { ShopFacts } from './ShopFacts.tsx'
import { PhoneTerminal } from './PhoneTerminal.tsx'

interface PhoneTabsProps {
  desk: RemoteDesk
  session: RemoteSession
  userId: number
  file: PhoneFile
}

/** What stands beside the video: a tab each for what is known of the phone and what else is done with it. */
export function PhoneTabs({ desk, session, userId, file }: PhoneTabsProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const notify = useNotify()
  const { deviceId } = desk.getSnapshot().context
  // Not the tab's own: the shell goes on while another tab is looked at.
  const terminal = useScreenActor(phoneTerminalMachine, {
    key: deviceId,
    input: { deviceId, pasteRefused: () => notify({ kind: 'warning', text: t('remote.terminal.pasteTooLong') }) },
  })
  const name = useSelector(desk, ({ context }) => context.phone?.name) ?? t('remote.wall.phone', { id: deviceId })
  const phone = useSelector(desk, ({ context }) => context.phone)
  const shop = useSelector(desk.getSnapshot().context.shop, ({ context }) => context.shop)
  const mayOpenTerminal = mayCall(role, 'deviceTerminalPoint')
  return (
    <section className={`${frame.panel} ${styles.panel}`} aria-label={t('remote.tab.label')}>
      {/* A shop that was opened or closed meanwhile puts what matters in front. */}
      <Tabs
        key={shop?.id}
        defaultSelectedTabId={shop ? 'shop' : 'info'}
        id="phone"
        className={styles.tabs}
        renderActiveTabPanelOnly
        onChange={(tab) => {
          if (tab === 'terminal' && terminal.getSnapshot().matches('unopened')) terminal.send({ type: 'open' })
        }}
      >
        {shop && phone && (
          <Tab
            id="shop"
            title={t('remote.shop.tab')}
            panel={<ShopFacts desk={desk.getSnapshot().context.shop} shop={shop} phone={phone} />}
          />
        )}
        {shop && (
          <Tab
            id="timeline"
            title={t('routes.timeline')}
            panel={
              <div className={styles.timeline}>
                <Suspense>
                  <Timeline key={shop.id} of={{ environment_id: shop.id }} />
                </Suspense>
              </div>
            }
          />
        )}
        <Tab
          id="info"
          title={t('remote.tab.info')}
          panel={<PhoneInfo desk={desk} session={session} userId={userId} />}
        />
        <Tab id="apps" title={t('apps.tab')} panel={<PhoneApps deviceId={deviceId} file={file} />} />
        <Tab
          id="terminal"
          disabled={!mayOpenTerminal}
          title={
            mayOpenTerminal ? (
              t('remote.tab.terminal')
            ) : (
              <Tooltip content={t('remote.terminal.mayNot')}>{t('remote.tab.terminal')}</Tooltip>
            )
          }
          panel={<PhoneTerminal terminal={terminal} name={name} />}
        />
      </Tabs>
    </section>
  )
}
