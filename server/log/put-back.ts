import type { Market } from '../../domain/markets.ts'
import type { Call } from '../http/contract.ts'
import type { Refused } from '../http/batch-results.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { forbids, isGone, type Objection } from '../http/refusal.ts'
import type { Transaction } from '../store/store.ts'
import type { UndoKind, UndoRow } from '../store/tables.ts'
import { isSame, plainRow } from './kept-changes.ts'

/** What undoing a batch came to. */
export interface Undone {
  /** Those that are again what they were. */
  done: readonly { id: number; name: string }[]
  /** Why others are not. */
  refused: Refused
}

export interface Undoing {
  tx: Transaction
  call: Call<'logUndo'>
  market: Market | null
  rows: readonly UndoRow[]
  at: number
}

/** Undoes one kind of batch, with the rights that the caller has today. */
type UndoWork = (undoing: Undoing) => Promise<Undone>

/** How each kind of batch is undone. */
export type Undos = Record<UndoKind, UndoWork>

/** What a batch did to this row alone: the columns that it made something else of. */
const touchedBy = ({ before = {}, after = {} }: UndoRow) =>
  Object.keys({ ...before, ...after }).filter((column) => !isSame(before[column], after[column]))

interface Found<Row> {
  /** The rows that are there, locked; those that the caller may not see are left out. */
  found: readonly Row[]
  /** What is said of those that are not. */
  absent: Reason
  /** Why a row may not become what it was: `back` is what it gets back, `before` all that is kept of it. */
  objectionTo: (row: Row, back: Record<string, unknown>, before: Record<string, unknown>) => Objection | undefined
}

/** Which rows get which columns back, and why others don't: each unless somebody has changed since what the batch made of it. */
export function judge<Row extends { id: number }>(
  rows: readonly UndoRow[],
  { found, absent, objectionTo }: Found<Row>,
) {
  const byId = new Map(found.map((row) => [row.id, row]))
  const refused = new Map<number, Objection>()
  const restored: (Record<string, unknown> & { id: number })[] = []
  for (const undo of rows) {
    const row = byId.get(undo.id)
    if (row === undefined) {
      refused.set(undo.id, isGone(absent))
      continue
    }
    const { before = {}, after = {} } = undo
    const now = plainRow(row)
    const touched = touchedBy(undo)
    const isChanged = touched.some((column) => column in after && !isSame(now[column], after[column]))
    const back = Object.fromEntries(touched.map((column) => [column, before[column]]))
    const objection = isChanged ? forbids(reason('log.reason.changedSince')) : objectionTo(row, back, before)
    if (objection !== undefined) refused.set(row.id, objection)
    else {
      // All rows are written by one statement; what the batch left alone is not its to put back.
      const columns = Object.keys(before).map((column) => [column, (touched.includes(column) ? before : now)[column]])
      restored.push({ ...Object.fromEntries(columns), id: row.id })
    }
  }
  return { restored, refused }
}

/** Rows before and after, by id. */
export function pairsOf<Row extends { id: number }>(before: readonly Row[], after: readonly Row[]) {
  const earlier = new Map(before.map((row) => [row.id, row]))
  return after
    .toSorted((one, other) => one.id - other.id)
    .flatMap((row) => {
      const was = earlier.get(row.id)
      return was === undefined ? [] : [{ before: was, after: row }]
    })
}
