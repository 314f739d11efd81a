import { lightFormat } from 'date-fns'
import type { TFunction } from 'i18next'
import { rolesBelow, type Role } from '../../../domain/roles.ts'
import type { User } from '../../api/people.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { serviceOf } from './user-service.ts'
import type { Texts } from '../../../texts/catalogue.ts'

/** The list's columns. The name opens the user, `below` goes down to its people; those that `role` manages can be edited. */
export function userColumns(t: TFunction, role: Role): Column<User>[] {
  const header = (field: keyof Texts['people']['field']) => t(`people.field.${field}`)
  return [
    {
      key: 'user_name',
      header: header('user_name'),
      kind: 'link',
      width: 150,
      sortable: true,
      render: ({ user_name }) => ({ id: 'open', label: user_name }),
    },
    {
      key: 'role',
      header: header('role'),
      kind: 'text',
      width: 90,
      sortable: true,
      render: ({ role }) => t(`roles.${role}`),
    },
    {
      key: 'enabled',
      header: header('enabled'),
      kind: 'status',
      width: 90,
      render: ({ enabled }) =>
        enabled ? { tone: 'ok', text: t('people.enabled') } : { tone: 'off', text: t('people.disabled') },
    },
    {
      key: 'subordinate_count',
      header: header('subordinate_count'),
      kind: 'actions',
      width: 90,
      render: ({ subordinate_count: n }) => (n === 0 ? [] : [{ id: 'below', label: t('people.people', { n }) }]),
    },
    {
      key: 'parent_name',
      header: header('parent_name'),
      kind: 'text',
      width: 120,
      render: ({ parent_name }) => parent_name,
    },
    {
      key: 'expires_at',
      header: header('expires_at'),
      kind: 'status',
      width: 165,
      sortable: true,
      render: (user) => serviceOf(t, user, Date.now()),
    },
    {
      key: 'modules',
      header: header('modules'),
      kind: 'text',
      width: 150,
      render: ({ modules }) => modules.map((market) => t(`dashboard.markets.${market}`)).join(' · ') || null,
    },
    {
      key: 'thread_number',
      header: header('thread_number'),
      kind: 'text',
      width: 80,
      align: 'right',
      sortable: true,
      render: ({ thread_number }) => String(thread_number),
    },
    {
      key: 'device_count',
      header: header('device_count'),
      kind: 'text',
      width: 70,
      align: 'right',
      render: ({ device_count }) => (device_count === null ? null : String(device_count)),
    },
    {
      key: 'last_login_at',
      header: header('last_login_at'),
      kind: 'since',
      width: 100,
      sortable: true,
      render: ({ last_login_at }) => last_login_at,
    },
    { key: 'note', header: header('note'), kind: 'text', width: 140, render: ({ note }) => note || null },
    {
      key: 'contact_name',
      header: header('contact_name'),
      kind: 'text',
      width: 100,
      hidden: true,
      render: ({ contact_name }) => contact_name || null,
    },
    {
      key: 'phone',
      header: header('phone'),
      kind: 'text',
      width: 120,
      hidden: true,
      render: ({ phone }) => phone || null,
    },
    {
      key: 'email',
      header: header('email'),
      kind: 'text',
      width: 160,
      hidden: true,
      render: ({ email }) => email || null,
    },
    {
      key: 'last_login_ip',
      header: header('last_login_ip'),
      kind: 'text',
      width: 130,
      mono: true,
      hidden: true,
      render: ({ last_login_ip }) => last_login_ip,
    },
    {
      key: 'created_at',
      header: header('created_at'),
      kind: 'text',
      width: 130,
      sortable: true,
      hidden: true,
      render: ({ created_at }) => lightFormat(created_at, 'yyyy-MM-dd HH:mm'),
    },
    {
      key: 'id',
      header: header('id'),
      kind: 'text',
      width: 70,
      align: 'right',
      mono: true,
      sortable: true,
      hidden: true,
      render: ({ id }) => String(id),
    },
    {
      key: 'actions',
      header: header('actions'),
      kind: 'actions',
      width: 110,
      align: 'right',
      render: (user) => [
        ...(rolesBelow(role).includes(user.role) ? [{ id: 'open', label: t('people.action.edit') }] : []),
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}
