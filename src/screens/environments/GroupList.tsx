import { Button } from '@blueprintjs/core'
import { Add, ArrowDown, ArrowUp, Edit, Shop, Tag, Trash } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deleteGroups, fetchGroups, placeGroup, type Group, type GroupQuery } from '../../api/environment-groups.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'
import type { Filter } from '../lists/filters.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { useMarket } from './use-market.ts'

const groupColumns = (t: TFunction): Column<Group>[] => [
  {
    key: 'order',
    header: t('environments.groups.order'),
    kind: 'text',
    width: 56,
    align: 'right',
    render: ({ position }) => String(position + 1),
  },
  {
    key: 'name',
    header: t('environments.groups.name'),
    kind: 'tags',
    width: 240,
    render: ({ name, colour }) => [{ text: name, colour }],
  },
  {
    key: 'count',
    header: t('environments.groups.count'),
    kind: 'actions',
    width: 90,
    align: 'right',
    render: ({ environment_count }) => [{ id: 'show', label: environment_count.toLocaleString() }],
  },
  {
    key: 'owner',
    header: t('environments.groups.owner'),
    kind: 'text',
    width: 120,
    render: ({ owner_name }) => owner_name,
  },
  {
    key: 'created_at',
    header: t('environments.groups.created_at'),
    kind: 'text',
    width: 160,
    render: ({ created_at }) => momentText(created_at),
  },
  {
    key: 'actions',
    header: t('environments.field.actions'),
    kind: 'actions',
    width: 100,
    align: 'right',
    render: () => [
      { id: 'open', label: t('environments.edit') },
      { id: 'menu', label: '⋯' },
    ],
  },
]

/** A team has few groups: they are looked through, not searched. */
const filters: Filter<GroupQuery>[] = []

/** The groups of a market (SPEC §2, /<market>/tag): their order, their colours, what is in them. */
export function GroupList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const market = useMarket()
  const me = useCurrentUser()
  const groups = useResource<Group, GroupQuery>({
    name: `groups-${market}`,
    columns: useMemo(() => groupColumns(t), [t]),
    filters,
    firstSort: 'order',
    fetchPage: fetchGroups(market),
  })
  const [open, setOpen] = useState<'new' | Group>()
  const close = () => setOpen(undefined)
  const show = ({ id }: Group) => void navigate(`/${market}/list?tag=${id}`)
  const whyNot = ({ owner_id }: Group) =>
    me.role === 'manager' || owner_id === me.id ? undefined : t('environments.groups.notYours')
  const place = ({ id }: Group, title: string, position: number) =>
    groups.perform({ title, target: { ids: [id] }, call: placeGroup(position) })
  const remove = (ids: readonly number[], what: string) =>
    groups.perform({
      title: t('environments.groups.delete'),
      target: { ids },
      call: deleteGroups,
      loses: { what: [what, t('environments.groups.warning')], confirm: t('environments.delete') },
    })
  const rowActions = (group: Group) => {
    const { id, name, position, environment_count: n } = group
    const reason = whyNot(group)
    const isLast = position >= groups.rows.total - 1
    return [
      [
        { key: 'edit', text: t('environments.edit'), icon: <Edit />, reason, onPick: () => setOpen(group) },
        { key: 'show', text: t('environments.groups.show'), icon: <Shop />, onPick: () => show(group) },
      ],
      [
        {
          key: 'up',
          text: t('environments.groups.up'),
          icon: <ArrowUp />,
          reason: reason ?? (position === 0 ? t('environments.groups.first') : undefined),
          onPick: () => place(group, t('environments.groups.up'), position - 1),
        },
        {
          key: 'down',
          text: t('environments.groups.down'),
          icon: <ArrowDown />,
          reason: reason ?? (isLast ? t('environments.groups.last') : undefined),
          onPick: () => place(group, t('environments.groups.down'), position + 1),
        },
      ],
      [
        {
          key: 'delete',
          text: t('environments.delete'),
          icon: <Trash />,
          intent: 'danger' as const,
          reason,
          onPick: () => remove([id], t('environments.groups.loses', { name, n })),
        },
      ],
    ]
  }
  const selectionActions = (count: number) => [
    {
      key: 'delete',
      text: t('environments.delete'),
      icon: <Trash />,
      intent: 'danger' as const,
      onPick: (target: BatchTarget<GroupQuery>) =>
        remove('ids' in target ? target.ids : [], t('environments.groups.losesMany', { count })),
    },
  ]
  const add = (
    <Button intent="primary" icon={<Add />} text={t('environments.groups.add')} onClick={() => setOpen('new')} />
  )

  return (
    <ResourceScreen
      resource={groups}
      title={t('environments.groups.title', { market: t(`environments.names.${market}`) })}
      unit="environments.groups.unit"
      nameOf={({ name }) => name}
      onOpen={(group) => (whyNot(group) === undefined ? setOpen(group) : show(group))}
      onAction={(_action, group) => show(group)}
      rowActions={rowActions}
      selectionActions={selectionActions}
      tools={add}
      empty={{
        icon: <Tag size={40} />,
        title: t('environments.groups.empty'),
        hint: t('environments.groups.emptyHint'),
        action: add,
      }}
    >
      {open !== undefined && (
        <GroupDialog
          market={market}
          group={open === 'new' ? undefined : open}
          onClose={close}
          onSaved={() => {
            close()
            groups.refresh()
          }}
        />
      )}
    </ResourceScreen>
  )
}
