import { createHash } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isRecord } from '../../domain/message-fields.ts'
import type { Broker } from '../broker/broker.ts'
import { announceChange, announceGone } from '../broker/announce-change.ts'
import type { FileRow } from '../store/file-queries.ts'
import { claimedAtOnce } from '../store/unwanted-objects.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import type { FileStorage } from './file-storage.ts'

/** How long a server has for one checksum, in milliseconds; 4 GB take about twenty seconds. */
const checkTime = 10 * 60_000
/** How long bytes are removed at a time; a backup waits meanwhile, and a connection to the database is held. Milliseconds. */
const forgetTime = 60_000
/** So many are removed beside each other: of a bucket each takes a while. */
const removedAtOnce = 8
/** How long what is under way may take when the server stops. Milliseconds. */
const stopTime = 2_000

/** What the database knows to be unwanted. */
interface Unwanted<T> {
  /** So many of them as are claimed at once, in order, or fewer where no more are left. */
  claim(tx: Transaction, after: T | undefined): Promise<T[]>
  forget(tx: Transaction, gone: readonly T[]): Promise<void>
}

const unwantedFiles: Unwanted<Pick<FileRow, 'id' | 'upload_id'>> = {
  claim: (tx, after) => tx.files.claimUnwanted(Date.now(), after?.id),
  forget: (tx, gone) => tx.files.forget(gone.map(({ id }) => id)),
}
const unwantedObjects: Unwanted<string> = {
  claim: (tx, after) => tx.unwantedObjects.claim(Date.now(), after),
  forget: (tx, gone) => tx.unwantedObjects.forget(gone),
}

/** What becomes of uploaded files behind everybody's back: checksums are computed, and what was removed is removed. */
export class Files {
  readonly storage: FileStorage
  readonly #store: Store
  readonly #broker: Broker
  readonly #log: FastifyBaseLogger
  readonly #stopping = new AbortController()
  #checking: Promise<void> | undefined
  #forgetting: Promise<void> = Promise.resolve()
  #nextForgetting: Promise<void> | undefined

  constructor(storage: FileStorage, store: Store, broker: Broker, log: FastifyBaseLogger) {
    this.storage = storage
    this.#store = store
    this.#broker = broker
    this.#log = log
  }

  /** All of an upload is here. Saying so twice changes nothing. */
  async complete(tx: Transaction, file: FileRow, caller: Person, ip: string): Promise<void> {
    const now = Date.now()
    const complete = await tx.files.complete(file.id, now)
    if (complete === undefined) return
    const detail = { after: { name: file.name, size: file.size } }
    await tx.operationLog.append({ user: caller, action: 'file.add', target: `file:${file.id}`, ip, detail }, now)
    tx.afterCommit(() => {
      const { status, received, completed_at, expires_at } = complete
      this.announce(file, { status, received, completed_at, expires_at })
      void this.check()
    })
  }

  /** Notes how far an unfinished upload has come. */
  async noteProgress(file: FileRow): Promise<void> {
    const { offset } = await this.storage.uploads.getUpload(file.upload_id)
    if (offset === file.received || offset >= file.size) return
    await this.#store.files.noteReceived(file.id, offset)
    this.announce(file, { received: offset })
  }

  /** Tells the owner and those above what changed. */
  announce({ id, owner_path }: Pick<FileRow, 'id' | 'owner_path'>, changed: Record<string, unknown>): void {
    announceChange(this.#broker, owner_path, { type: 'file', id, at: Date.now(), changed })
  }

  /** Tells the owners and those above that files are no more. */
  announceGone(files: readonly FileRow[]): void {
    void announceGone(this.#broker, 'file', files, Date.now())
  }

  /** Computes the checksums that are missing, one after the other. */
  check(): Promise<void> {
    this.#checking ??= this.#checkAll()
      .catch((error: unknown) => this.#log.error({ err: error }, 'checksums can not be computed'))
      .finally(() => (this.#checking = undefined))
    return this.#checking
  }

  /** Removes the bytes of files that nobody wants any more. Who asks while that goes on shares the next time with all who do. */
  forget(): Promise<void> {
    this.#nextForgetting ??= this.#forgetting.then(() => {
      this.#nextForgetting = undefined
      const forgetting = this.#removeAll(unwantedFiles, ({ upload_id }) => this.storage.remove(upload_id))
      this.#forgetting = forgetting.catch(() => {}) // Whoever asked for it hears.
      return forgetting
    })
    return this.#nextForgetting
  }

  /** Removes objects that nobody wants any more, or of which nothing was made. */
  forgetObjects(): Promise<void> {
    return this.#removeAll(unwantedObjects, (object) => this.storage.objects.remove(object))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.race([this.#checking, pause(stopTime, undefined, { ref: false })])
  }

  /**
   * Goes once through what is to go, some at a time. Servers that do so together have each other's left alone. A backup that is being
   * made may still have to read what the database no longer names; one that waits comes first.
   */
  async #removeAll<T>(unwanted: Unwanted<T>, remove: (one: T) => Promise<void>): Promise<void> {
    let after: T | undefined
    do after = await this.#store.transaction((tx) => this.#removeSome(tx, unwanted, after, remove))
    while (after !== undefined && !this.#stopping.signal.aborted)
  }

  /** Answers the last of them, where there may be more. */
  async #removeSome<T>(
    tx: Transaction,
    unwanted: Unwanted<T>,
    after: T | undefined,
    remove: (one: T) => Promise<void>,
  ): Promise<T | undefined> {
    const some = (await tx.fileHold.mayRemove()) ? await unwanted.claim(tx, after) : []
    const gone: T[] = []
    const until = Date.now() + forgetTime
    const left = some.values()
    const removeNext = async (): Promise<void> => {
      for (const one of left) {
        if (Date.now() > until || this.#stopping.signal.aborted) return
        if (await this.#isRemoved(one, remove)) gone.push(one)
      }
    }
    await Promise.all(Array.from({ length: removedAtOnce }, removeNext))
    if (gone.length > 0) await unwanted.forget(tx, gone)
    return some.length < claimedAtOnce ? undefined : some.at(-1)
  }

  /** Nothing there is as good as removed; anything else is tried again with the next sweep. */
  async #isRemoved<T>(one: T, remove: (one: T) => Promise<void>): Promise<boolean> {
    try {
      await remove(one)
    } catch (error) {
      if (isMissing(error)) return true
      this.#log.warn({ err: error, unwanted: one }, 'bytes could not be removed')
      return false
    }
    return true
  }

  async #checkAll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const now = Date.now()
      const file = await this.#store.files.claimUnchecked(now, now + checkTime)
      if (file === undefined) return
      const sha256 = await this.#checksumOf(file)
      if (this.#stopping.signal.aborted) return this.#store.files.unclaim(file.id)
      if (sha256 === undefined) continue // Once the claim has run out it is looked at again.
      await this.#store.files.noteChecksum(file.id, sha256)
      this.announce(file, { status: sha256 === null ? 'damaged' : 'ready', sha256 })
    }
  }

  /** In hexadecimal digits; null where the file is not there, or not whole; undefined where it can't be read now. */
  async #checksumOf(file: FileRow): Promise<string | null | undefined> {
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const content = await this.storage.read(file.upload_id)
      addAbortSignal(this.#stopping.signal, content)
      // A file is read as buffers.
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length
        hash.update(chunk)
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#log.error({ err: error, file_id: file.id }, 'a file can not be read')
      return isMissing(error) ? null : undefined
    }
    return bytes === file.size ? hash.digest('hex') : null
  }
}

/** tus says so with a status, as it would answer it, a folder by its code, and a bucket by name. */
const isMissing = (error: unknown): boolean =>
  (isRecord(error) && [404, 410].includes(Number(error.status_code))) ||
  (error instanceof Error && (('code' in error && error.code === 'ENOENT') || error.name === 'NoSuchKey'))
