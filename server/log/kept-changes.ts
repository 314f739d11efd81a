import type { Market } from '../../domain/markets.ts'
import type { Caller } from '../http/sessions.ts'
import type { Schemas } from '../http/contract.ts'
import type { Transaction } from '../store/store.ts'
import type { UndoKind, UndoRow } from '../store/tables.ts'

/** How long a batch can be undone, in milliseconds. */
export const undoTime = 600_000

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** How many rows a batch changed; nothing for a single one, which the target names. */
export const extentOf = (rows: readonly unknown[]): Record<string, unknown> =>
  rows.length === 1 ? {} : { count: rows.length }

/** A row as JSON has it: what is sealed stays sealed, in hexadecimal digits. */
export const plainRow = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )

/** Of rows that were changed alike, the columns in which any of them differs. */
export function differenceOf<Row extends { id: number }>(
  columns: readonly (keyof Row & string)[],
  news: readonly { before: Row; after: Row }[],
): UndoRow[] {
  const rows = news.map(({ before, after }) => ({ id: after.id, was: plainRow(before), is: plainRow(after) }))
  const changed = columns.filter((column) => rows.some(({ was, is }) => !isSame(was[column], is[column])))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(changed.map((column) => [column, row[column]]))
  return changed.length === 0 ? [] : rows.map(({ id, was, is }) => ({ id, before: pick(was), after: pick(is) }))
}

/** A batch that can be undone. */
export interface Kept {
  caller: Caller
  kind: UndoKind
  /** Of environments. */
  market?: Market
  at: number
  /** Its entry in the operation log. */
  logId: number
  rows: readonly UndoRow[]
}

/** Keeps what rows were before a batch, and says how it is undone; undefined where it changed nothing. */
export async function keepUndo(
  tx: Transaction,
  { caller, kind, market, at, logId, rows }: Kept,
): Promise<Schemas['Undoable'] | undefined> {
  if (rows.length === 0) return undefined
  const by = { user_id: caller.id, user_path: caller.path }
  await tx.undos.keep({ log_id: logId, ...by, at, kind, market: market ?? null, rows })
  return { log_id: logId, until: at + undoTime }
}
