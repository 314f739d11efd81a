import { Layers } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { existingUser } from '../../api/people-forms.ts'
import type { User } from '../../api/people.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { ListAction } from '../lists/list-definition.ts'
import { useNotify } from '../session/session-context.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { whyNotManaged, type OfUsers } from './user-columns.ts'
import { ModulesField, UserFields } from './UserFields.tsx'

interface EditUserProps {
  user: User
  /** Only the markets, or everything that can be changed. */
  of: 'modules' | 'everything'
  onSaved: () => void
  onClose: () => void
}

/** Changes a user below the operator. */
function EditUser({ user, of, onSaved, onClose }: EditUserProps) {
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

export const editing: ListAction<OfUsers> = {
  key: 'edit',
  reason: whyNotManaged,
  shows: (user, { saved, close }) => <EditUser user={user} of="everything" onSaved={saved} onClose={close} />,
}

export const editingModules: ListAction<OfUsers> = {
  key: 'modules',
  icon: <Layers />,
  reason: whyNotManaged,
  shows: (user, { saved, close }) => <EditUser user={user} of="modules" onSaved={saved} onClose={close} />,
}
