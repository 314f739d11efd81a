import type { FastifyBaseLogger } from 'fastify'
import type { PhoneWorks } from '../phone-works.ts'
import type { NewPhoneOperation } from '../../store/workflow-queries.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { OperationRun, type OperationPorts } from './workflow-run.ts'
import type { Reason } from '../../../domain/reason.ts'

/** A server that has not said so long that it goes on with an operation has lost it to another. Milliseconds. */
const claim = 15_000

type Ports = Omit<OperationPorts, 'presence'> & { store: Store; works: PhoneWorks; log: FastifyBaseLogger }

/** Operations on phones under way on this server. Servers share them: what one lets go of, another takes up. */
export class PhoneOperations {
  readonly #ports: Ports
  readonly #runs = new Map<number, OperationRun>()
  readonly #tasks = new Set<Promise<void>>()
  /** Who waits for phones to be back. */
  readonly #waiting = new Map<number, Set<() => void>>()
  #isStopping = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Begins an operation with the transaction; the phone's state has been changed by the same one. */
  async begin(tx: Transaction, operation: Omit<NewPhoneOperation, 'claimed_until'>): Promise<number> {
    const id = await tx.phoneOperations.add({ ...operation, claimed_until: Date.now() + claim })
    tx.afterCommit(() => this.#carryOut(id))
    return id
  }

  /** Ends what a phone is at; with the transaction, which has locked the phone. */
  async callOff(tx: Transaction, device: { id: number; box_id: number }, why: Reason, now: number): Promise<void> {
    const operation = await tx.phoneOperations.lockGoing(device.id)
    if (operation === undefined) return
    await tx.phoneOperations.end(operation.id, 'failed', why, now)
    tx.afterCommit(() => {
      if (operation.work_id !== null) this.#ports.works.end(device.box_id, operation.work_id)
      this.#runs.get(operation.id)?.abandon()
    })
  }

  /** The phone is there. */
  phoneReady(deviceId: number): void {
    for (const wake of this.#waiting.get(deviceId) ?? []) wake()
  }

  /** Keeps what is under way, and takes up what other servers have lost. */
  async sweep(): Promise<void> {
    const now = Date.now()
    const mine = [...this.#runs.keys()]
    if (mine.length > 0) await this.#ports.store.phoneOperations.keep(mine, now + claim)
    for (const id of await this.#ports.store.phoneOperations.claim(now, now + claim)) this.#carryOut(id)
  }

  /** Lets go of everything. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const run of this.#runs.values()) run.abandon()
    await Promise.all(this.#tasks)
  }

  #carryOut(id: number): void {
    if (this.#isStopping || this.#runs.has(id)) return
    const run = new OperationRun(id, {
      ...this.#ports,
      presence: (deviceId, signal) => this.#presence(deviceId, signal),
    })
    this.#runs.set(id, run)
    const task = run
      .run()
      // It is taken up again once the claim has run out.
      .catch((error: unknown) => this.#ports.log.error({ err: error, operation_id: id }, 'an operation broke off'))
      .finally(() => {
        this.#runs.delete(id)
        this.#tasks.delete(task)
      })
    this.#tasks.add(task)
  }

  #presence(deviceId: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(deviceId) ?? new Set()
      this.#waiting.set(deviceId, waiting)
      const wake = (): void => {
        waiting.delete(wake)
        if (waiting.size === 0) this.#waiting.delete(deviceId)
        resolve()
      }
      waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
      if (signal.aborted) wake()
    })
  }
}
