import type { FastifyBaseLogger } from 'fastify'
import { hashOfLink, noHash, sealOfEntry, type LogKey } from '../store/operation-hashes.ts'
import type { Link } from '../store/operation-chain.ts'
import type { Store, Transaction } from '../store/store.ts'

/** Entries that one transaction chains, each of which may name 50,000 rows. */
const batchSize = 200

/** An entry that has not been chained for so long says that no server gets to it. Milliseconds. */
const maxWait = 60_000

/**
 * Chains the entries of the operation log behind their transactions, so that these do not wait for each other. Any number of
 * servers may run it: one adds a batch at a time, and where that one ends, another goes on from what is committed.
 *
 * Places are given in the order in which entries are found, not in that of their ids: one that is committed late gets a later
 * place, and none is lost.
 */
export class LogChaining {
  readonly #store: Store
  readonly #logKey: LogKey
  readonly #log: FastifyBaseLogger

  constructor(store: Store, logKey: LogKey, log: FastifyBaseLogger) {
    this.#store = store
    this.#logKey = logKey
    this.#log = log
  }

  /** Chains what waits, unless another server is at it. */
  async run(): Promise<void> {
    while ((await this.#store.operationChain.longestWait()) !== undefined) {
      const chained = await this.#store.transaction((tx) => this.#chainBatch(tx))
      if (chained < batchSize) return
    }
  }

  /** Why entries wait for longer than they should; undefined where they do not. */
  async problem(): Promise<string | undefined> {
    const waited = await this.#store.operationChain.longestWait()
    if (waited === undefined || waited < maxWait) return undefined
    return `no entry of the operation log has been chained for ${Math.floor(waited / 1_000)} s`
  }

  /** Logs the problem, if there is one. */
  async warn(): Promise<void> {
    const problem = await this.problem()
    if (problem !== undefined) this.#log.warn(problem)
  }

  async #chainBatch({ operationChain }: Transaction): Promise<number> {
    if (!(await operationChain.claim())) return 0
    const waiting = await operationChain.waiting(0, batchSize)
    let last = (await operationChain.last()) ?? { position: 0, hash: noHash }
    const links = waiting.map(({ log_id, seal, entry }): Link => {
      const isWhole = entry !== undefined && sealOfEntry(entry, this.#logKey).equals(seal)
      const found = entry === undefined ? 'missing' : isWhole ? 'whole' : 'altered'
      const place = { position: last.position + 1, log_id, found, previous_hash: last.hash } as const
      if (found !== 'whole')
        this.#log.error({ log_id, found }, 'an entry of the operation log was not chained as written')
      const link = { ...place, hash: hashOfLink(place, entry, this.#logKey) }
      last = link
      return link
    })
    if (links.length > 0) await operationChain.add(links)
    return links.length
  }
}
