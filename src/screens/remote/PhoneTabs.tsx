import { Tab, Tabs } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { PhoneFile } from '../../machines/phone-file.ts'
import type { RemoteDesk } from '../../machines/remote-desk.ts'
import type { RemoteSession } from '../../machines/remote-session.ts'
import { PhoneApps } from './PhoneApps.tsx'
import { PhoneInfo } from './PhoneInfo.tsx'
import styles from './PhoneTabs.module.css'

export interface PhoneTabsProps {
  desk: RemoteDesk
  session: RemoteSession
  userId: number
  file: PhoneFile
}

/** What stands beside the picture: a tab each for what is known of the phone and what else is done with it. */
export function PhoneTabs({ desk, session, userId, file }: PhoneTabsProps) {
  const { t } = useTranslation()
  const { deviceId } = desk.getSnapshot().context
  const installed = useSelector(file, ({ context }) => context.installed)
  return (
    <section className={styles.panel} aria-label={t('remote.tab.label')}>
      <Tabs id="phone" className={styles.tabs} renderActiveTabPanelOnly>
        <Tab
          id="info"
          title={t('remote.tab.info')}
          panel={<PhoneInfo desk={desk} session={session} userId={userId} />}
        />
        {/* An app that was installed meanwhile is among those that are read anew. */}
        <Tab id="apps" title={t('apps.tab')} panel={<PhoneApps key={installed} deviceId={deviceId} file={file} />} />
      </Tabs>
    </section>
  )
}
