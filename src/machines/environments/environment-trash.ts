import { markets, type Market } from '../../../domain/markets.ts'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../../generated/contract-types.ts'
import type { BatchCall } from '../lists/batch-action.ts'
import type { FetchPage } from '../lists/page-flight.ts'
import type { BatchTarget } from '../lists/resource-list.ts'

export type TrashedEnvironment = components['schemas']['TrashedEnvironment']

/** What the trash of a market is narrowed to; what was deleted last comes first. */
export interface TrashQuery {
  keyword?: string | undefined
  sort?: string | undefined
}

const fetchFrom =
  (market: Market): FetchPage<TrashedEnvironment, TrashQuery> =>
  ({ query: { keyword }, cursor, limit }, signal) =>
    dataOf(
      api.GET('/api/restful/v2/environment/trash', {
        signal,
        params: { query: { market, keyword, limit, cursor: cursor ?? undefined } },
      }),
    )

const fetches = new Map(markets.map((market) => [market, fetchFrom(market)]))

/** Asks for one page of a market's trash; the same function each time, as a list wants it. */
export const fetchTrash = (market: Market): FetchPage<TrashedEnvironment, TrashQuery> =>
  fetches.get(market) ?? fetchFrom(market)

const selectionOf = (market: Market, target: BatchTarget<TrashQuery>) =>
  'ids' in target
    ? { market, ids: [...target.ids] }
    : { market, matching: target.matching.keyword === undefined ? {} : { keyword: target.matching.keyword } }

/** Takes environments out of the trash. */
export const restoreEnvironments =
  (market: Market): BatchCall<TrashQuery> =>
  async (target, signal) => {
    const body = selectionOf(market, target)
    return dataOf(api.POST('/api/restful/v2/environment/restore', { signal, body }))
  }

/** Removes them for ever. */
export const purgeEnvironments =
  (market: Market): BatchCall<TrashQuery> =>
  async (target, signal) => {
    const body = selectionOf(market, target)
    return dataOf(api.POST('/api/restful/v2/environment/purge', { signal, body }))
  }
