import type { TFunction } from 'i18next'
import { roles } from '../../../domain/roles.ts'
import { findUsers, type ServiceState, type UserQuery } from '../../api/people.ts'
import type { Filter } from '../lists/filters.ts'

const services: readonly ServiceState[] = ['running', 'expiring', 'expired', 'none']

/** What the list of users can be narrowed to; `parent_id` is the way down the tree. */
export const userFilters = (t: TFunction): Filter<UserQuery>[] => [
  { kind: 'text', name: 'user_name', label: t('table.filter'), hint: t('people.filterHint') },
  {
    kind: 'enum',
    name: 'role',
    label: t('people.field.role'),
    multiple: true,
    options: roles.map((role) => ({ value: role, text: t(`roles.${role}`) })),
  },
  {
    kind: 'flag',
    name: 'enabled',
    label: t('people.field.enabled'),
    yes: t('people.enabled'),
    no: t('people.disabled'),
  },
  {
    kind: 'enum',
    name: 'service',
    label: t('people.field.service'),
    multiple: true,
    options: services.map((state) => ({ value: state, text: t(`people.service.${state}`) })),
  },
  { kind: 'pick', name: 'parent_id', label: t('people.field.parent_name'), find: findUsers },
]
