import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Link, LogHead } from '../store/operation-chain.ts'
import { hashOfLink, noHash, sealOfEntry, type LogKey, type OperationRow } from '../store/operation-hashes.ts'
import type { Queries } from '../store/store.ts'

/** How an entry does not follow on the one before it, or does not stand in the chain as it should. */
export interface Gap {
  /** The last entry before the gap; 0 where there is none. */
  after_id: number
  /** The entry at which it shows. */
  id: number
  at: number
  kind: 'missing' | 'altered' | 'unchained' | 'unvouched'
}

export interface Verdict {
  checked: number
  /** Entries that are not chained yet, whose seals were looked at. */
  waiting: number
  whole: boolean
  gaps: Gap[]
  head: { id: number; hash: string } | null
}

interface Ports {
  chain: Pick<Queries['operationChain'], 'behind' | 'waiting' | 'unvouched'>
  logKey: LogKey
  /** Heads that were kept elsewhere: an entry of another hash was altered, and one that is not there is missing. */
  receipts: readonly LogHead[]
  /** Hears how many entries have been read; what it rejects with ends the check. */
  onProgress?: (checked: number) => Promise<void>
}

/** Entries that are read at once, each of which may name 50,000 rows; between two such the server does other things. */
const chunk = 200
const maxGaps = 20

const beginning = { position: 0, log_id: 0, hash: noHash }

/** What is wrong between two links; undefined where nothing is. */
function problemOf(
  before: Pick<Link, 'position' | 'hash'>,
  link: Link,
  entry: OperationRow | undefined,
  logKey: LogKey,
): Gap['kind'] | undefined {
  if (!hashOfLink(link, entry, logKey).equals(link.hash)) return 'altered'
  if (link.position !== before.position + 1) return 'missing'
  if (!link.previous_hash.equals(before.hash)) return 'unchained'
  return link.found === 'whole' ? undefined : link.found
}

/** Follows the chain of the operation log from its first entry, and looks at what vouches for the entries that are not in it. */
export async function verifyChain({ chain, logKey, receipts, onProgress }: Ports): Promise<Verdict> {
  const gaps: Gap[] = []
  const note = (gap: Gap): void => {
    if (gaps.length < maxGaps) gaps.push(gap)
  }

  let last: Pick<Link, 'position' | 'log_id' | 'hash'> = beginning
  /** The last link whose entry is gone, where none follows whose entry is there. */
  let lost: Pick<Link, 'log_id'> | undefined
  const unseen = new Set(receipts)
  let checked = 0
  let position = 0
  for (;;) {
    const links = await chain.behind(position, chunk)
    for (const { link, entry } of links) {
      position = link.position
      if (entry === undefined && link.found !== 'missing') {
        lost = link // It shows at the next one.
        continue
      }
      const found = receipts.filter(({ id }) => id === link.log_id)
      for (const receipt of found) unseen.delete(receipt)
      const isOther = found.some(({ hash }) => hash !== link.hash.toString('hex'))
      const kind = problemOf(last, link, entry, logKey) ?? (isOther ? 'altered' : undefined)
      if (kind !== undefined) note({ after_id: last.log_id, id: link.log_id, at: entry?.at ?? 0, kind })
      last = link
      lost = undefined
      checked += 1
    }
    await onProgress?.(checked)
    if (links.length < chunk) break
    await nextTurn()
  }
  const missing = new Map([...unseen].map(({ id, at }) => [id, at]))
  if (lost !== undefined && !missing.has(lost.log_id)) missing.set(lost.log_id, 0)
  for (const [id, at] of missing) note({ after_id: last.log_id, id, at, kind: 'missing' })

  const unchained: Unchained = {
    chain,
    note: (gap) => note({ after_id: last.log_id, ...gap }),
    goOn: async () => onProgress?.(checked),
  }
  const waiting = await verifyWaiting(unchained, logKey)
  await findUnvouched(unchained)
  const head = checked > 0 ? { id: last.log_id, hash: last.hash.toString('hex') } : null
  return { checked, waiting, whole: gaps.length === 0, gaps, head }
}

interface Unchained {
  chain: Ports['chain']
  note: (gap: Omit<Gap, 'after_id'>) => void
  /** Says that it goes on; rejects where it should not. */
  goOn: () => Promise<void>
}

/** Looks at the seals of entries that are not chained yet; answers how many there are. */
async function verifyWaiting({ chain, note, goOn }: Unchained, logKey: LogKey): Promise<number> {
  let count = 0
  let last = 0
  for (;;) {
    const found = await chain.waiting(last, chunk)
    for (const { log_id, seal, entry } of found) {
      if (entry === undefined) note({ id: log_id, at: 0, kind: 'missing' })
      else if (!sealOfEntry(entry, logKey).equals(seal)) note({ id: log_id, at: entry.at, kind: 'altered' })
      last = log_id
    }
    count += found.length
    await goOn()
    if (found.length < chunk) return count
    await nextTurn()
  }
}

/** Looks for entries that nobody has written through a server, or of which what vouched for them was removed. */
async function findUnvouched({ chain, note, goOn }: Unchained): Promise<void> {
  let behind = 0
  for (;;) {
    const { last, entries } = await chain.unvouched(behind)
    for (const entry of entries) note({ ...entry, kind: 'unvouched' })
    await goOn()
    if (last === undefined) return
    behind = last
  }
}
