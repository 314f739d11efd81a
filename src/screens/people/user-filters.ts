import type { TFunction } from 'i18next'
import { roles } from '../../../domain/roles.ts'
import { findUsers, type ServiceState, type UserQuery } from '../../api/people.ts'
import type { Filter } from '../lists/filters.ts'

const services: readonly ServiceState[] = ['running', 'expiring', 'expired', 'none']

/** What the list of users can be narrowed to; `parent_id` is the way down the tree. */
export const userFilters = (t: TFunction): Filter<UserQuery>[] => [
  { kind: 'text', name: 'user_name', label: t('table.filter'), hint: t('users.filterHint') },
  {
    kind: 'enum',
    name: 'role',
    label: t('users.field.role'),
    multiple: true,
    options: roles.map((role) => ({ value: role, text: t(`roles.${role}`) })),
  },
  {
    kind: 'flag',
    name: 'enabled',
    label: t('users.field.enabled'),
    yes: t('users.enabled'),
    no: t('users.disabled'),
  },
  {
    kind: 'enum',
    name: 'service',
    label: t('users.field.service'),
    multiple: true,
    options: services.map((state) => ({ value: state, text: t(`users.service.${state}`) })),
  },
  { kind: 'pick', name: 'parent_id', label: t('users.field.parent_name'), find: findUsers },
]
