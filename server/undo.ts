import type { Caller } from './auth/sessions.ts'
import type { Market } from '../domain/markets.ts'
import type { EnvironmentNews } from './realtime/environment-news.ts'
import type { EnvironmentRow } from './store/environments.ts'
import type { Transaction } from './store/store.ts'
import type { UndoRow } from './store/tables.ts'

/** How long a batch can be undone, in milliseconds. */
export const undoTime = 600_000

/** What a batch changes of an environment. */
const columns = [
  'name',
  'account',
  'owner_id',
  'owner_path',
  'tags',
  'region',
  'proxy',
  'proxy_password',
  'timezone',
  'language',
  'note',
] as const satisfies readonly (keyof EnvironmentRow)[]

/** A row as JSON has it: a sealed password stays sealed, in hexadecimal digits. */
export const plainRow = (row: EnvironmentRow): Record<string, unknown> => ({
  ...Object.fromEntries(columns.map((column) => [column, row[column]])),
  proxy_password: row.proxy_password && `\\x${row.proxy_password.toString('hex')}`,
})

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Of rows that were changed alike, the columns in which any of them differs. */
function differenceOf(news: readonly EnvironmentNews[]): UndoRow[] {
  const rows = news.flatMap(({ before, after }) =>
    before === undefined ? [] : [{ id: after.id, was: plainRow(before), is: plainRow(after) }],
  )
  const changed = columns.filter((column) => rows.some(({ was, is }) => !isSame(was[column], is[column])))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(changed.map((column) => [column, row[column]]))
  return rows.map(({ id, was, is }) => ({ id, before: pick(was), after: pick(is) }))
}

interface Done {
  caller: Caller
  market: Market
  at: number
  logId: number
}

const keep = async (
  tx: Transaction,
  { caller, market, at, logId }: Done,
  kind: 'change' | 'trash',
  rows: UndoRow[],
) => {
  await tx.undos.keep({ log_id: logId, user_id: caller.id, user_path: caller.path, at, kind, market, rows })
  return { log_id: logId, until: at + undoTime }
}

/** Keeps what environments were before a batch. */
export const keepChange = (tx: Transaction, done: Done, news: readonly EnvironmentNews[]) =>
  keep(tx, done, 'change', differenceOf(news))

/** Keeps which environments a batch put into the trash. */
export const keepTrash = (tx: Transaction, done: Done, gone: readonly { id: number }[]) =>
  keep(
    tx,
    done,
    'trash',
    gone.map(({ id }) => ({ id })),
  )
