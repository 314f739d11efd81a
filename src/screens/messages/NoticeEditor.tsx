import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { longestNotice, noticeEditorMachine } from '../../machines/messages/notice-editor.ts'
import { Field } from '../../ui/Field.tsx'
import { useCan } from '../../ui/use-can.ts'
import { useConsole, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from '../forms/DialogForm.module.css'

/** Writes, changes or takes down the maintenance notice. */
export function NoticeEditor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useId()
  const notify = useNotify()
  const console = useConsole()
  const editor = useScreenActor(noticeEditorMachine, undefined, (now) => {
    if (now.status !== 'done') return
    notify({ kind: 'success', text: t(now.context.text.trim() === '' ? 'shell.notice.removed' : 'shell.notice.saved') })
    console.getSnapshot().children.maintenanceNotice?.send({ type: 'navigated' })
    onClose()
  })
  const loading = useSelector(editor, (now) => now.matches('loading'))
  const notLoaded = useSelector(editor, (now) => now.matches('failed'))
  const maySave = useCan(editor, { type: 'save' })
  const busy = useSelector(editor, (now) => now.matches('saving'))
  const content = useSelector(editor, (now) => now.context.content)
  const failure = useSelector(editor, (now) => now.context.failure)
  const text = useSelector(editor, (now) => now.context.text)
  const action = t(text.trim() === '' && content !== '' ? 'shell.notice.remove' : 'shell.notice.save')

  return (
    <Dialog isOpen title={t('shell.notice.editTitle')} canOutsideClickClose={false} onClose={onClose}>
      <DialogBody>
        {notLoaded ? (
          <p className={styles.failure} role="alert">
            {t('shell.notice.notLoaded', { message: failure })}
          </p>
        ) : (
          <form
            id={form}
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              editor.send({ type: 'save' })
            }}
          >
            <Field label={t('shell.notice.content')} problem={failure === '' ? undefined : failure}>
              {(field) => (
                <textarea
                  {...field}
                  className={`${field.className ?? ''} ${styles.area ?? ''}`}
                  maxLength={longestNotice}
                  value={text}
                  readOnly={loading}
                  aria-busy={loading}
                  autoFocus
                  onChange={({ target }) => editor.send({ type: 'type', text: target.value })}
                />
              )}
            </Field>
            <p className={styles.hint}>{t('shell.notice.hint')}</p>
          </form>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('shell.notice.cancel')} onClick={onClose} />
            {notLoaded ? (
              <Button intent="primary" text={t('shell.notice.retry')} onClick={() => editor.send({ type: 'retry' })} />
            ) : (
              <Button
                type="submit"
                form={form}
                intent="primary"
                loading={busy}
                disabled={!maySave}
                aria-label={busy ? t('shell.notice.busy') : undefined}
                text={action}
              />
            )}
          </>
        }
      />
    </Dialog>
  )
}
