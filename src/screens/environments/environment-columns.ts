import type { Market } from '../../../domain/markets.ts'
import { mayCall } from '../../permissions.ts'
import { findGroups } from '../../api/environment-groups.ts'
import type { Environment, EnvironmentQuery, MarketOptions } from '../../api/environments.ts'
import { findUsers } from '../../api/people.ts'
import { regionOf, regionTexts, regionOptions } from '../devices/region-text.ts'
import type { List, ListDefinition } from '../lists/list-definition.ts'

/** The environments of a market. */
export interface OfEnvironments extends List<Environment, EnvironmentQuery, 'environments'> {
  uses: MarketOptions & { market: Market; refreshOptions: () => void }
}

const megabyte = 1024 * 1024

/** What a saved record weighs. */
export const weight = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`

/** The columns of a market's environments. */
export const environmentColumns: ListDefinition<OfEnvironments>['columns'] = (
  { link, status, text, tags, since, moment, actions },
  { t, regions, groups },
) => {
  const byId = new Map(groups.map((group) => [group.id, { text: group.name, colour: group.colour }]))
  return [
    link('name', 160, { sortable: true }),
    status('state', 80, {
      says: [t('environments.state.closed'), t('environments.state.open')],
      filterBy: ({ device_id }) => ({ open: device_id !== null }),
      of: ({ device_id }) =>
        device_id === null
          ? { tone: 'idle', text: t('environments.state.closed') }
          : { tone: 'ok', text: t('environments.state.open') },
    }),
    text('account', 150, { sortable: true }),
    tags('groups', 180, {
      filterBy: ({ tags: [tag] }) => (tag === undefined ? null : { tag }),
      of: ({ tags }) => tags.flatMap((id) => byId.get(id) ?? []),
    }),
    text('owner', 90, { filterBy: 'owner_id' }),
    text('region', 110, {
      of: ({ region }) => regionOf(t, regions, region),
      says: regionTexts(t, regions),
      sortable: true,
      filterBy: 'region',
    }),
    text('proxy', 160, { of: ({ proxy }) => proxy && `${proxy.type}://${proxy.host}:${proxy.port}`, mono: true }),
    since('last_opened_at', 90, { align: 'right', sortable: true }),
    text('device', 100, { hidden: true }),
    text('timezone', 140, { hidden: true }),
    text('language', 80, { hidden: true }),
    text('record', 90, { of: ({ record }) => record && weight(record.size), align: 'right', hidden: true }),
    moment('created_at', 150, { sortable: true, hidden: true }),
    since('updated_at', 100, { align: 'right', sortable: true, hidden: true }),
    text('note', 160, { hidden: true }),
    actions([['open'], ['operate']], {
      of({ device_id }) {
        const [id, word] = device_id === null ? (['work', 'open'] as const) : (['operate', 'operate'] as const)
        return [{ id, label: t(`environments.action.${word}`), main: true }]
      },
    }),
  ]
}

/** What a market's environments can be narrowed to. Users are offered to those who may see them. */
export const environmentFilters: ListDefinition<OfEnvironments>['filters'] = (
  { text, pick, oneOf, flag, time },
  { t, role, market, regions },
) => [
  text('keyword', 'table.filter', 'environments.filterHint', 128),
  pick('tag', 'environments.field.groups', findGroups(market)),
  mayCall(role, 'userList') && pick('owner_id', 'environments.field.owner', findUsers),
  oneOf('region', 'environments.field.region', regionOptions(t, regions)),
  flag('open', 'environments.field.state', ['environments.state.open', 'environments.state.closed']),
  time('opened_from', 'opened_to', 'environments.field.last_opened_at'),
]
