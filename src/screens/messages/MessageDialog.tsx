import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../ui/Moment.tsx'
import { momentText, weekdayText } from '../../ui/moment.ts'
import { useConsole } from '../session/session-context.tsx'
import styles from './MessageDialog.module.css'

/** The dialog's width, in pixels (SPEC §9). */
const width = 600

/** 站点信息: the time and the text of a site message, and 已读, which closes it (SPEC §2, §4). */
export function MessageDialog() {
  const { t } = useTranslation()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const isOpen = useSelector(messages, (now) => now !== undefined && !now.matches({ dialog: 'closed' }))
  const failed = useSelector(messages, (now) => now?.matches({ dialog: 'failed' }) === true)
  const message = useSelector(messages, (now) => now?.context.opened)
  const failure = useSelector(messages, (now) => now?.context.messageFailure ?? '')
  const close = () => messages?.send({ type: 'close' })

  if (!isOpen) return null
  return (
    <Dialog isOpen title={t('messages.title')} style={{ width: `min(${width}px, 96vw)` }} onClose={close}>
      <DialogBody>
        {failed && (
          <p className={styles.failure} role="alert">
            {t('messages.messageFailed', { message: failure })}
          </p>
        )}
        {!failed && message && (
          <article className={styles.message}>
            <Moment at={message.created_at}>
              {momentText(message.created_at)} {weekdayText(message.created_at)}
            </Moment>
            <p>{message.msg_text}</p>
          </article>
        )}
        {!failed && !message && <div className={styles.skeleton} aria-label={t('messages.loading')} aria-busy="true" />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {failed && <Button text={t('messages.retry')} onClick={() => messages?.send({ type: 'retry' })} />}
            <Button intent="primary" text={t(failed ? 'table.batch.close' : 'messages.read')} onClick={close} />
          </>
        }
      />
    </Dialog>
  )
}
