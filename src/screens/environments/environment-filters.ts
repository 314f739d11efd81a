import type { TFunction } from 'i18next'
import { regionOptions } from '../devices/region-text.ts'
import type { Market } from '../../../domain/markets.ts'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { EnvironmentQuery } from '../../api/environments.ts'
import { findUsers } from '../../api/people.ts'
import { findGroups } from '../../api/environment-groups.ts'
import type { Region } from '../../api/devices.ts'
import type { Filter } from '../lists/filters.ts'

/** What a market's environments can be narrowed to. Users are offered to those who may see them. */
export function environmentFilters(
  t: TFunction,
  role: Role,
  market: Market,
  regions: readonly Region[],
): Filter<EnvironmentQuery>[] {
  return [
    { kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('environments.filterHint'), longest: 128 },
    { kind: 'pick', name: 'tag', label: t('environments.field.groups'), find: findGroups(market) },
    ...(mayCall(role, 'userList')
      ? [{ kind: 'pick', name: 'owner_id', label: t('environments.field.owner'), find: findUsers } as const]
      : []),
    {
      kind: 'enum',
      name: 'region',
      label: t('environments.field.region'),
      options: regionOptions(t, regions),
    },
    {
      kind: 'flag',
      name: 'open',
      label: t('environments.field.state'),
      yes: t('environments.state.open'),
      no: t('environments.state.closed'),
    },
    {
      kind: 'time',
      name: 'opened_from',
      until: 'opened_to',
      label: t('environments.field.last_opened_at'),
    },
  ]
}
