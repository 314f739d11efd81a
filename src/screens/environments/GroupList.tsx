import { Add, ArrowDown, ArrowUp, Shop, Tag } from '@blueprintjs/icons'
import type { Market } from '../../../domain/markets.ts'
import { deleteGroups, fetchGroups, placeGroup, type Group, type GroupQuery } from '../../api/environment-groups.ts'
import { defineList } from '../lists/define-list.tsx'
import type { List, Stage, Surroundings } from '../lists/list-definition.ts'
import { orderOf } from '../lists/row-order.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { useGroupChanges } from './use-group-changes.ts'
import { useMarket } from './use-market.ts'

interface Groups extends List<Group, GroupQuery, 'environments.groups'> {
  uses: { market: Market; hearGroups: ReturnType<typeof useGroupChanges> }
}

const whyNot = ({ owner_id }: Group, { me, t }: Surroundings<Groups>) =>
  me.role === 'manager' || owner_id === me.id ? undefined : t('environments.groups.notYours')

const isLast = ({ position }: Group, { list }: Stage<Groups>) => position >= list.rows.total - 1

function useGroupsOfMarket() {
  const market = useMarket()
  return { market, hearGroups: useGroupChanges(market) }
}

/** The groups of a market (SPEC §2, /<market>/tag): their order, their colours, what is in them. */
export const GroupList = defineList<Groups>({
  uses: useGroupsOfMarket,
  texts: 'environments.groups',
  name: ({ market }) => `groups-${market}`,
  pages: ({ market }) => fetchGroups(market),
  firstSort: 'order',
  useOrder: orderOf({
    whyFixed: whyNot,
    place: placeGroup,
    numbered: 'position',
    hear: ({ hearGroups }) => hearGroups,
  }),
  columns: ({ place, tags, buttons, text, moment, actions }, surroundings) => [
    tags('name', 240, { of: ({ name, colour }) => [{ text: name, colour }] }),
    place('order', 72, {
      of: (group) => ({ text: String(group.position + 1), reason: whyNot(group, surroundings) }),
    }),
    buttons('count', 90, {
      of: ({ environment_count: n }) => [{ id: 'show', label: n.toLocaleString() }],
      align: 'right',
    }),
    text('owner', 120),
    moment('created_at', 160),
    actions([['edit']]),
  ],
  title: ({ t, market }) => t('environments.groups.title', { market: t(`environments.names.${market}`) }),
  nameOf: ({ name }) => name,
  opens: (group, stage) => (whyNot(group, stage) === undefined ? 'edit' : 'show'),
  actions: [
    [
      { key: 'edit', reason: whyNot },
      { key: 'show', icon: <Shop />, does: ({ id }, { navigate, market }) => navigate(`/${market}/list?tag=${id}`) },
    ],
    [
      {
        key: 'up',
        icon: <ArrowUp />,
        reason: (group, stage) =>
          whyNot(group, stage) ?? (group.position === 0 ? stage.t('environments.groups.first') : undefined),
        does: (group, { move }) => move?.(group, group.position - 1),
      },
      {
        key: 'down',
        icon: <ArrowDown />,
        reason: (group, stage) =>
          whyNot(group, stage) ?? (isLast(group, stage) ? stage.t('environments.groups.last') : undefined),
        does: (group, { move }) => move?.(group, group.position + 1),
      },
    ],
    [
      {
        key: 'remove',
        reason: whyNot,
        several: true,
        batch: {
          call: deleteGroups,
          title: 'environments.groups.delete',
          loses: ({ row, count }, { t }) => [
            row === undefined
              ? t('environments.groups.losesMany', { count })
              : t('environments.groups.loses', { name: row.name, n: row.environment_count }),
            t('environments.groups.warning'),
          ],
        },
      },
    ],
  ],
  form: (group, { market, saved, close }) => (
    <GroupDialog market={market} group={group} onSaved={saved} onClose={close} />
  ),
  add: { icon: <Add /> },
  empty: { icon: <Tag size={40} />, next: [] },
})
