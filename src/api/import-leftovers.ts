import type { Draft, Table } from '../../domain/import-table.ts'
import type { Market } from '../../domain/markets.ts'

/** Lines that went in one call, and the entry of the operation log that takes them back. */
export interface Portion {
  lines: readonly number[]
  entry: number | undefined
}

/** An import whose good lines are environments by now, and whose others are to be finished. */
export interface ImportLeftover {
  market: Market
  /** What the file is called. */
  name: string
  table: Table
  draft: Draft
  gone: ReadonlySet<number>
  portions: readonly Portion[]
  /** How many lines are left. */
  count: number
}
