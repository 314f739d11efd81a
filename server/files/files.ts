import { createHash } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { changesTopic, type FleetPatch } from '../../domain/fleet-topics.ts'
import { isRecord } from '../../domain/message-fields.ts'
import type { Broker } from '../broker/broker.ts'
import { announceGone } from '../broker/announce-gone.ts'
import type { FileRow } from '../store/file-queries.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import type { FileStorage } from './file-storage.ts'

/** How long a server has for one checksum, in milliseconds; 4 GB take about twenty seconds. */
const checkTime = 10 * 60_000
/** How long bytes are removed at a time; a backup waits meanwhile, and a connection to the database is held. Milliseconds. */
const forgetTime = 60_000
/** How long what is under way may take when the server stops. Milliseconds. */
const stopTime = 2_000

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
    const patch: FleetPatch = { type: 'file', id, at: Date.now(), changed }
    this.#broker.publish(changesTopic(owner_path, 'file'), JSON.stringify(patch), 0)
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
      const forgetting = this.#unlessBackedUp(() => this.#forgetFiles())
      this.#forgetting = forgetting.catch(() => {}) // Whoever asked for it hears.
      return forgetting
    })
    return this.#nextForgetting
  }

  /** Removes objects that nobody wants any more, or of which nothing was made. */
  forgetObjects(): Promise<void> {
    return this.#unlessBackedUp(() => this.#forgetUnwanted())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.race([this.#checking, pause(stopTime, undefined, { ref: false })])
  }

  /** A backup that is being made may still have to read what the database no longer names. */
  #unlessBackedUp(remove: () => Promise<void>): Promise<void> {
    return this.#store.transaction(async (tx) => {
      if (await tx.fileHold.mayRemove()) await remove()
    })
  }

  async #forgetFiles(): Promise<void> {
    const until = Date.now() + forgetTime
    for (const file of await this.#store.files.toForget(Date.now())) {
      if (Date.now() > until || this.#stopping.signal.aborted) return
      try {
        await this.storage.remove(file.upload_id)
      } catch (error) {
        // Nothing there is as good as removed; anything else is tried again with the next sweep.
        if (!isMissing(error)) {
          this.#log.warn({ err: error, file_id: file.id }, 'a file could not be removed')
          continue
        }
      }
      await this.#store.files.forget(file.id)
    }
  }

  async #forgetUnwanted(): Promise<void> {
    for (const object of await this.#store.unwantedObjects.due(Date.now())) {
      await this.storage.objects.remove(object)
      await this.#store.unwantedObjects.forget(object)
    }
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
