import type { FastifyBaseLogger } from 'fastify'
import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import type { Schemas } from '../http/contract.ts'
import { Refusal } from '../http/refusal.ts'
import type { LogCheckRow } from '../store/log-checks.ts'
import type { LogHead } from '../store/operation-chain.ts'
import { sealOfVerdict, type LogKey } from '../store/operation-hashes.ts'
import type { Queries, Store, Transaction } from '../store/store.ts'
import type { LogArchives } from './archives.ts'
import { verifyChain, type Verdict } from './verification.ts'

/** How often it is written down how far a check is. Milliseconds. */
const progressInterval = 500

/** Checks the whole chain behind the call that asks for it; any server tells how far a check is and what it has found. */
export class LogChecks {
  readonly #store: Store
  readonly #archives: LogArchives
  readonly #logKey: LogKey
  readonly #log: FastifyBaseLogger
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(store: Store, archives: LogArchives, logKey: LogKey, log: FastifyBaseLogger) {
    this.#store = store
    this.#archives = archives
    this.#logKey = logKey
    this.#log = log
  }

  /**
   * Begins a check once the transaction is committed. Where one is going on, answers that one.
   *
   * @throws Refusal 42900 where one is going on and it was begun without the receipt
   */
  async begin(tx: Transaction, kept: LogHead | undefined, receipt: LogHead | undefined): Promise<Schemas['LogCheck']> {
    const id = await tx.logChecks.begin(Date.now())
    if (id === undefined && receipt !== undefined)
      throw new Refusal(codes.tooManyTries, reason('log.reason.alreadyChecking'))
    const receipts = [kept, receipt].filter((head) => head !== undefined)
    if (id !== undefined)
      tx.afterCommit(() => {
        this.#running = this.#run(id, receipts)
      })
    return this.find(tx, id)
  }

  /** @throws Refusal 40400 where there is none */
  async find({ logChecks }: Pick<Queries, 'logChecks'>, id?: number): Promise<Schemas['LogCheck']> {
    const row = await logChecks.find(id)
    if (row === undefined) throw new Refusal(codes.notFound, reason('log.reason.noSuchCheck'))
    const verdict = this.#verdictOf(row)
    return {
      id: row.id,
      state: row.state === 'done' && verdict === null ? 'failed' : row.state,
      begun_at: row.begun_at,
      ended_at: row.ended_at,
      checked: row.checked,
      total: Math.max(row.total, row.checked),
      verdict,
    }
  }

  /** Ends the check of this server, which then has failed. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'))
    await this.#running
  }

  /** What it has found; null where it has not yet, or where somebody wrote what no server has found. */
  #verdictOf({ id, verdict, seal }: LogCheckRow): Verdict | null {
    if (verdict === null || seal === null || !sealOfVerdict(id, verdict, this.#logKey).equals(seal)) return null
    return JSON.parse(verdict) as Verdict // A server's own, as its seal says.
  }

  async #run(id: number, receipts: readonly LogHead[]): Promise<void> {
    const { logChecks, operationChain: chain } = this.#store
    let writtenAt = performance.now()
    const onProgress = async (checked: number): Promise<void> => {
      this.#stopping.signal.throwIfAborted()
      if (performance.now() < writtenAt + progressInterval) return
      if (!(await logChecks.progress(id, checked))) throw new Error('another server has given the check up')
      writtenAt = performance.now()
    }
    try {
      const found = await verifyChain({ chain, archives: this.#archives, logKey: this.#logKey, receipts, onProgress })
      const verdict = JSON.stringify(found)
      const seal = sealOfVerdict(id, verdict, this.#logKey)
      await logChecks.end(id, { state: 'done', verdict, seal, checked: found.checked, ended_at: Date.now() })
    } catch (error) {
      this.#log.warn({ err: error, check: id }, 'a check of the operation log ended early')
      await logChecks
        .end(id, { state: 'failed', verdict: null, seal: null, ended_at: Date.now() })
        .catch((lost: unknown) => this.#log.warn({ err: lost, check: id }, 'nobody hears of it but by its silence'))
    }
  }
}
