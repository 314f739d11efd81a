import type { Device, Region } from '../../api/devices.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { shownStatus, whyNoScreen } from './device-status.ts'
import type { TFunction } from 'i18next'
import { regionOf } from './region-text.ts'
import type { Texts } from '../../../texts/catalogue.ts'
import { reasonText } from '../../../texts/reason.ts'
import { degrees, percent, whileThere } from './device-figures.ts'

/** The list's columns. `open` controls the phone or, for those who may not, observes it. */
export function deviceColumns(t: TFunction, regions: readonly Region[], mayControl: boolean): Column<Device>[] {
  const header = (field: keyof Texts['devices']['field']) => t(`devices.field.${field}`)
  const open = t(mayControl ? 'devices.action.open' : 'devices.action.observe')
  return [
    {
      key: 'name',
      header: header('name'),
      kind: 'link',
      width: 100,
      sortable: true,
      render: ({ name, status }) => ({ id: 'open', label: name, reason: whyNoScreen(t, status) }),
    },
    {
      key: 'status',
      header: header('status'),
      kind: 'status',
      width: 90,
      sortable: true,
      render: ({ status }) => shownStatus(t, status),
      filterBy: ({ status }) => ({ status: [status] }),
    },
    {
      key: 'serial',
      header: header('serial'),
      kind: 'text',
      width: 112,
      mono: true,
      sortable: true,
      render: ({ serial }) => serial,
      filterBy: ({ serial }) => ({ keyword: serial }),
    },
    { key: 'model', header: header('model'), kind: 'text', width: 94, sortable: true, render: ({ model }) => model },
    {
      key: 'android_version',
      header: header('android_version'),
      kind: 'text',
      width: 70,
      align: 'right',
      sortable: true,
      render: ({ android_version }) => android_version,
    },
    {
      key: 'in_use_by',
      header: header('in_use_by'),
      kind: 'text',
      width: 90,
      render: ({ in_use_by }) => in_use_by?.user_name ?? null,
      filterBy: ({ in_use_by }) => ({ in_use: in_use_by !== null }),
    },
    {
      key: 'environment',
      header: header('environment'),
      kind: 'text',
      width: 124,
      render: ({ environment }) =>
        environment && `${t(`environments.names.${environment.market}`)} · ${environment.name}`,
    },
    {
      key: 'egress_ip',
      header: header('egress_ip'),
      kind: 'text',
      width: 112,
      mono: true,
      render: (device) => whileThere(device, device.egress_ip),
    },
    {
      key: 'region',
      header: header('region'),
      kind: 'text',
      width: 106,
      sortable: true,
      render: ({ region }) => regionOf(t, regions, region),
      filterBy: ({ region }) => ({ region }),
    },
    {
      key: 'battery',
      header: header('battery'),
      kind: 'text',
      width: 62,
      align: 'right',
      sortable: true,
      render: (device) => whileThere(device, percent(device.battery)),
    },
    {
      key: 'last_seen_at',
      header: header('last_seen_at'),
      kind: 'since',
      width: 100,
      align: 'right',
      sortable: true,
      render: ({ last_seen_at }) => last_seen_at,
    },
    {
      key: 'box',
      header: header('box'),
      kind: 'text',
      width: 110,
      hidden: true,
      render: ({ box_name }) => box_name,
      filterBy: ({ box_id }) => ({ box_id }),
    },
    {
      key: 'resolution',
      header: header('resolution'),
      kind: 'text',
      width: 100,
      mono: true,
      hidden: true,
      render: ({ resolution }) => resolution,
    },
    {
      key: 'temperature',
      header: header('temperature'),
      kind: 'text',
      width: 80,
      align: 'right',
      hidden: true,
      render: (device) => whileThere(device, degrees(device.temperature)),
    },
    {
      key: 'cpu',
      header: header('cpu'),
      kind: 'text',
      width: 64,
      align: 'right',
      hidden: true,
      render: (device) => whileThere(device, percent(device.cpu)),
    },
    {
      key: 'memory',
      header: header('memory'),
      kind: 'text',
      width: 64,
      align: 'right',
      hidden: true,
      render: (device) => whileThere(device, percent(device.memory)),
    },
    {
      key: 'storage',
      header: header('storage'),
      kind: 'text',
      width: 64,
      align: 'right',
      hidden: true,
      render: (device) => whileThere(device, percent(device.storage)),
    },
    {
      key: 'status_reason',
      header: header('status_reason'),
      kind: 'text',
      width: 180,
      hidden: true,
      render: ({ status_reason }) => reasonText(t, status_reason),
    },
    { key: 'note', header: header('note'), kind: 'text', width: 160, hidden: true, render: ({ note }) => note },
    {
      key: 'owner',
      header: header('owner'),
      kind: 'text',
      width: 100,
      hidden: true,
      render: ({ owner_name }) => owner_name,
      filterBy: ({ owner_id }) => ({ owner_id }),
    },
    {
      key: 'actions',
      header: header('actions'),
      kind: 'actions',
      width: 100,
      align: 'right',
      render: ({ status }) => [
        { id: 'open', label: open, reason: whyNoScreen(t, status) },
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}
