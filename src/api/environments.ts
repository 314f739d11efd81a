import type { EnvironmentLine } from '../../domain/environment-lines.ts'
import { markets, type Market } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import type { EnvironmentAction } from '../../domain/jobs.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { fetchRegions, type Region } from './devices.ts'
import { fetchAllGroups, type Group } from './environment-groups.ts'
import type { BegunJob } from './jobs.ts'
import { keepFile } from './keep-file.ts'
import { idsOf, selectionOf, type BatchCall, type BatchTarget, type FetchPage } from './list-calls.ts'
import { fetchMembers, type Member } from './people.ts'

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

/** Shops that are offered of each market. */
const maxFound = 4

/** Shops of a market whose name or account has the text in it, or is read so. */
export async function findShops(market: Market, text: string, signal: AbortSignal): Promise<readonly Environment[]> {
  const query = { market, keyword: text.slice(0, 64), sort: 'name', limit: maxFound } as const
  return (await dataOf(api.GET('/api/restful/v2/environment/list', { signal, params: { query } }))).items
}

const selectionIn = <Query extends { sort?: unknown }>(market: Market, target: BatchTarget<Query>) => ({
  market,
  ...selectionOf(target),
})

export const deleteEnvironments =
  (market: Market): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const body = selectionIn(market, target)
    return dataOf(api.POST('/api/restful/v2/environment/del', { signal, body }))
  }

/** Opens one on a free phone, on any but `except`; answers which. */
export const openOnPhone = async (id: number, signal: AbortSignal, except?: number): Promise<number> => {
  const body = { id, ...(except !== undefined && { except_device_id: except }) }
  return (await dataOf(api.POST('/api/restful/v2/environment/open', { signal, body }))).device_id
}

/** Closes one: what is on its phone is saved, and the phone is wiped. */
export async function closeOnPhone(id: number, signal: AbortSignal): Promise<void> {
  await api.POST('/api/restful/v2/environment/close', { signal, body: { id } })
}

/** Opens one environment as a list does; `opened` hears on which phone. */
export const openEnvironment =
  (id: number, opened: (deviceId: number) => unknown): BatchCall<EnvironmentQuery> =>
  async (_target, signal) => {
    opened(await openOnPhone(id, signal))
    return { results: [{ id, ok: true }] }
  }

/** Opens one whose phone is lost on another; answers which. */
export const reopenEnvironment = async (id: number, signal: AbortSignal): Promise<number> =>
  (await dataOf(api.POST('/api/restful/v2/environment/reopen', { signal, body: { id } }))).device_id

/** Closes environments as a list does. */
export const closeEnvironments: BatchCall<EnvironmentQuery> = async (target, signal) => {
  const ids = idsOf(target)
  await Promise.all(ids.map((id) => closeOnPhone(id, signal)))
  return { results: ids.map((id) => ({ id, ok: true })) }
}

/** Opens or closes environments or puts their records back, as a job. */
export const runEnvironments = (
  market: Market,
  action: EnvironmentAction,
  target: BatchTarget<EnvironmentQuery>,
  signal: AbortSignal,
): Promise<BegunJob> => {
  const body = { ...selectionIn(market, target), action }
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
    const body = { ...selectionIn(market, target), tags: [...tags], mode }
    return dataOf(api.POST('/api/restful/v2/environment/move', { signal, body }))
  }

export const assignEnvironments =
  (market: Market, ownerId: number): BatchCall<EnvironmentQuery> =>
  async (target, signal) => {
    const body = { ...selectionIn(market, target), owner_id: ownerId }
    return dataOf(api.POST('/api/restful/v2/environment/assign', { signal, body }))
  }

export type TrashedEnvironment = components['schemas']['TrashedEnvironment']

/** What the trash of a market is narrowed to; what was deleted last comes first. */
export interface TrashQuery {
  keyword?: string | undefined
  sort?: string | undefined
}

const fetchTrashOf =
  (market: Market): FetchPage<TrashedEnvironment, TrashQuery> =>
  ({ query: { keyword }, cursor, limit }, signal) =>
    dataOf(
      api.GET('/api/restful/v2/environment/trash', {
        signal,
        params: { query: { market, keyword, limit, cursor: cursor ?? undefined } },
      }),
    )

const trashFetches = new Map(markets.map((market) => [market, fetchTrashOf(market)]))

/** Asks for one page of a market's trash; the same function each time, as a list wants it. */
export const fetchTrash = (market: Market): FetchPage<TrashedEnvironment, TrashQuery> =>
  trashFetches.get(market) ?? fetchTrashOf(market)

/** Takes environments out of the trash. */
export const restoreEnvironments =
  (market: Market): BatchCall<TrashQuery> =>
  async (target, signal) => {
    const body = selectionIn(market, target)
    return dataOf(api.POST('/api/restful/v2/environment/restore', { signal, body }))
  }

/** Removes them for ever. */
export const purgeEnvironments =
  (market: Market): BatchCall<TrashQuery> =>
  async (target, signal) => {
    const body = selectionIn(market, target)
    return dataOf(api.POST('/api/restful/v2/environment/purge', { signal, body }))
  }

export interface BadField {
  line: number
  field: string
  reason: string
}

export interface ImportAnswer {
  total: number
  imported: number
  bad: readonly BadField[]
  /** How it can be undone, where it can. */
  undo?: { log_id: number }
}

/** Hands lines that were not imported to the browser, as a CSV file. */
export const keepLines = (csv: string): void => keepFile(new Blob([csv], { type: 'text/csv' }), 'environments.csv')

/** Characters of lines that go in one call, whose body may have 12 MB: they may be of three bytes each. */
export const maxImportCharacters = 3_000_000

/** Has lines checked or, when it is meant, imported. */
export const sendEnvironmentLines =
  (market: Market) =>
  async (lines: readonly EnvironmentLine[], dryRun: boolean, signal: AbortSignal): Promise<ImportAnswer> =>
    dataOf(
      api.POST('/api/restful/v2/environment/import', {
        signal,
        body: { market, dry_run: dryRun, rows: lines.map((line) => ({ ...line })) },
      }),
    )

/** What environments of a market can be given and narrowed to. */
export interface MarketOptions {
  regions: readonly Region[]
  groups: readonly Group[]
  members: readonly Member[]
}

export async function fetchMarketOptions(market: Market, role: Role, signal: AbortSignal): Promise<MarketOptions> {
  const [regions, groups, members] = await Promise.all([
    fetchRegions(signal),
    fetchAllGroups(market, signal),
    fetchMembers(role, signal),
  ])
  return { regions, groups, members }
}
