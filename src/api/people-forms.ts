import { generatePassword } from '../../domain/new-password.ts'
import { maySetPasswords, type Role } from '../../domain/roles.ts'
import { bodyRules } from '../../generated/body-rules.ts'
import { api, dataOf } from './client.ts'
import type { FieldProblems } from './field-rules.ts'
import type { RecordFormInput } from './form-description.ts'
import type { User } from './people.ts'

/** What can be changed of a user. */
export type UserFacts = {
  modules: readonly User['modules'][number][]
  thread_number: number | null
  /** When its service ends; null where it has none. */
  expires_at: number | null
  contact_name: string
  phone: string
  email: string
  note: string
  /** A picture's address. */
  avatar: string
}

/** What a new user is made of. */
type NewUserValues = UserFacts & {
  user_name: string
  password: string
  role: Role
  /** Who is right above it; the operator where null. */
  parent_id: number | null
}

/** A quota is a number, though the contract lets it be left out. */
const checkFacts = ({ thread_number }: UserFacts): FieldProblems =>
  thread_number === null ? { thread_number: { rule: 'required' } } : {}

/** A new user below the operator, who gives it a password where it may: one that nobody has to think of, unless another is typed. */
export const newUser = (
  operator: Role,
  role: Role,
  modules: UserFacts['modules'],
): RecordFormInput<NewUserValues, User> => ({
  values: {
    user_name: '',
    password: maySetPasswords(operator) ? generatePassword() : '',
    role,
    parent_id: null,
    modules,
    thread_number: 0,
    expires_at: null,
    contact_name: '',
    phone: '',
    email: '',
    note: '',
    avatar: '',
  },
  of: 'new record',
  rules: { ...bodyRules.userAdd, password: { ...bodyRules.userAdd.password, required: maySetPasswords(operator) } },
  check: checkFacts,
  save: ({ values: { parent_id, thread_number, modules, password, ...values } }, signal) => {
    const above = parent_id === null ? {} : { parent_id }
    const given = password === '' ? {} : { password }
    const body = { ...values, ...given, ...above, modules: [...modules], thread_number: thread_number ?? 0 }
    return dataOf(api.POST('/api/restful/v2/user/add', { body, signal }))
  },
})

/** One more after it: who is above, the role, the markets, the quota and the service are mostly the same. */
export const anotherUser = (
  operator: Role,
  { role, parent_id, modules, thread_number, expires_at }: NewUserValues,
): RecordFormInput<NewUserValues, User> => {
  const fresh = newUser(operator, role, modules)
  return { ...fresh, values: { ...fresh.values, parent_id, thread_number, expires_at } }
}

/** A user that there is. */
export const existingUser = ({ id, ...user }: User): RecordFormInput<UserFacts, User> => ({
  values: {
    modules: user.modules,
    thread_number: user.thread_number,
    expires_at: user.expires_at,
    contact_name: user.contact_name,
    phone: user.phone,
    email: user.email,
    note: user.note,
    avatar: user.avatar,
  },
  of: 'existing record',
  rules: bodyRules.userEdit,
  check: checkFacts,
  save: ({ changes: { modules, thread_number, ...changes } }, signal) => {
    const lists = modules === undefined ? {} : { modules: [...modules] }
    const quota = typeof thread_number === 'number' ? { thread_number } : {}
    const body = { id, ...changes, ...lists, ...quota }
    return dataOf(api.POST('/api/restful/v2/user/edit', { body, signal }))
  },
})

/** Another password for a user. */
export const newPassword = (id: number): RecordFormInput<{ new_password: string }, null> => ({
  values: { new_password: '' },
  of: 'new record',
  rules: bodyRules.userPwdReset,
  save: async ({ values }, signal) => {
    await api.POST('/api/restful/v2/user/pwd/reset', { body: { id, ...values }, signal })
    return null
  },
})

/** For how many days services are renewed, where some are proposed; the batch itself comes after. */
export const renewal = (proposed: number | null): RecordFormInput<{ days: number | null }, number> => ({
  values: { days: proposed },
  of: 'new record',
  rules: bodyRules.userRenew,
  save: async ({ values }) => values.days ?? 0, // The rules have asked for some.
})
