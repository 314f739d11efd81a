import { useTranslation } from 'react-i18next'
import { existingUser } from '../../api/people-forms.ts'
import type { User } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNotify } from '../session/session-context.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { ModulesField, UserFields } from './UserFields.tsx'

interface EditUserProps {
  user: User
  /** Only the markets, or everything that can be changed. */
  of: 'modules' | 'everything'
  onSaved: () => void
  onClose: () => void
}

/** Changes a user below the operator. */
export function EditUser({ user, of, onSaved, onClose }: EditUserProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const form = useRecordForm(existingUser(user), {
    key: user.id,
    onSaved: () => {
      notify({ kind: 'success', text: t('people.saved', { name: user.user_name }) })
      onSaved()
    },
    onLeft: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(of === 'modules' ? 'people.form.modulesOf' : 'people.form.edit', { name: user.user_name })}
      wide={of === 'everything'}
    >
      {of === 'modules' ? <ModulesField form={form} /> : <UserFields form={form} />}
    </FormDialog>
  )
}
