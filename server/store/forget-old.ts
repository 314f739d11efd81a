import type { Kept } from './growth.ts'
import type { MonthlyTable } from './monthly-tables.ts'
import type { OldRows } from './old-rows.ts'
import type { Store } from './store.ts'

/** Rows that one transaction removes: short enough for nobody to wait for it. */
const atOnce = 2_000
const day = 86_400_000
/** From the end of one run to the next. Milliseconds. */
const interval = 600_000

/** What goes row by row; the operation log, the events and the transitions go by the month. */
export type Swept = Exclude<Kept, 'log' | MonthlyTable>

interface Group {
  table: OldRows
  /** What refers to its rows, and goes before them. */
  parts?: OldRows
}

/** Which tables are emptied for a setting. */
const groupsOf: Record<Swept, readonly Group[]> = {
  sessions: [{ table: 'sessions' }],
  messages: [{ table: 'site_messages', parts: 'site_message_recipients' }],
  uses: [{ table: 'device_uses' }],
  addresses: [{ table: 'device_addresses' }],
  reports: [{ table: 'report_days' }, { table: 'report_rolls' }],
  jobs: [{ table: 'jobs', parts: 'job_items' }],
  workflows: [{ table: 'workflows' }],
}

/**
 * Removes what is older than a setting allows, some rows at a time, each in a transaction of its own; nothing where it is 0. Any
 * number of servers may run it.
 */
export async function forgetOld(
  store: Store,
  kept: Swept,
  days: number,
  signal: AbortSignal,
  limit = atOnce,
): Promise<void> {
  if (days === 0) return
  const before = Date.now() - days * day
  /** Whether there may be more. */
  const removeSome = async (table: OldRows): Promise<boolean> =>
    !signal.aborted && (await store.transaction((tx) => tx.oldRows.forget(table, before, limit))) === limit
  for (const { table, parts } of groupsOf[kept]) {
    let isMore = true
    while (isMore) {
      if (parts !== undefined) while (await removeSome(parts));
      isMore = await removeSome(table)
    }
  }
}

/** The chore that removes what is older than its setting allows. */
export const oldRowsSweep = (store: Store, kept: Swept, keep: Readonly<Record<typeof kept, number>>) => ({
  name: `old ${kept}`,
  every: interval,
  run: (signal: AbortSignal) => forgetOld(store, kept, keep[kept], signal),
})
