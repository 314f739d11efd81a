import { PopoverNext, Tab, Tabs } from '@blueprintjs/core'
import { Notifications } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '../../permissions.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import styles from './MessageBell.module.css'
import { MessageList } from './MessageList.tsx'

const MessageComposer = lazy(() => import('./MessageComposer.tsx').then((file) => ({ default: file.MessageComposer })))
const NoticeEditor = lazy(() => import('./NoticeEditor.tsx').then((file) => ({ default: file.NoticeEditor })))

/** The bell: a red dot while something is unread, and under it the list of site messages (SPEC §2, navbar). */
export function MessageBell() {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const unread = useSelector(messages, (now) => now?.context.page?.unread ?? 0)
  const [isOpen, setOpen] = useState(false)
  const [writing, setWriting] = useState<'message' | 'notice'>()

  const write = (what: 'message' | 'notice') => () => {
    setOpen(false)
    setWriting(what)
  }
  const panel = (
    <div className={styles.panel} data-hangs-from-bar>
      <Tabs id="bell" className={styles.tabs} renderActiveTabPanelOnly>
        <Tab
          id="messages"
          title={t('messages.title')}
          tagContent={unread > 0 ? unread.toLocaleString() : undefined}
          panel={<MessageList onOpen={() => setOpen(false)} />}
        />
      </Tabs>
      {mayCall(role, 'userMessageSend') && (
        <footer className={styles.footer}>
          <button type="button" onClick={write('message')}>
            {t('messages.send')}
          </button>
          {mayCall(role, 'maintainEdit') && (
            <button type="button" onClick={write('notice')}>
              {t('shell.notice.edit')}
            </button>
          )}
        </footer>
      )}
    </div>
  )
  return (
    <>
      <PopoverNext content={panel} placement="bottom-end" arrow={false} isOpen={isOpen} onInteraction={setOpen}>
        <button
          type="button"
          className={styles.bell}
          aria-label={unread > 0 ? t('messages.bellUnread', { n: unread }) : t('messages.bell')}
          title={t('messages.bell')}
        >
          <Notifications />
          {unread > 0 && <span className={styles.dot} />}
        </button>
      </PopoverNext>
      <Suspense>
        {writing === 'message' && <MessageComposer onClose={() => setWriting(undefined)} />}
        {writing === 'notice' && <NoticeEditor onClose={() => setWriting(undefined)} />}
      </Suspense>
    </>
  )
}
