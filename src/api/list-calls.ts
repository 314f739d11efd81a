import { codes } from '../../domain/codes.ts'
import type { components } from '../../generated/contract-types.ts'
import { ApiError, messageOf } from './errors.ts'
import type { RowPage } from './row-store.ts'

/** Rows of a page. */
export const pageSize = 100

export interface PageRequest<Query> {
  query: Query
  cursor: string | null
  limit: number
}

/** Asks for one page; rejects with the failure. */
export type FetchPage<Row, Query> = (request: PageRequest<Query>, signal: AbortSignal) => Promise<RowPage<Row>>

/** Asks for so many rows behind the first `skip`. */
type FetchSlice<Row, Query> = (
  request: { query: Query; skip: number; limit: number },
  signal: AbortSignal,
) => Promise<Pick<RowPage<Row>, 'items' | 'total'>>

/** So many rows a call passes over at most (`skip` of the contract); what lies behind them is found by filters. */
const maxSkip = 10_000

/** Lets a list that pages by offset be read as one that pages by cursor: the cursor is how many rows came before. */
export const pagesByOffset =
  <Row, Query>(fetchSlice: FetchSlice<Row, Query>): FetchPage<Row, Query> =>
  async ({ query, cursor, limit }, signal) => {
    const skip = Number(cursor ?? 0)
    const { items, total } = await fetchSlice({ query, skip, limit }, signal)
    const reached = skip + items.length
    const isMore = items.length > 0 && reached < total && reached <= maxSkip
    return { items, total, next_cursor: isMore ? String(reached) : null }
  }

/** What a batch is about: rows by id, or everything that a query lets through. */
export type BatchTarget<Query> = { ids: readonly number[] } | { matching: Query }

/** What a batch came to for one row. */
export type BatchResult = components['schemas']['BatchResults']['results'][number]
/** What a batch came to, and how it can be undone, where it can. */
export type BatchOutcome = components['schemas']['BatchResults']

/** Does it to the rows, and answers what it came to for each; rejects when it was done to none. */
export type BatchCall<Query> = (target: BatchTarget<Query>, signal: AbortSignal) => Promise<BatchOutcome>

/** A batch's target as calls take it that know filters: ids, or the filters without the sort. */
export function selectionOf<Query extends { sort?: unknown }>(target: BatchTarget<Query>) {
  if ('ids' in target) return { ids: [...target.ids] }
  const { sort: _sort, ...matching } = target.matching
  return { matching }
}

/** A batch's target as calls take it that know ids alone. */
export function idsOf<Query>(target: BatchTarget<Query>): number[] {
  if ('ids' in target) return [...target.ids]
  throw new Error('this is done to rows one by one, or by their ids')
}

/** Calls under way at the same time. */
const atOnce = 4

async function resultOf(id: number, call: (id: number, signal: AbortSignal) => Promise<unknown>, signal: AbortSignal) {
  try {
    await call(id, signal)
    return { id, ok: true }
  } catch (failure) {
    signal.throwIfAborted()
    const code = failure instanceof ApiError ? failure.code : codes.serverError
    return { id, ok: false, code, message: messageOf(failure) }
  }
}

/** A batch out of a call that takes a single row. It can't be asked for everything that matches. */
export const oneByOne =
  <Query>(call: (id: number, signal: AbortSignal) => Promise<unknown>): BatchCall<Query> =>
  async (target, signal) => {
    const ids = idsOf(target)
    const results = new Map<number, BatchResult>()
    const waiting = [...ids]
    const inTurn = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        results.set(id, await resultOf(id, call, signal))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, inTurn))
    return { results: ids.flatMap((id) => results.get(id) ?? []) }
  }

/** One thing that can be chosen. */
export interface Option {
  value: string
  text: string
}

/** By part of its name, or the one with this value. */
type Wanted = { text: string } | { value: string }

/** Finds what can be chosen. */
export type FindOptions = (wanted: Wanted, signal: AbortSignal) => Promise<readonly Option[]>

/** Found at once; who wants another types more. */
export const maxFound = 50

export const wantedId = (wanted: Wanted): number | undefined => ('value' in wanted ? Number(wanted.value) : undefined)

/** Part of a name, as calls take it: at most 64 characters. */
export const wantedText = (wanted: Wanted): string | undefined =>
  'text' in wanted && wanted.text !== '' ? wanted.text.slice(0, 64) : undefined
