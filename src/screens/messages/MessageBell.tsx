import { Notifications } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { speakOf } from '../../i18n/i18n.ts'
import { useLocation } from 'react-router-dom'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { LatePopover } from '../../ui/LatePopover.tsx'
import { useAfterChange } from '../../ui/use-after-change.ts'
import { useConsole } from '../session/session-context.tsx'
import { useFront } from '../shell/use-front.ts'
import styles from './MessageBell.module.css'

const messagePanel = late(async () => {
  const [file] = await Promise.all([import('./MessagePanel.tsx'), speakOf('pushing')])
  return file
})
const MessageComposer = lazy(() => import('./MessageComposer.tsx').then((file) => ({ default: file.MessageComposer })))
const NoticeEditor = lazy(() => import('./NoticeEditor.tsx').then((file) => ({ default: file.NoticeEditor })))

/** The bell: a red dot while something is unread, and under it the list of site messages (SPEC §2, navbar). */
export function MessageBell() {
  const { t } = useTranslation()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const unread = useSelector(messages, (now) => now?.context.page?.unread ?? 0)
  const { front, open, close } = useFront<'list' | 'message' | 'notice'>()
  useAfterChange(useLocation().key, () => close('list'))

  const panel = (
    <Late of={messagePanel} meanwhile={<div className={styles.panel} />}>
      {({ MessagePanel }) => <MessagePanel onLeave={() => close('list')} onWrite={open} />}
    </Late>
  )
  return (
    <>
      <LatePopover
        content={panel}
        placement="bottom-end"
        animation="scale"
        isOpen={front === 'list'}
        onInteraction={(opens) => (opens ? open('list') : close('list'))}
      >
        <button
          type="button"
          className={styles.bell}
          aria-label={unread > 0 ? t('messages.bellUnread', { n: unread }) : t('messages.bell')}
          title={t('messages.bell')}
        >
          <Notifications />
          {unread > 0 && <span className={styles.dot} />}
        </button>
      </LatePopover>
      <Suspense>
        {front === 'message' && <MessageComposer onClose={() => close('message')} />}
        {front === 'notice' && <NoticeEditor onClose={() => close('notice')} />}
      </Suspense>
    </>
  )
}
