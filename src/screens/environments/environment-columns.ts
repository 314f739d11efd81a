import type { TFunction } from 'i18next'
import type { Environment } from '../../api/environments.ts'
import type { Group } from '../../api/environment-groups.ts'
import type { Region } from '../../api/devices.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'
import { regionOf } from '../devices/region-text.ts'
import type { Texts } from '../../../texts/catalogue.ts'

const megabyte = 1024 * 1024

/** What a saved record weighs. */
export const weight = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`

/** The columns of a market's environments. */
export function environmentColumns(
  t: TFunction,
  regions: readonly Region[],
  groups: readonly Group[],
): Column<Environment>[] {
  const header = (field: keyof Texts['environments']['field']) => t(`environments.field.${field}`)
  const byId = new Map(groups.map((group) => [group.id, { text: group.name, colour: group.colour }]))
  return [
    {
      key: 'name',
      header: header('name'),
      kind: 'link',
      width: 160,
      sortable: true,
      render: ({ name }) => ({ id: 'open', label: name }),
    },
    {
      key: 'state',
      header: header('state'),
      kind: 'status',
      width: 80,
      filterBy: ({ device_id }) => ({ open: device_id !== null }),
      render: ({ device_id }) =>
        device_id === null
          ? { tone: 'idle', text: t('environments.state.closed') }
          : { tone: 'ok', text: t('environments.state.open') },
    },
    {
      key: 'account',
      header: header('account'),
      kind: 'text',
      width: 150,
      sortable: true,
      render: ({ account }) => account,
    },
    {
      key: 'groups',
      header: header('groups'),
      kind: 'tags',
      width: 180,
      filterBy: ({ tags: [tag] }) => (tag === undefined ? null : { tag }),
      render: ({ tags }) => tags.flatMap((id) => byId.get(id) ?? []),
    },
    {
      key: 'owner',
      header: header('owner'),
      kind: 'text',
      width: 90,
      filterBy: ({ owner_id }) => ({ owner_id }),
      render: ({ owner_name }) => owner_name,
    },
    {
      key: 'region',
      header: header('region'),
      kind: 'text',
      width: 110,
      sortable: true,
      filterBy: ({ region }) => (region === '' ? null : { region }),
      render: ({ region }) => regionOf(t, regions, region),
    },
    {
      key: 'proxy',
      header: header('proxy'),
      kind: 'text',
      width: 160,
      mono: true,
      render: ({ proxy }) => proxy && `${proxy.type}://${proxy.host}:${proxy.port}`,
    },
    {
      key: 'last_opened_at',
      header: header('last_opened_at'),
      kind: 'since',
      width: 90,
      align: 'right',
      sortable: true,
      render: ({ last_opened_at }) => last_opened_at,
    },
    {
      key: 'device',
      header: header('device'),
      kind: 'text',
      width: 100,
      hidden: true,
      render: ({ device_name }) => device_name,
    },
    {
      key: 'timezone',
      header: header('timezone'),
      kind: 'text',
      width: 140,
      hidden: true,
      render: ({ timezone }) => timezone,
    },
    {
      key: 'language',
      header: header('language'),
      kind: 'text',
      width: 80,
      hidden: true,
      render: ({ language }) => language,
    },
    {
      key: 'record',
      header: header('record'),
      kind: 'text',
      width: 90,
      align: 'right',
      hidden: true,
      render: ({ record }) => record && weight(record.size),
    },
    {
      key: 'created_at',
      header: header('created_at'),
      kind: 'text',
      width: 150,
      sortable: true,
      hidden: true,
      render: ({ created_at }) => momentText(created_at),
    },
    {
      key: 'updated_at',
      header: header('updated_at'),
      kind: 'since',
      width: 100,
      align: 'right',
      sortable: true,
      hidden: true,
      render: ({ updated_at }) => updated_at,
    },
    { key: 'note', header: header('note'), kind: 'text', width: 160, hidden: true, render: ({ note }) => note },
    {
      key: 'actions',
      header: header('actions'),
      kind: 'actions',
      width: 130,
      align: 'right',
      render: ({ device_id }) => [
        { id: 'work', label: t(device_id === null ? 'environments.open' : 'environments.operate') },
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}
