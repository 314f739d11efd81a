import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { readWhole, writeWhole } from '../config/whole-file.ts'
import type { LogHead } from '../store/operation-chain.ts'
import type { LogArchives } from './archives.ts'
import type { Store } from '../store/store.ts'

export const logHeadFileOf = (dataDir: string): string => join(dataDir, 'log-head.json')

/**
 * Writes down, outside the database, how far the operation log has come: in a file of the data folder, and in the server's own
 * log, which may be kept elsewhere. A log that was cut off or written anew since then shows by it.
 */
export class LogHeads {
  readonly #file: string
  readonly #store: Pick<Store, 'operationChain'>
  readonly #archives: Pick<LogArchives, 'hashOf'>
  readonly #log: FastifyBaseLogger

  constructor(
    dataDir: string,
    store: Pick<Store, 'operationChain'>,
    archives: Pick<LogArchives, 'hashOf'>,
    log: FastifyBaseLogger,
  ) {
    this.#file = logHeadFileOf(dataDir)
    this.#store = store
    this.#archives = archives
    this.#log = log
  }

  /** The head that was kept last; undefined before the first. */
  get kept(): LogHead | undefined {
    const text = readWhole(this.#file)
    return text === undefined ? undefined : (JSON.parse(text) as LogHead) // Only `publish` writes there.
  }

  /** Keeps the newest head, unless the log no longer holds the one that is kept: then that one is the proof. */
  async publish(): Promise<void> {
    const { kept } = this
    if (kept !== undefined && (await this.#hashOf(kept.id)) !== kept.hash)
      return this.#log.error({ kept }, 'the operation log is not the one whose head was kept')
    const head = await this.#store.operationChain.head()
    if (head === undefined || head.id === kept?.id) return
    await writeWhole(this.#file, JSON.stringify(head))
    this.#log.info({ log_head: head }, 'the operation log has come this far')
  }
  /** A server that was away for long may find its entry archived. */
  async #hashOf(id: number): Promise<string | undefined> {
    return (await this.#store.operationChain.hashOf(id)) ?? (await this.#archives.hashOf(id))
  }
}
