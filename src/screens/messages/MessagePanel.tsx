import { Tab, Tabs } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '../../permissions.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import { BrowserNotifications } from './BrowserNotifications.tsx'
import styles from './MessageBell.module.css'
import { MessageList } from './MessageList.tsx'

interface MessagePanelProps {
  /** A message is opened. */
  onLeave: () => void
  onWrite: (what: 'message' | 'notice') => void
}

/** What hangs from the bell: the list of site messages, and for those who may what writes some. */
export function MessagePanel({ onLeave, onWrite }: MessagePanelProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const unread = useSelector(messages, (now) => now?.context.page?.unread ?? 0)
  return (
    <div className={styles.panel} data-hangs-from-bar>
      <Tabs id="bell" className={styles.tabs} renderActiveTabPanelOnly>
        <Tab
          id="messages"
          title={t('messages.title')}
          tagContent={unread > 0 ? unread.toLocaleString() : undefined}
          panel={<MessageList onOpen={onLeave} />}
        />
      </Tabs>
      <BrowserNotifications />
      {mayCall(role, 'userMessageSend') && (
        <footer className={styles.footer}>
          <button type="button" onClick={() => onWrite('message')}>
            {t('messages.send')}
          </button>
          {mayCall(role, 'maintainEdit') && (
            <button type="button" onClick={() => onWrite('notice')}>
              {t('shell.notice.edit')}
            </button>
          )}
        </footer>
      )}
    </div>
  )
}
