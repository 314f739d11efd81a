import type { Kept } from './growth.ts'
import type { OldRows } from './old-rows.ts'
import type { Store } from './store.ts'

/** Rows that one transaction removes: short enough for nobody to wait for it. */
const atOnce = 2_000
const day = 86_400_000

/** Which tables are emptied for a setting, in this order: what refers to others goes first. */
const tablesOf: Record<Exclude<Kept, 'log'>, readonly OldRows[]> = {
  sessions: ['sessions'],
  messages: ['site_message_recipients', 'site_messages'],
  uses: ['device_uses'],
  addresses: ['device_addresses'],
  reports: ['report_days', 'report_rolls'],
  jobs: ['job_items', 'jobs'],
  workflows: ['workflows'],
}

/**
 * Removes what is older than a setting allows, some rows at a time, each in a transaction of its own; nothing where it is 0. Any
 * number of servers may run it.
 */
export async function forgetOld(
  store: Store,
  kept: Exclude<Kept, 'log'>,
  days: number,
  signal: AbortSignal,
  limit = atOnce,
): Promise<void> {
  if (days === 0) return
  const before = Date.now() - days * day
  for (const table of tablesOf[kept])
    while (!signal.aborted && (await store.transaction((tx) => tx.oldRows.forget(table, before, limit))) === limit);
}
