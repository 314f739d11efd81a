import { markets, type Market } from '../../domain/markets.ts'
import { api, dataOf } from '../api/client.ts'
import type { components, operations } from '../api/schema.ts'
import type { BatchCall } from './batch-action.ts'
import { inTurns } from './in-turns.ts'
import type { FetchPage } from './page-flight.ts'
import type { BatchTarget } from './resource-list.ts'

export type Environment = components['schemas']['Environment']

/** What the list of a market's environments is sorted by and narrowed to. */
export type EnvironmentQuery = Omit<NonNullable<operations['environmentExport']['parameters']['query']>, 'market'>

const fetchFrom =
  (market: Market): FetchPage<Environment, EnvironmentQuery> =>
  ({ query, cursor, limit }, signal) =>
    dataOf(
      api.GET('/api/restful/v2/environment/list', {
        signal,
        params: { query: { ...query, market, limit, cursor: cursor ?? undefined } },
      }),
    )

const fetches = new Map(markets.map((market) => [market, fetchFrom(market)]))

/** Asks for one page of a market's environments; the same function each time, as a list wants it. */
export const fetchEnvironments = (market: Market): FetchPage<Environment, EnvironmentQuery> =>
  fetches.get(market) ?? fetchFrom(market)

/** What the calls that change environments take: ids, or the filters without the sort. */
function selectionOf(market: Market, target: BatchTarget<EnvironmentQuery>) {
  if ('ids' in target) return { market, ids: [...target.ids] }
  const { sort: _sort, ...matching } = target.matching
  return { market, matching }
}

export const deleteEnvironments =
  (market: Market): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const body = selectionOf(market, target)
    return (await dataOf(api.POST('/api/restful/v2/environment/del', { signal, body }))).results
  }

type OpeningResult = components['schemas']['OpeningResults']['results'][number]

/** Environments that one call opens or closes; more are in turns. */
const atOnce = 200

/** Opens environments on free phones. `opened` hears of the phone where it is one environment alone. */
export const openEnvironments =
  (market: Market, opened?: (deviceId: number) => void): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const results = await inTurns<OpeningResult>(target, atOnce, async (ids) => {
      const body = { market, ids }
      return (await dataOf(api.POST('/api/restful/v2/environment/open', { signal, body }))).results
    })
    const [first] = results
    if (results.length === 1 && first?.device_id !== undefined) opened?.(first.device_id)
    return results
  }

/** Closes environments: what is on their phones is saved, and the phones are wiped. */
export const closeEnvironments =
  (market: Market): BatchCall<EnvironmentQuery> =>
  (target, signal) =>
    inTurns(target, atOnce, async (ids) => {
      const body = { market, ids }
      return (await dataOf(api.POST('/api/restful/v2/environment/close', { signal, body }))).results
    })

export type EnvironmentRecords = components['schemas']['EnvironmentRecords']

export const loadRecords = ({ market, id }: Environment, signal: AbortSignal): Promise<EnvironmentRecords> =>
  dataOf(api.GET('/api/restful/v2/environment/records', { signal, params: { query: { market, id } } }))

export const restoreRecord = (environmentId: number, recordId: number, signal: AbortSignal) =>
  dataOf(
    api.POST('/api/restful/v2/record/restore', {
      signal,
      body: { environment_id: environmentId, record_id: recordId },
    }),
  )

export type MoveMode = 'replace' | 'add' | 'remove'

export const moveEnvironments =
  (market: Market, tags: readonly number[], mode: MoveMode): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const body = { ...selectionOf(market, target), tags: [...tags], mode }
    return (await dataOf(api.POST('/api/restful/v2/environment/move', { signal, body }))).results
  }

export const assignEnvironments =
  (market: Market, ownerId: number): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const body = { ...selectionOf(market, target), owner_id: ownerId }
    return (await dataOf(api.POST('/api/restful/v2/environment/assign', { signal, body }))).results
  }
