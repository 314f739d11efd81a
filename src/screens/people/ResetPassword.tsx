import { Key } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { newPassword } from '../../api/people-forms.ts'
import type { User } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import type { ListAction } from '../lists/list-definition.ts'
import { useNotify } from '../session/session-context.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { whyNotManaged, type OfUsers } from './user-columns.ts'

/** Gives a user another password, which ends its sessions. */
function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const form = useRecordForm(newPassword(user.id), {
    key: user.id,
    onSaved: () => {
      notify({ kind: 'success', text: t('people.passwordReset', { name: user.user_name }) })
      onClose()
    },
    onLeft: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('people.form.resetOf', { name: user.user_name })}
      submitText={t('people.form.reset')}
    >
      <PasswordField
        field={form.field('new_password')}
        label={t('people.field.new_password')}
        hint={t('people.form.resetHint')}
      />
    </FormDialog>
  )
}

export const resettingPassword: ListAction<OfUsers> = {
  key: 'password',
  icon: <Key />,
  operation: 'userPwdReset',
  reason: whyNotManaged,
  shows: (user, { close }) => <ResetPassword user={user} onClose={close} />,
}
