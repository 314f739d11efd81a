import { mayControlPhones } from '../../../domain/roles.ts'
import { reasonText } from '../../../texts/reason.ts'
import { findBoxes } from '../../api/boxes.ts'
import type { Device, DeviceQuery, Region } from '../../api/devices.ts'
import { findUsers } from '../../api/people.ts'
import { mayCall } from '../../permissions.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import type { ColumnMakers } from '../lists/column-makers.ts'
import { optionsOf, type FilterMakers } from '../lists/filter-makers.ts'
import type { Filter } from '../lists/filters.ts'
import type { List, Surroundings } from '../lists/list-definition.ts'
import { degrees, percent, whileThere } from './device-figures.ts'
import { deviceStatuses, shownStatus, whyNoScreen } from './device-status.ts'
import { regionOf, regionTexts, regionOptions } from './region-text.ts'

/** The list of phones. */
export interface OfDevices extends List<Device, DeviceQuery, 'devices'> {
  uses: { regions: readonly Region[] }
}

/** The list's columns. `open` controls the phone or, for those who may not, observes it. */
export function deviceColumns(
  { link, status, text, since, actions }: ColumnMakers<Device, 'devices'>,
  { t, regions, role }: Pick<Surroundings<OfDevices>, 't' | 'regions' | 'role'>,
): Column<Device>[] {
  const open = mayControlPhones(role) ? 'open' : 'observe'
  const why = (device: Device) => whyNoScreen(t, device)
  const share = (
    of: 'battery' | 'cpu' | 'memory' | 'storage',
    width: number,
    options: { sortable: true } | { hidden: true },
  ) => text(of, width, { of: (device) => whileThere(device, percent(device[of])), align: 'right', ...options })
  return [
    link('name', 100, { why, sortable: true }),
    status('status', 90, {
      of: ({ status }) => shownStatus(t, status),
      says: deviceStatuses.map((one) => t(`devices.status.${one}`)),
      sortable: true,
      filterBy: 'status',
    }),
    text('serial', 112, { mono: true, sortable: true, filterBy: ({ serial }) => ({ keyword: serial }) }),
    text('model', 94, { sortable: true }),
    text('android_version', 70, { align: 'right', sortable: true }),
    text('in_use_by', 90, {
      of: ({ in_use_by }) => in_use_by?.user_name ?? null,
      filterBy: ({ in_use_by }) => ({ in_use: in_use_by !== null }),
    }),
    text('environment', 124, {
      of: ({ environment: of }) => of && `${t(`environments.names.${of.market}`)} · ${of.name}`,
    }),
    text('egress_ip', 112, { of: (device) => whileThere(device, device.egress_ip), mono: true }),
    text('region', 106, {
      of: ({ region }) => regionOf(t, regions, region),
      says: regionTexts(t, regions),
      sortable: true,
      filterBy: 'region',
    }),
    share('battery', 62, { sortable: true }),
    since('last_seen_at', 90, { align: 'right', sortable: true }),
    text('box', 110, { hidden: true, filterBy: 'box_id' }),
    text('resolution', 100, { mono: true, hidden: true }),
    text('temperature', 80, {
      of: (device) => whileThere(device, degrees(device.temperature)),
      align: 'right',
      hidden: true,
    }),
    share('cpu', 64, { hidden: true }),
    share('memory', 64, { hidden: true }),
    share('storage', 64, { hidden: true }),
    text('status_reason', 180, { of: ({ status_reason }) => reasonText(t, status_reason), hidden: true }),
    text('note', 160, { hidden: true }),
    text('owner', 100, { hidden: true, filterBy: 'owner_id' }),
    actions([[open]], {
      of: (device) => [{ id: 'open', label: t(`devices.action.${open}`), reason: why(device) }],
    }),
  ]
}

/** What the list of phones can be narrowed to. Boxes and users are offered to those who may see them. */
export const deviceFilters = (
  { text, someOf, pick, oneOf, flag, time }: FilterMakers<DeviceQuery>,
  { t, role, regions }: Pick<Surroundings<OfDevices>, 't' | 'role' | 'regions'>,
): (Filter<DeviceQuery> | false)[] => [
  text('keyword', 'table.filter', 'devices.filterHint'),
  // Deleted ones, which are in no list else, can be brought back.
  someOf(
    'status',
    'devices.field.status',
    optionsOf([...deviceStatuses, 'deleted'], (one) => t(`devices.status.${one}`)),
  ),
  mayCall(role, 'boxList') && pick('box_id', 'devices.field.box', findBoxes),
  oneOf('region', 'devices.field.region', regionOptions(t, regions)),
  mayCall(role, 'userList') && pick('owner_id', 'devices.field.owner', findUsers),
  flag('in_use', 'devices.filter.use', ['devices.filter.inUse', 'devices.filter.free']),
  time('seen_from', 'seen_until', 'devices.field.last_seen_at'),
]
