import type { TFunction } from 'i18next'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { FileQuery } from '../../api/files.ts'
import { findUsers } from '../../api/people.ts'
import type { Filter } from '../lists/filters.ts'

const statuses = ['uploading', 'checking', 'ready', 'damaged'] as const

/** What the list of files can be narrowed to. */
export const fileFilters = (t: TFunction, role: Role): Filter<FileQuery>[] => [
  { kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('files.hint') },
  {
    kind: 'enum',
    name: 'status',
    label: t('files.field.status'),
    multiple: true,
    options: statuses.map((value) => ({ value, text: t(`files.statusName.${value}`) })),
  },
  ...(mayCall(role, 'userList')
    ? [{ kind: 'pick', name: 'owner_id', label: t('files.field.owner'), find: findUsers } as const]
    : []),
]
