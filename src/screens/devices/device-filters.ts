import type { TFunction } from 'i18next'
import { regionOptions } from './region-text.ts'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { DeviceQuery, Region } from '../../api/devices.ts'
import { findBoxes } from '../../api/boxes.ts'
import { findUsers } from '../../api/people.ts'
import type { Filter } from '../lists/filters.ts'
import { deviceStatuses } from './device-status.ts'

/** What the list of phones can be narrowed to. Boxes and users are offered to those who may see them. */
export function deviceFilters(t: TFunction, role: Role, regions: readonly Region[]): Filter<DeviceQuery>[] {
  return [
    { kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('devices.filterHint') },
    {
      kind: 'enum',
      name: 'status',
      label: t('devices.field.status'),
      multiple: true,
      // Deleted ones, which are in no list else, can be brought back.
      options: [...deviceStatuses, 'deleted' as const].map((status) => ({
        value: status,
        text: t(`devices.status.${status}`),
      })),
    },
    ...(mayCall(role, 'boxList')
      ? [{ kind: 'pick', name: 'box_id', label: t('devices.field.box'), find: findBoxes } as const]
      : []),
    {
      kind: 'enum',
      name: 'region',
      label: t('devices.field.region'),
      options: regionOptions(t, regions),
    },
    ...(mayCall(role, 'userList')
      ? [{ kind: 'pick', name: 'owner_id', label: t('devices.field.owner'), find: findUsers } as const]
      : []),
    {
      kind: 'flag',
      name: 'in_use',
      label: t('devices.filter.use'),
      yes: t('devices.filter.inUse'),
      no: t('devices.filter.free'),
    },
    { kind: 'time', name: 'seen_from', until: 'seen_until', label: t('devices.field.last_seen_at') },
  ]
}
