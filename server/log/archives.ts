import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { reasonOf } from '../config/bad-surroundings.ts'
import { NoSuchObject, type ObjectStorage } from '../files/object-storage.ts'
import type { LogArchive } from '../store/log-archives.ts'
import { noHash, type LogKey } from '../store/operation-hashes.ts'
import type { Store } from '../store/store.ts'
import { ArchiveDamaged, archiveOf, expectSealed, readArchive, type Chained } from './archive-format.ts'

const day = 86_400_000
/** Links that are read at once, each of whose entries may name 50,000 rows. */
const chunk = 200
/** Entries that one transaction removes, with their links: short enough for nobody to wait for it. */
const removedAtOnce = 1_000
/** How long an archive may take to be written; what is there by then and nobody's is removed. Milliseconds. */
const maxWritingTime = day
/** A month that has been due for so long says that no server gets to it. Milliseconds. */
const maxDelay = day

interface Ports {
  store: Store
  objects: ObjectStorage
  logKey: LogKey
  /** For how many days entries stay in the log; 0: for ever. */
  days: number
  log: FastifyBaseLogger
}

/** A month, in UTC. */
interface Month {
  /** `YYYY-MM` */
  name: string
  ends: number
}

function monthOf(at: number): Month {
  const date = new Date(at)
  return { name: date.toISOString().slice(0, 7), ends: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) }
}

/**
 * Months of the operation log that are older than it is kept, each in a file of the storage. An archive holds a piece of the chain, so that
 * this goes on through all of them into the database. Its entries leave the log only once it has been written and read again.
 */
export class LogArchives {
  readonly #ports: Ports
  /** Why the last try of this server came to nothing. */
  #failure: string | undefined

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Archives the months that are due, one after the other, and removes what is archived; nothing where another server does. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, days } = this.#ports
    if (days === 0) return
    const isOurs = await store.transaction(async (tx) => {
      // Held for as long as it takes. What is read and written meanwhile is in other transactions, which are short.
      if (!(await tx.logArchives.claim())) return false
      await this.#remove(signal)
      for (let due = await this.#due(); due !== undefined; due = await this.#due()) {
        try {
          await this.#archive(due, signal)
        } catch (error) {
          if (!signal.aborted) this.#failure = `${due.name} could not be archived: ${reasonOf(error)}`
          throw error
        }
        await this.#remove(signal)
      }
      return true
    })
    if (isOurs) this.#failure = undefined
  }

  /** Why entries are in the log for longer than they should; undefined where none is. */
  async problem(): Promise<string | undefined> {
    const overdue = this.#ports.days === 0 ? undefined : await this.#due(maxDelay)
    const why = this.#failure ?? (overdue && `${overdue.name} has not been archived yet`)
    return why && `the operation log grows: ${why}`
  }

  all(): Promise<LogArchive[]> {
    return this.#ports.store.logArchives.all()
  }

  /** @throws ArchiveDamaged where it is gone, or is not as it was written */
  read({ object }: Pick<LogArchive, 'object'>): AsyncGenerator<Chained[]> {
    return readArchive(() => this.#open(object), this.#ports.logKey)
  }

  /** The hash of an entry that is archived; undefined where it is none. */
  async hashOf(id: number): Promise<string | undefined> {
    for (const archive of await this.all()) {
      if (id < archive.first_log_id || id > archive.last_log_id) continue
      for await (const some of this.read(archive)) {
        const found = some.find(({ link }) => link.log_id === id)
        if (found !== undefined) return found.link.hash.toString('hex')
      }
    }
    return undefined
  }

  async #open(object: string): Promise<Readable> {
    try {
      return await this.#ports.objects.read(object)
    } catch (error) {
      throw error instanceof NoSuchObject ? new ArchiveDamaged('it is not there', { cause: error }) : error
    }
  }

  /** The next month, where all of it is older than entries are kept, and was so that long ago. */
  async #due(ago = 0): Promise<(Month & { behind: number }) | undefined> {
    const { store, days } = this.#ports
    const last = await store.logArchives.last()
    const behind = last?.last_position ?? 0
    const at = await store.logArchives.firstAt(behind)
    if (at === undefined) return undefined
    // What was committed late, or by a clock that was behind, may be of a month that is archived.
    const next = last === undefined ? undefined : monthOf(Date.UTC(...yearAndNext(last.month)))
    const first = monthOf(at)
    const month = next === undefined || first.ends > next.ends ? first : next
    const isDue = month.ends <= Date.now() - days * day - ago
    // The last link stays: the next one follows on it.
    const links = isDue ? await store.operationChain.behind(behind, 2) : []
    return links.length < 2 ? undefined : { ...month, behind }
  }

  async #archive({ name, ends, behind }: Month & { behind: number }, signal: AbortSignal): Promise<void> {
    const { store, objects, logKey, log } = this.#ports
    const archive: Omit<LogArchive, 'archived_at'> = {
      month: name,
      object: `log/${name}-${randomUUID()}.jsonl.gz`,
      entries: 0,
      first_position: behind + 1,
      last_position: behind,
      first_log_id: Number.MAX_SAFE_INTEGER,
      last_log_id: 0,
      hash: noHash,
      size: 0,
    }
    const noted = (some: readonly Chained[]): void => {
      for (const { link } of some) {
        archive.entries += 1
        archive.last_position = link.position
        archive.first_log_id = Math.min(archive.first_log_id, link.log_id)
        archive.last_log_id = Math.max(archive.last_log_id, link.log_id)
        archive.hash = link.hash
      }
    }
    const links = this.#linksUntil(ends, behind, signal, noted)
    // Of a server that ends meanwhile it would be nobody's.
    await store.unwantedObjects.expect(archive.object, Date.now() + maxWritingTime)
    await objects.write(
      archive.object,
      measured(archiveOf(name, links, logKey), (size) => (archive.size += size)),
    )
    await expectSealed(await objects.read(archive.object), logKey)
    await store.transaction(async (tx) => {
      await tx.logArchives.add({ ...archive, archived_at: Date.now() })
      await tx.unwantedObjects.forget([archive.object])
    })
    const { month, object, entries, size } = archive
    log.info({ month, object, entries, size }, 'a month of the operation log is archived')
  }

  /** Links behind a place, up to the first whose entry is younger, without the last of all. */
  async *#linksUntil(
    ends: number,
    behind: number,
    signal: AbortSignal,
    noted: (some: readonly Chained[]) => void,
  ): AsyncGenerator<Chained[]> {
    const { operationChain } = this.#ports.store
    const last = (await operationChain.last())?.position ?? 0
    for (let position = behind; ;) {
      signal.throwIfAborted()
      const found = await operationChain.behind(position, chunk)
      const end = found.findIndex(
        ({ link, entry }) => link.position >= last || (entry !== undefined && entry.at >= ends),
      )
      const some = end === -1 ? found : found.slice(0, end)
      noted(some)
      yield some
      if (end !== -1 || found.length === 0) return
      position = found.at(-1)?.link.position ?? position
    }
  }

  async #remove(signal: AbortSignal): Promise<void> {
    const { logArchives } = this.#ports.store
    while (!signal.aborted && (await logArchives.removeArchived(removedAtOnce)) === removedAtOnce);
  }
}

/** The year of a month, and its number: from 1, as people count, which is that of the next one from 0. */
const yearAndNext = (month: string): [year: number, month: number] => [
  Number(month.slice(0, 4)),
  Number(month.slice(5)),
]

async function* measured(
  content: AsyncIterable<Uint8Array>,
  heard: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    heard(piece.length)
    yield piece
  }
}
