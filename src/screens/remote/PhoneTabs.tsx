import { Tab, Tabs } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { RemoteDesk } from '../../machines/remote-desk.ts'
import type { RemoteSession } from '../../machines/remote-session.ts'
import { PhoneInfo } from './PhoneInfo.tsx'
import styles from './PhoneTabs.module.css'

export interface PhoneTabsProps {
  desk: RemoteDesk
  session: RemoteSession
  userId: number
}

/** What stands beside the picture: a tab each for what is known of the phone and what else is done with it. */
export function PhoneTabs({ desk, session, userId }: PhoneTabsProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.panel} aria-label={t('remote.tab.label')}>
      <Tabs id="phone" className={styles.tabs} renderActiveTabPanelOnly>
        <Tab
          id="info"
          title={t('remote.tab.info')}
          panel={<PhoneInfo desk={desk} session={session} userId={userId} />}
        />
      </Tabs>
    </section>
  )
}
