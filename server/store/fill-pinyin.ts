import { namedTables } from './pinyin.ts'
import type { Store } from './store.ts'

/** Rows that a transaction looks at: whoever wants to write one of them waits for less than a second. */
const atOnce = 1_000
const none = Buffer.alloc(0)

/**
 * Says how the names are read that were there before pinyin was looked for, or words in it; what is written since, a trigger reads.
 * Some rows at a time, so that nobody waits for long. Any number of servers may run it; when all is read, it asks for no more than that.
 */
export async function fillPinyin(store: Store, signal: AbortSignal, limit = atOnce): Promise<void> {
  for (const table of namedTables) {
    const setting = `words read in ${table}`
    if (await store.settings.isDone(setting)) continue
    let isAll = true
    let after: number | null = 0
    while (after !== null) {
      signal.throwIfAborted()
      const from: number = after
      const filled = await store.transaction((tx) => tx.pinyin.fill(table, from, limit))
      if (filled === undefined) return // Another server is at it.
      if (filled.leftOut) isAll = false
      after = filled.upTo
    }
    if (isAll) await store.settings.write(setting, none)
  }
}
