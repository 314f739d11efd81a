import { markets, type Market } from '../../../domain/markets.ts'
import { api, dataOf } from '../../api/client.ts'
import { bodyRules } from '../../../generated/body-rules.ts'
import type { components } from '../../../generated/contract-types.ts'
import type { BatchCall } from '../lists/batch-action.ts'
import { pagesByOffset } from '../lists/offset-pages.ts'
import { oneByOne } from '../lists/one-by-one.ts'
import type { FindOptions } from '../lists/option-search.ts'
import type { FetchPage } from '../lists/page-flight.ts'
import type { RecordFormInput } from '../forms/record-form.ts'

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

/** Groups of a market, by name. */
export const findGroups =
  (market: Market): FindOptions =>
  async (wanted, signal) => {
    const query = { market, limit: 500 }
    const { items } = await dataOf(api.GET('/api/restful/v2/group/list', { signal, params: { query } }))
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
  if (!('ids' in target)) throw new Error('groups are deleted by id')
  return dataOf(api.POST('/api/restful/v2/group/del', { signal, body: { ids: [...target.ids] } }))
}

/** Gives a group another place, from 0. */
export const placeGroup = (position: number): BatchCall<GroupQuery> =>
  oneByOne((id, signal) => dataOf(api.POST('/api/restful/v2/group/edit', { signal, body: { id, position } })))

export type GroupValues = { name: string; colour: string } // A type, not an interface: it is to be indexed.

export const newGroup = (market: Market): RecordFormInput<GroupValues, Group> => ({
  values: { name: '', colour: '#2d72d2' },
  of: 'new record',
  rules: bodyRules.groupAdd,
  save: ({ values }, signal) => dataOf(api.POST('/api/restful/v2/group/add', { signal, body: { market, ...values } })),
})

export const existingGroup = ({ id, name, colour }: Group): RecordFormInput<GroupValues, Group> => ({
  values: { name, colour },
  of: 'existing record',
  rules: bodyRules.groupEdit,
  save: ({ changes }, signal) => dataOf(api.POST('/api/restful/v2/group/edit', { signal, body: { id, ...changes } })),
})
