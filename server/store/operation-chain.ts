import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashOfEntry, type LogHead, type LogKey, type OperationRow } from './operation-log.ts'
import type { Queries } from './store.ts'

/** How an entry does not follow on the one before it. */
export interface Gap {
  /** The last entry before the gap; 0 where there is none. */
  after_id: number
  /** The entry at which it shows. */
  id: number
  at: number
  kind: 'missing' | 'altered' | 'unchained'
}

export interface Verdict {
  checked: number
  whole: boolean
  gaps: Gap[]
  head: { id: number; hash: string } | null
}

/** Entries that are read at once, each of which may name 50,000 rows; between two such the server does other things. */
const chunk = 200
const maxGaps = 20

const beginning = { id: 0, hash: Buffer.alloc(32) }

/** What is wrong between two entries; undefined where nothing is. */
function gapBetween(before: Pick<OperationRow, 'id' | 'hash'>, entry: OperationRow, logKey: LogKey): Gap | undefined {
  const gap = (kind: Gap['kind']): Gap => ({ after_id: before.id, id: entry.id, at: entry.at, kind })
  if (!hashOfEntry(entry, logKey).equals(entry.hash)) return gap('altered')
  if (entry.id !== before.id + 1) return gap('missing')
  return entry.previous_hash.equals(before.hash) ? undefined : gap('unchained')
}

/**
 * Follows the chain of the operation log from its first entry.
 *
 * @param receipts heads of it that were kept elsewhere: an entry of another hash was altered, and behind the end one is missing
 */
export async function verifyChain(
  log: Pick<Queries['operationLog'], 'chainBehind'>,
  logKey: LogKey,
  receipts: readonly LogHead[],
): Promise<Verdict> {
  const gaps: Gap[] = []
  let last: Pick<OperationRow, 'id' | 'hash'> = beginning
  let checked = 0
  for (;;) {
    const entries = await log.chainBehind(last.id, chunk)
    for (const entry of entries) {
      const isOther = receipts.some(({ id, hash }) => id === entry.id && hash !== entry.hash.toString('hex'))
      const gap: Gap | undefined =
        gapBetween(last, entry, logKey) ??
        (isOther ? { after_id: last.id, id: entry.id, at: entry.at, kind: 'altered' } : undefined)
      if (gap && gaps.length < maxGaps) gaps.push(gap)
      last = entry
    }
    checked += entries.length
    if (entries.length < chunk) break
    await nextTurn()
  }
  for (const { id, at } of receipts) if (id > last.id) gaps.push({ after_id: last.id, id, at, kind: 'missing' })
  const head = checked > 0 ? { id: last.id, hash: last.hash.toString('hex') } : null
  return { checked, whole: gaps.length === 0, gaps, head }
}
