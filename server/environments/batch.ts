import { codes } from '../../domain/codes.ts'
import type { Market } from '../../domain/markets.ts'
import { requireMarket } from '../people/service.ts'
import type { Caller } from '../http/sessions.ts'
import type { Schemas } from '../http/contract.ts'
import type { Surroundings } from './rules.ts'
import { reason } from '../../texts/reason.ts'
import type { Language } from '../../texts/catalogue.ts'
import { worded } from '../http/words.ts'
import type { OperationLimits } from '../http/operation-limits.ts'
import type { EnvironmentNews } from './announce.ts'
import { Refusal, type Objection } from '../http/refusal.ts'
import { selectionOf } from '../http/selection.ts'
import type { EnvironmentFilter } from '../store/environment-list.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { Transaction } from '../store/store.ts'

/** Rows that one call changes at most. */
export const mostMatching = 50_000

/** Which environments a call is about: ids, or all that match. */
export interface Selection {
  market: Market
  ids?: number[] | undefined
  matching?: Schemas['EnvironmentFilter'] | undefined
}

/** What every call that changes environments or groups begins with. */
export function admit(caller: Caller, market: Market | undefined, limits: OperationLimits): void {
  if (market !== undefined) requireMarket(caller, market)
  if (!limits.environmentChanges.take(String(caller.id)))
    throw new Refusal(codes.tooManyTries, reason('call.tooManyRequests'))
}

/** How lists know what a call is about. @throws Refusal 40000 where it names both ids and a filter, or neither */
export function filterOf(selection: Selection): EnvironmentFilter {
  const selected = selectionOf(selection)
  return { market: selection.market, ...('ids' in selected ? selected : selected.matching) }
}

/** The selected rows that the caller may see, locked. */
export async function lockSelected(tx: Transaction, caller: Caller, selection: Selection): Promise<EnvironmentRow[]> {
  const rows = await tx.environments.lockMatching(caller, filterOf(selection), mostMatching + 1)
  if (rows.length > mostMatching)
    throw new Refusal(codes.invalidInput, reason('call.invalidInput'), { matching: reason('call.tooManyMatching') })
  return rows
}

type Results = Schemas['BatchResults']['results']

/** One result for each row, and one for each id that there is no row for, in the order of the ids. */
export function resultsOf(
  { ids }: Pick<Selection, 'ids'>,
  rows: readonly { id: number }[],
  language: Language,
  refused: ReadonlyMap<number, Objection> = new Map(),
): Results {
  const found = new Set(rows.map(({ id }) => id))
  return [...new Set(ids ?? found)].map((id) => {
    const why = found.has(id)
      ? refused.get(id)
      : { code: codes.notFound, reason: reason('environments.reason.noSuchEnvironment') }
    return why === undefined
      ? { id, ok: true }
      : { id, ok: false, code: why.code, message: worded(language, why.reason) }
  })
}

/** What became of rows that a batch changed, by id. */
export const newsOf = (
  before: readonly EnvironmentRow[],
  after: readonly EnvironmentRow[],
  { members }: Surroundings,
): EnvironmentNews[] => {
  const earlier = new Map(before.map((row) => [row.id, row]))
  const names = new Map(members.map(({ id, user_name }) => [id, user_name]))
  const inOrder = after.toSorted((one, other) => one.id - other.id)
  return inOrder.map((row) => {
    const was = earlier.get(row.id)
    const ownerName = was?.owner_id === row.owner_id ? undefined : names.get(row.owner_id)
    return { before: was, after: row, ownerName }
  })
}
