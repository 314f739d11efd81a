import { useTranslation } from 'react-i18next'
import { messageForm, reachedBy } from '../../api/message-forms.ts'
import { ChoicesField } from '../../ui/form/ChoicesField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'

/** Sends a site message to everybody of some roles. */
export function MessageComposer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const { role } = useCurrentUser()
  const form = useRecordForm(messageForm(role), {
    key: role,
    onSaved({ count }) {
      if (count === 0) notify({ kind: 'warning', text: t('messages.compose.nobody') })
      else notify({ kind: 'success', text: t('messages.compose.sent', { n: count }) })
      onClose()
    },
    onLeft: onClose,
  })
  return (
    <FormDialog form={form} title={t('messages.compose.title')} submitText={t('messages.compose.submit')}>
      <TextAreaField
        field={form.field('msg_text')}
        label={t('messages.compose.text')}
        placeholder={t('messages.compose.textHint')}
        rows={6}
        autoFocus
      />
      <ChoicesField
        field={form.field('to.roles')}
        label={t('messages.compose.to')}
        options={reachedBy(role).map((value) => ({ value, text: t(`roles.${value}`) }))}
      />
    </FormDialog>
  )
}
