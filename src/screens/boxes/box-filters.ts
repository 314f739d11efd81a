import type { TFunction } from 'i18next'
import { regionOptions } from '../devices/region-text.ts'
import type { Role } from '../../../domain/roles.ts'
import type { BoxChoices, BoxQuery } from '../../api/boxes.ts'
import { findUsers } from '../../api/people.ts'
import type { Filter } from '../lists/filters.ts'

/** What a list of boxes can be narrowed to; an agent's own have one owner alone. */
export const boxFilters = (t: TFunction, role: Role, regions: BoxChoices['regions']): Filter<BoxQuery>[] => [
  { kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('boxes.hint') },
  { kind: 'flag', name: 'online', label: t('boxes.field.state'), yes: t('boxes.online'), no: t('boxes.offline') },
  {
    kind: 'enum',
    name: 'region',
    label: t('boxes.field.region'),
    options: regionOptions(t, regions),
  },
  ...(role === 'agent'
    ? []
    : [{ kind: 'pick', name: 'owner_id', label: t('boxes.field.owner'), find: findUsers } as const]),
]
