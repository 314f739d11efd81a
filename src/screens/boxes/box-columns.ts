import type { TFunction } from 'i18next'
import type { Box, BoxChoices } from '../../api/boxes.ts'
import type { Column, Meter } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'
import { regionOf } from '../devices/region-text.ts'
import type { Texts } from '../../../texts/catalogue.ts'

/** From where on a share wants a look, and from where it is too much; per cent and °C alike. */
const limits = { cpu: [80, 95], memory: [85, 95], disk: [80, 92], temperature: [70, 85] } as const

/** What a box said last of its health; nothing once it is gone. */
function meter(box: Box, field: keyof typeof limits): Meter | null {
  const value = box.online ? box[field] : null
  if (value === null) return null
  const [warn, danger] = limits[field]
  const tone = value >= danger ? 'danger' : value >= warn ? 'warn' : 'ok'
  return { percent: value, tone, text: field === 'temperature' ? `${Math.round(value)}°` : `${Math.round(value)}%` }
}

/** The columns that both lists of boxes begin with. */
export function identityColumns(t: TFunction, open: string): Column<Box>[] {
  const header = (field: keyof Texts['boxes']['field']) => t(`boxes.field.${field}`)
  return [
    {
      key: 'name',
      header: header('name'),
      kind: 'link',
      width: 112,
      sortable: true,
      render: ({ name }) => ({ id: open, label: name }),
    },
    {
      key: 'code',
      header: header('code'),
      kind: 'text',
      width: 60,
      mono: true,
      sortable: true,
      render: ({ code }) => code,
    },
    {
      key: 'online',
      header: header('state'),
      kind: 'status',
      width: 84,
      sortable: true,
      render: ({ online }) =>
        online ? { tone: 'ok', text: t('boxes.online') } : { tone: 'off', text: t('boxes.offline') },
    },
    {
      key: 'last_seen_at',
      header: header('seen'),
      kind: 'since',
      width: 82,
      sortable: true,
      render: ({ last_seen_at }) => last_seen_at,
    },
  ]
}

/** The columns of the list of boxes: who they are, how they fare, whose they are. */
export function boxColumns(t: TFunction, regions: BoxChoices['regions'], mayChange: boolean): Column<Box>[] {
  const header = (field: keyof Texts['boxes']['field']) => t(`boxes.field.${field}`)
  const health = (field: keyof typeof limits): Column<Box> => ({
    key: field,
    header: header(field),
    kind: 'meter',
    width: 90,
    render: (box) => meter(box, field),
  })
  return [
    ...identityColumns(t, mayChange ? 'edit' : 'devices'),
    {
      key: 'phones',
      header: header('phones'),
      kind: 'link',
      width: 96,
      align: 'right',
      render: ({ online_phone_count: online, phone_count: total, refused }) =>
        refused.length === 0
          ? { id: 'devices', label: t('boxes.phonesOf', { online, total }) }
          : { id: 'refused', label: t('boxes.refused.mark', { online, total, n: refused.length }) },
    },
    health('cpu'),
    health('memory'),
    health('disk'),
    health('temperature'),
    {
      key: 'region',
      header: header('region'),
      kind: 'text',
      width: 98,
      sortable: true,
      render: ({ region }) => regionOf(t, regions, region),
    },
    {
      key: 'agent',
      header: header('agent'),
      kind: 'status',
      width: 114,
      render: ({ agent_version, agent_outdated }) =>
        agent_version === null
          ? { tone: 'off', text: '—' }
          : agent_outdated
            ? { tone: 'warn', text: t('boxes.upgrade.mark', { version: agent_version }) }
            : { tone: 'ok', text: agent_version },
    },
    { key: 'owner', header: header('owner'), kind: 'text', width: 72, render: ({ owner_name }) => owner_name },
    { key: 'address', header: header('address'), kind: 'text', width: 140, hidden: true, render: (box) => box.address },
    {
      key: 'slots',
      header: header('slots'),
      kind: 'text',
      width: 64,
      align: 'right',
      hidden: true,
      render: ({ slots }) => String(slots),
    },
    {
      key: 'phone_owner',
      header: header('phoneOwner'),
      kind: 'text',
      width: 110,
      hidden: true,
      render: (box) => box.phone_owner_name,
    },
    {
      key: 'created_at',
      header: header('created'),
      kind: 'text',
      width: 150,
      hidden: true,
      sortable: true,
      render: ({ created_at }) => momentText(created_at),
    },
    { key: 'note', header: header('note'), kind: 'text', width: 160, hidden: true, render: ({ note }) => note },
    {
      key: 'actions',
      header: header('actions'),
      kind: 'actions',
      width: 112,
      align: 'right',
      render: () => [
        { id: 'devices', label: t('boxes.action.devices') },
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}
