import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogArchive } from '../store/log-archives.ts'
import type { Link, LogHead } from '../store/operation-chain.ts'
import { hashOfLink, noHash, sealOfEntry, type LogKey, type OperationRow } from '../store/operation-hashes.ts'
import type { Queries } from '../store/store.ts'
import { ArchiveDamaged, type Chained } from './archive-format.ts'
import type { LogArchives } from './archives.ts'

/** How an entry does not follow on the one before it, or does not stand in the chain as it should. */
interface Gap {
  /** The last entry before the gap; 0 where there is none. */
  after_id: number
  /** The entry at which it shows. */
  id: number
  at: number
  kind: 'missing' | 'altered' | 'unchained' | 'unvouched' | 'archive'
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
  chain: Pick<Queries['operationChain'], 'behind' | 'between' | 'waiting' | 'unvouched'>
  /** Where the chain begins. */
  archives: Pick<LogArchives, 'all' | 'read'>
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

/** Follows the chain link by link, and notes where one does not follow on the one before it. */
export class ChainWalk {
  readonly #logKey: LogKey
  readonly #receipts: readonly LogHead[]
  readonly #unseen: Set<LogHead>
  readonly gaps: Gap[] = []
  checked = 0
  #last: Pick<Link, 'position' | 'log_id' | 'hash'> = beginning
  /** The last link whose entry is gone, where none follows whose entry is there. */
  #lost: Pick<Link, 'log_id'> | undefined

  constructor(logKey: LogKey, receipts: readonly LogHead[] = []) {
    this.#logKey = logKey
    this.#receipts = receipts
    this.#unseen = new Set(receipts)
  }

  get last(): Pick<Link, 'position' | 'log_id' | 'hash'> {
    return this.#last
  }

  note(gap: Omit<Gap, 'after_id'>): void {
    if (this.gaps.length < maxGaps) this.gaps.push({ after_id: this.#last.log_id, ...gap })
  }

  follow({ link, entry }: Chained): void {
    if (entry === undefined && link.found !== 'missing') {
      this.#lost = link // It shows at the next one.
      return
    }
    const found = this.#receipts.filter(({ id }) => id === link.log_id)
    for (const receipt of found) this.#unseen.delete(receipt)
    const isOther = found.some(({ hash }) => hash !== link.hash.toString('hex'))
    const kind = problemOf(this.#last, link, entry, this.#logKey) ?? (isOther ? 'altered' : undefined)
    if (kind !== undefined) this.note({ id: link.log_id, at: entry?.at ?? 0, kind })
    this.#last = link
    this.#lost = undefined
    this.checked += 1
  }

  /** Goes on behind a piece of the chain that nobody can read, as if it were what it was said to be. */
  skip({ last_position, last_log_id, hash }: LogArchive): void {
    this.#last = { position: last_position, log_id: last_log_id, hash }
    this.#lost = undefined
  }

  /** Begins with a link that is not the first. */
  beginAt(link: Link): void {
    this.#last = { position: link.position - 1, log_id: 0, hash: link.previous_hash }
  }

  /** Notes what should have come before the end. */
  end(): void {
    const missing = new Map([...this.#unseen].map(({ id, at }) => [id, at]))
    if (this.#lost !== undefined && !missing.has(this.#lost.log_id)) missing.set(this.#lost.log_id, 0)
    for (const [id, at] of missing) this.note({ id, at, kind: 'missing' })
  }
}

/** Follows the chain of the operation log from its first entry, and looks at what vouches for the entries that are not in it. */
export async function verifyChain({ chain, archives, logKey, receipts, onProgress }: Ports): Promise<Verdict> {
  const walk = new ChainWalk(logKey, receipts)
  const goOn = async () => onProgress?.(walk.checked)

  // A server gives no such places; who puts entries there hopes that nobody begins to read so early.
  for (const { link, entry } of await chain.between(Number.MIN_SAFE_INTEGER, 0, maxGaps))
    walk.note(gapAt({ link, entry }, 'unvouched'))
  const archived = await archives.all()
  for (const archive of archived) await followArchive(walk, archive, { chain, archives, logKey, goOn })
  for (let position = archived.at(-1)?.last_position ?? 0; ;) {
    const links = await chain.behind(position, chunk)
    for (const one of links) {
      position = one.link.position
      walk.follow(one)
    }
    await goOn()
    if (links.length < chunk) break
    await nextTurn()
  }
  walk.end()

  const unchained: Unchained = { chain, note: (gap) => walk.note(gap), goOn }
  const waiting = await verifyWaiting(unchained, logKey)
  await findUnvouched(unchained)
  const { last, checked, gaps } = walk
  const head = checked > 0 ? { id: last.log_id, hash: last.hash.toString('hex') } : null
  return { checked, waiting, whole: gaps.length === 0, gaps, head }
}

type Archived = Pick<Ports, 'chain' | 'archives' | 'logKey'> & { goOn: () => Promise<void> }

/** Follows the chain through an archive, and looks at what of it is in the database still, or again. */
async function followArchive(walk: ChainWalk, archive: LogArchive, around: Archived): Promise<void> {
  const { chain, archives, logKey, goOn } = around
  const { first_position, last_position, last_log_id } = archive
  const [leftOver] = await chain.between(first_position, last_position, 1)
  try {
    for await (const some of archives.read(archive)) {
      for (const one of some) walk.follow(one)
      const [first, last] = [some.at(0), some.at(-1)]
      if (leftOver !== undefined && first !== undefined && last !== undefined) {
        const twins = await chain.between(first.link.position, last.link.position, chunk)
        for (const twin of twins) if (!isAmong(some, twin, logKey)) walk.note(gapAt(twin, 'altered'))
      }
      await goOn()
      await nextTurn()
    }
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error // It could not be looked at, which says nothing of the log.
    walk.note({ id: last_log_id, at: Date.parse(`${archive.month}-01`), kind: 'archive' })
    walk.skip(archive)
  }
}

const gapAt = ({ link, entry }: Chained, kind: Gap['kind']) => ({ id: link.log_id, at: entry?.at ?? 0, kind })

/** Whether a link, with its entry, is one of these. */
const isAmong = (some: readonly Chained[], { link, entry }: Chained, logKey: LogKey): boolean =>
  hashOfLink(link, entry, logKey).equals(link.hash) &&
  some.some((one) => one.link.log_id === link.log_id && one.link.hash.equals(link.hash))

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
