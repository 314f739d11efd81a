import { isMarket, markets, type Market } from '../../domain/markets.ts'
import { groupsTask } from '../../domain/user-messages.ts'
import { bodyRules } from '../../generated/body-rules.ts'
import type { components } from '../../generated/contract-types.ts'
import type { ServerMessage } from './browser-socket.ts'
import { api, dataOf } from './client.ts'
import type { RecordFormInput } from './form-description.ts'
import { idsOf, pagesByOffset, type BatchCall, type FetchPage, type FindOptions } from './list-calls.ts'

export type Group = components['schemas']['EnvironmentGroup']

/** Groups have one order, which is theirs. */
export interface GroupQuery {
  sort?: string
}

const fetchFrom = (market: Market): FetchPage<Group, GroupQuery> =>
  pagesByOffset(({ skip, limit }, signal) =>
    dataOf(api.GET('/api/restful/v2/group/list', { signal, params: { query: { market, skip, limit } } })),
  )

const fetches = new Map(markets.map((market) => [market, fetchFrom(market)]))

/** Asks for a market's groups; the same function each time, as a list wants it. */
export const fetchGroups = (market: Market): FetchPage<Group, GroupQuery> => fetches.get(market) ?? fetchFrom(market)

/** The most that is asked for at once, which is more than a market has. */
const maxGroups = 500

export const fetchAllGroups = async (market: Market, signal: AbortSignal): Promise<readonly Group[]> =>
  (await dataOf(api.GET('/api/restful/v2/group/list', { signal, params: { query: { market, limit: maxGroups } } })))
    .items

/** Groups of a market, by name. */
export const findGroups =
  (market: Market): FindOptions =>
  async (wanted, signal) => {
    const items = await fetchAllGroups(market, signal)
    const fits = ({ id, name }: Group) =>
      'value' in wanted ? String(id) === wanted.value : name.toLowerCase().includes(wanted.text.trim().toLowerCase())
    return items.filter(fits).map(({ id, name }) => ({ value: String(id), text: name }))
  }

/** Groups of all these markets, by name; each is told with its market. */
export const findGroupsOf =
  (wantedMarkets: readonly Market[], nameOf: (market: Market) => string): FindOptions =>
  async (wanted, signal) => {
    const found = await Promise.all(
      wantedMarkets.map(async (market) => {
        const options = await findGroups(market)(wanted, signal)
        return options.map(({ value, text }) => ({ value, text: `${nameOf(market)} · ${text}` }))
      }),
    )
    return found.flat()
  }

export const deleteGroups: BatchCall<GroupQuery> = async (target, signal) => {
  return dataOf(api.POST('/api/restful/v2/group/del', { signal, body: { ids: idsOf(target) } }))
}

/** Gives a group another place, from 0. */
export const placeGroup = ({ id, place }: { id: number; place: number }, signal: AbortSignal): Promise<Group> =>
  dataOf(api.POST('/api/restful/v2/group/edit', { signal, body: { id, position: place } }))

/** The market whose groups a message of the server says are others; undefined where it tells of none. */
export const regroupedMarketIn = ({ task_type, market }: ServerMessage): Market | undefined =>
  task_type === groupsTask && isMarket(market) ? market : undefined

type GroupValues = { name: string; colour: string } // A type, not an interface: it is to be indexed.

export const newGroup = (market: Market): RecordFormInput<GroupValues, Group> => ({
  values: { name: '', colour: '#2d72d2' },
  of: 'new record',
  rules: bodyRules.groupAdd,
  save: ({ values }, signal) => dataOf(api.POST('/api/restful/v2/group/add', { signal, body: { market, ...values } })),
})

/** Makes a group of this name, in the usual colour. */
export const addGroup =
  (market: Market) =>
  (name: string, signal: AbortSignal): Promise<Group> =>
    dataOf(api.POST('/api/restful/v2/group/add', { signal, body: { market, name } }))

export const existingGroup = ({ id, name, colour }: Group): RecordFormInput<GroupValues, Group> => ({
  values: { name, colour },
  of: 'existing record',
  rules: bodyRules.groupEdit,
  save: ({ changes }, signal) => dataOf(api.POST('/api/restful/v2/group/edit', { signal, body: { id, ...changes } })),
})
