import { Cross, Notifications } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useConsole } from '../session/session-context.tsx'
import styles from './MessageNotification.module.css'

/** The newest unread message, in the bottom right corner; a click opens it (SPEC §4, site messages). */
export function MessageNotification() {
  const { t } = useTranslation()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const announced = useSelector(messages, (now) =>
    now?.matches({ news: 'announced' }) ? now.context.announced : undefined,
  )
  const unread = useSelector(messages, (now) => now?.context.page?.unread ?? 0)
  return (
    <div role="status" className={styles.corner}>
      {announced && (
        <div key={announced.id} className={styles.card} data-in-corner>
          <button
            type="button"
            className={styles.message}
            onClick={() => messages?.send({ type: 'open', id: announced.id })}
          >
            <Notifications className={styles.icon} />
            <b>{t('messages.title')}</b>
            <span className={styles.text}>{announced.msg_text}</span>
            <span className={styles.foot}>
              <TimeAgo at={announced.created_at} />
              {unread > 1 && ` · ${t('messages.more', { n: unread - 1 })}`}
              <span className={styles.view}>{t('messages.view')}</span>
            </span>
          </button>
          <GhostButton
            label={t('messages.dismiss')}
            className={styles.dismiss}
            onClick={() => messages?.send({ type: 'dismiss' })}
          >
            <Cross size={12} />
          </GhostButton>
        </div>
      )}
    </div>
  )
}
