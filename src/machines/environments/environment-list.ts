import { markets, type Market } from '../../../domain/markets.ts'
import type { EnvironmentAction } from '../../../domain/runs.ts'
import { api, dataOf } from '../../api/client.ts'
import type { components, operations } from '../../../generated/contract-types.ts'
import type { BatchCall } from '../lists/batch-action.ts'
import type { BegunJob } from '../jobs/jobs.ts'
import type { FetchPage } from '../lists/page-flight.ts'
import type { BatchTarget } from '../lists/resource-list.ts'

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
    return dataOf(api.POST('/api/restful/v2/environment/del', { signal, body }))
  }

/** Opens one environment on a free phone; `opened` hears which. */
export const openEnvironment =
  (id: number, opened: (deviceId: number) => unknown): BatchCall<EnvironmentQuery> =>
  async (_target, signal) => {
    opened((await dataOf(api.POST('/api/restful/v2/environment/open', { signal, body: { id } }))).device_id)
    return { results: [{ id, ok: true }] }
  }

/** Opens one whose phone is lost on another; answers which. */
export const reopenEnvironment = async (id: number, signal: AbortSignal): Promise<number> =>
  (await dataOf(api.POST('/api/restful/v2/environment/reopen', { signal, body: { id } }))).device_id

/** Closes one environment: what is on its phone is saved, and the phone is wiped. */
export const closeEnvironment =
  (id: number): BatchCall<EnvironmentQuery> =>
  async (_target, signal) => {
    await api.POST('/api/restful/v2/environment/close', { signal, body: { id } })
    return { results: [{ id, ok: true }] }
  }

/** Opens or closes environments or puts their records back, as a job. */
export const runEnvironments = (
  market: Market,
  action: EnvironmentAction,
  target: BatchTarget<EnvironmentQuery>,
  signal: AbortSignal,
): Promise<BegunJob> => {
  const body = { ...selectionOf(market, target), action }
  return dataOf(api.POST('/api/restful/v2/environment/run', { signal, body }))
}

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
    return dataOf(api.POST('/api/restful/v2/environment/move', { signal, body }))
  }

export const assignEnvironments =
  (market: Market, ownerId: number): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const body = { ...selectionOf(market, target), owner_id: ownerId }
    return dataOf(api.POST('/api/restful/v2/environment/assign', { signal, body }))
  }
