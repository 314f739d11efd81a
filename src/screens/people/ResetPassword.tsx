import { Key } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { generatePassword } from '../../../domain/new-password.ts'
import { newPassword } from '../../api/people-forms.ts'
import type { User } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import type { ListAction } from '../lists/list-definition.ts'
import { useRecordForm } from '../forms/use-record-form.ts'
import { useAccountNotice } from './use-account-notice.ts'
import { whyNotManaged, type OfUsers } from './user-columns.ts'

/** Gives a user another password, which ends its sessions. */
function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const tell = useAccountNotice()
  const form = useRecordForm(newPassword(user.id), {
    key: user.id,
    onSaved: (_, { values: { new_password } }) => {
      tell(t('people.passwordReset', { name: user.user_name }), { name: user.user_name, password: new_password })
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
        generate={generatePassword}
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
