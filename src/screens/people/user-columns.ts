import { roles, rolesBelow, seesEverything, type Role } from '../../../domain/roles.ts'
import { findUsers, type ServiceState, type User, type UserQuery } from '../../api/people.ts'
import { optionsOf } from '../lists/filter-makers.ts'
import type { List, ListDefinition, Surroundings } from '../lists/list-definition.ts'
import { serviceOf, servicesSaid } from './user-service.ts'

/** The list of users. */
export type OfUsers = List<User, UserQuery, 'people'>

const isEnabled = ['people.enabled', 'people.disabled'] as const

const services: readonly ServiceState[] = ['running', 'expiring', 'expired', 'none']

export const mayManage = (role: Role, user: User): boolean => rolesBelow(role).includes(user.role)

export const whyNotManaged = (user: User, { role, t }: Surroundings<OfUsers>) =>
  mayManage(role, user) ? undefined : t('people.reason.notBelow')

/** Phones belong to those who work with them; admin and security own none that they could give away. */
export const mayHandOut = (role: Role): boolean => !seesEverything(role)

/** How many phones more a user may use at once than it has. */
export const quotaLeft = ({ thread_number, device_count }: User): number =>
  Math.max(0, thread_number - (device_count ?? 0))

/** Whether a user is in want of phones: it has a quota, and none. */
const lacksPhones = (user: User): boolean => user.device_count === 0 && quotaLeft(user) > 0

/** The list's columns: `below` goes down to the people of a user. */
export const userColumns: ListDefinition<OfUsers>['columns'] = (
  { link, text, number, minute, flag, buttons, status, since, actions },
  { t, role },
) => [
  link('user_name', 124, { sortable: true }),
  text('role', 96, {
    of: ({ role }) => t(`roles.${role}`),
    says: roles.map((role) => t(`roles.${role}`)),
    sortable: true,
  }),
  flag('enabled', 84, { words: isEnabled }),
  buttons('subordinate_count', 80, {
    of: ({ subordinate_count: n }) => (n === 0 ? [] : [{ id: 'below', label: t('people.people', { n }) }]),
    says: [t('people.people', { n: 99 })],
  }),
  text('parent_name', 98),
  status('expires_at', 156, { of: (user) => serviceOf(t, user, Date.now()), says: servicesSaid(t), sortable: true }),
  text('modules', 100, { of: ({ modules }) => modules.map((market) => t(`environments.names.${market}`)).join(' · ') }),
  number('thread_number', 76, { sortable: true }),
  number('device_count', 60),
  since('last_login_at', 90, { sortable: true }),
  text('note', 160, { hidden: true }),
  text('contact_name', 100, { hidden: true }),
  text('phone', 120, { hidden: true }),
  text('email', 160, { hidden: true }),
  text('last_login_ip', 130, { mono: true, hidden: true }),
  minute('created_at', 130, { sortable: true, hidden: true }),
  number('id', 70, { mono: true, sortable: true, hidden: true }),
  // Whoever lacks phones is given some next.
  actions(
    [
      ['edit', 'handOut'],
      ['edit', 'renew'],
    ],
    {
      of: (user) =>
        mayManage(role, user) ? ['edit', mayHandOut(role) && lacksPhones(user) ? 'handOut' : 'renew'] : [],
    },
  ),
]

/** What the list of users can be narrowed to; `parent_id` is the way down the tree. */
export const userFilters: ListDefinition<OfUsers>['filters'] = ({ text, someOf, flag, pick }, { t }) => [
  text('user_name', 'table.filter', 'people.filterHint'),
  someOf(
    'role',
    'people.field.role',
    optionsOf(roles, (role) => t(`roles.${role}`)),
  ),
  flag('enabled', 'people.field.enabled', isEnabled),
  someOf(
    'service',
    'people.field.service',
    optionsOf(services, (state) => t(`people.service.${state}`)),
  ),
  pick('parent_id', 'people.field.parent_name', findUsers),
]
