import type { Market } from '../../domain/markets.ts'
import type { Caller } from '../http/sessions.ts'
import type { Schemas } from '../http/contract.ts'
import type { Surroundings } from './rules.ts'
import { reason } from '../../texts/reason.ts'
import type { Language } from '../../texts/catalogue.ts'
import type { EnvironmentAnnouncement } from './announce.ts'
import { absentOf, resultsOf, type Refused } from '../http/batch-results.ts'
import { filterOf as chosenBy, maxMatching, notTooMany } from '../http/selection.ts'
import type { EnvironmentFilter } from '../store/environment-list.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { Transaction } from '../store/store.ts'

/** Which environments a call is about: ids, or all that match. */
export interface Selection {
  market: Market
  ids?: number[] | undefined
  matching?: Schemas['EnvironmentFilter'] | undefined
}

/** How lists know what a call is about. @throws Refusal 40000 where it names both ids and a filter, or neither */
export function filterOf(selection: Selection): EnvironmentFilter {
  return { market: selection.market, ...chosenBy(selection) }
}

/** The selected rows that the caller may see, locked. */
export async function lockSelected(tx: Transaction, caller: Caller, selection: Selection): Promise<EnvironmentRow[]> {
  return notTooMany(await tx.environments.lockMatching(caller, filterOf(selection), maxMatching + 1))
}

/** One result for each row, and one for each id that there is no row for, in the order of the ids. */
export const environmentResults = (
  call: { body: Pick<Selection, 'ids'>; language: Language },
  rows: readonly { id: number }[],
  refused: Refused = new Map(),
) =>
  resultsOf(
    call,
    call.body.ids ?? rows.map(({ id }) => id),
    new Map([...refused, ...absentOf(call.body.ids, rows, reason('environments.reason.noSuchEnvironment'))]),
  )

/** What became of rows that a batch changed, by id. */
export const announcementsOf = (
  before: readonly EnvironmentRow[],
  after: readonly EnvironmentRow[],
  { members }: Surroundings,
): EnvironmentAnnouncement[] => {
  const earlier = new Map(before.map((row) => [row.id, row]))
  const names = new Map(members.map(({ id, user_name }) => [id, user_name]))
  const inOrder = after.toSorted((one, other) => one.id - other.id)
  return inOrder.map((row) => {
    const was = earlier.get(row.id)
    const ownerName = was?.owner_id === row.owner_id ? undefined : names.get(row.owner_id)
    return { before: was, after: row, ownerName }
  })
}
