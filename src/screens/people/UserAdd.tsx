import { Callout } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { generatePassword } from '../../../domain/new-password.ts'
import { maySetPasswords, rolesBelow, type Role } from '../../../domain/roles.ts'
import { findUsers } from '../../api/people.ts'
import { anotherUser, newUser } from '../../api/people-forms.ts'
import { mayCall } from '../../permissions.ts'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { PickField } from '../forms/PickField.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { InviteCard } from './InviteCard.tsx'
import { useAccountNotice } from './use-account-notice.ts'
import styles from './UserAdd.module.css'
import { UserFields } from './UserFields.tsx'

/** What a new user mostly is: the role right below the operator's own, and an agent for admin and security. */
const mostly: Record<Role, Role> = {
  admin: 'agent',
  security: 'agent',
  agent: 'manager',
  manager: 'element',
  element: 'element',
}

/** Adds a user below the operator (SPEC §2, /user/add); beside it the code with which people register by themselves. */
export function UserAdd() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const tell = useAccountNotice()
  const { role, modules } = useCurrentUser()
  // Whom the operator has added just now, going on with another.
  const { added } = (useLocation().state ?? {}) as { added?: number }
  const form = useRecordForm(newUser(role, mostly[role], modules), {
    key: [role, added],
    after: (values) => anotherUser(role, values),
    onSaved: ({ id, user_name }, { values: { password }, another }) => {
      tell(t('people.added', { name: user_name }), { name: user_name, password })
      if (another) void navigate('/user/add', { replace: true, state: { added: id } })
      else void navigate('/user/list')
    },
    onLeft: () => void navigate('/user/list'),
  })
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('routes.userAdd')}</h1>
      <FormPage key={added} form={form} submitText={t('people.action.add')} goOnText={t('people.form.addAndGoOn')}>
        <TextField
          field={form.field('user_name')}
          label={t('people.field.user_name')}
          hint={t('people.form.nameHint')}
          autoFocus
        />
        {maySetPasswords(role) ? (
          <PasswordField
            field={form.field('password')}
            label={t('people.field.password')}
            hint={t('people.form.passwordHint')}
            generate={generatePassword}
          />
        ) : (
          <Callout compact>{t('people.form.noPassword')}</Callout>
        )}
        <SelectField
          field={form.field('role')}
          label={t('people.field.role')}
          options={rolesBelow(role).map((value) => ({ value, text: t(`roles.${value}`) }))}
        />
        <PickField
          field={form.field('parent_id')}
          label={t('people.field.parent_name')}
          placeholder={t('people.form.parentHint')}
          find={findUsers}
        />
        <UserFields form={form} />
      </FormPage>
      {mayCall(role, 'userInviteCode') && <InviteCard />}
    </div>
  )
}
