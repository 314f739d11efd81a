import type { TFunction } from 'i18next'
import type { devices } from '../../i18n/zh-CN/devices.ts'
import type { Device } from '../../machines/device-list.ts'
import type { Region } from '../../machines/device-options.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { degrees, percent, regionText, whileThere } from './device-facts.ts'
import { shownStatus, whyNoScreen } from './device-status.ts'

/** The list's columns. `open` controls the phone or, for those who may not, observes it. */
export function deviceColumns(t: TFunction, regions: readonly Region[], mayControl: boolean): Column<Device>[] {
  const header = (field: keyof typeof devices.field) => t(`devices.field.${field}`)
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
    },
    {
      key: 'serial',
      header: header('serial'),
      kind: 'text',
      width: 130,
      mono: true,
      sortable: true,
      render: ({ serial }) => serial,
    },
    { key: 'model', header: header('model'), kind: 'text', width: 110, sortable: true, render: ({ model }) => model },
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
      width: 110,
      render: ({ in_use_by }) => in_use_by?.user_name ?? null,
    },
    {
      key: 'egress_ip',
      header: header('egress_ip'),
      kind: 'text',
      width: 130,
      mono: true,
      render: (device) => whileThere(device, device.egress_ip),
    },
    {
      key: 'region',
      header: header('region'),
      kind: 'text',
      width: 120,
      sortable: true,
      render: ({ region }) => regionText(regions, region),
    },
    {
      key: 'battery',
      header: header('battery'),
      kind: 'text',
      width: 70,
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
    { key: 'box', header: header('box'), kind: 'text', width: 110, hidden: true, render: ({ box_name }) => box_name },
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
    { key: 'note', header: header('note'), kind: 'text', width: 160, hidden: true, render: ({ note }) => note },
    {
      key: 'owner',
      header: header('owner'),
      kind: 'text',
      width: 100,
      hidden: true,
      render: ({ owner_name }) => owner_name,
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
