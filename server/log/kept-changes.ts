import type { Market } from '../../domain/markets.ts'
import type { Caller } from '../http/sessions.ts'
import type { Call, Note, OperationId, Schemas } from '../http/contract.ts'
import type { Action } from '../store/operation-log.ts'
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

/** Of rows that were changed alike, the columns in which any of them differs; of those that mean something together all or none. */
export function differenceOf<Row extends { id: number }>(
  columns: readonly (keyof Row & string)[],
  changes: readonly { before: Row; after: Row }[],
  together: readonly (keyof Row & string)[] = [],
): UndoRow[] {
  const rows = changes.map(({ before, after }) => ({ id: after.id, was: plainRow(before), is: plainRow(after) }))
  const differs = (column: string) => rows.some(({ was, is }) => !isSame(was[column], is[column]))
  const changed = columns.filter((column) => differs(column) || (together.includes(column) && together.some(differs)))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(changed.map((column) => [column, row[column]]))
  return changed.length === 0 ? [] : rows.map(({ id, was, is }) => ({ id, before: pick(was), after: pick(is) }))
}

/** How a batch is undone. */
export interface Kept {
  kind: UndoKind
  /** Of environments. */
  market?: Market
  at: number
  /** What they were before. */
  rows: readonly UndoRow[]
}

/** Writes a batch into the operation log with what undoes it, and says how it is undone; undefined where it changed nothing. */
export async function noteUndoable(
  tx: Transaction,
  { caller, note }: { caller: Caller; note: Call<OperationId>['note'] },
  action: Action,
  entry: Note,
  { kind, market, at, rows }: Kept,
): Promise<Schemas['Undoable'] | undefined> {
  const log_id = await note(tx, action, entry, at)
  if (rows.length === 0) return undefined
  const by = { user_id: caller.id, user_path: caller.path }
  await tx.undos.keep({ log_id, ...by, at, kind, market: market ?? null, rows })
  return { log_id, until: at + undoTime }
}
