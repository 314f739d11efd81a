import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { noticeForm, noticeQuestion } from '../../api/message-forms.ts'
import type { MaintenanceNotice } from '../../api/messages.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useCan } from '../../ui/use-can.ts'
import { useRecordForm } from '../forms/use-record-form.ts'
import { useConsole, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** Writes, changes or takes down the maintenance notice, once it is known what it says: nobody writes over what they have not seen. */
export function NoticeEditor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const notice = useScreenActor(oneAnswerMachine<MaintenanceNotice>, { input: noticeQuestion })
  const { answer, failure } = useSelector(notice, ({ context }) => context)
  const mayRetry = useCan(notice, { type: 'AGAIN' })
  if (answer !== undefined) return <NoticeForm content={answer.content} onClose={onClose} />
  return (
    <Dialog isOpen={failure !== ''} title={t('shell.notice.editTitle')} onClose={onClose}>
      <DialogBody>
        <p role="alert">{t('shell.notice.notLoaded', { message: failure })}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <Button
            intent="primary"
            text={t('table.retry')}
            loading={!mayRetry}
            onClick={() => notice.send({ type: 'AGAIN' })}
          />
        }
      />
    </Dialog>
  )
}

function NoticeForm({ content, onClose }: { content: string; onClose: () => void }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const console = useConsole()
  const form = useRecordForm(noticeForm(content), {
    key: content,
    onSaved(saved) {
      notify({ kind: 'success', text: t(saved.content === '' ? 'shell.notice.removed' : 'shell.notice.saved') })
      console.getSnapshot().children.maintenanceNotice?.send({ type: 'navigated' })
      onClose()
    },
    onLeft: onClose,
  })
  const isRemoval = form.values.content.trim() === '' && content !== ''
  return (
    <FormDialog
      form={form}
      title={t('shell.notice.editTitle')}
      submitText={t(isRemoval ? 'shell.notice.remove' : 'shell.notice.save')}
    >
      <TextAreaField
        field={form.field('content')}
        label={t('shell.notice.content')}
        hint={t('shell.notice.hint')}
        rows={6}
        autoFocus
      />
    </FormDialog>
  )
}
