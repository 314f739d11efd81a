import type { FastifyBaseLogger } from 'fastify'
import type { PhoneCommands } from '../phone-commands.ts'
import { failWorkflow } from './failed.ts'
import type { NewWorkflow } from '../../store/workflow-queries.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { WorkflowRun, type WorkflowPorts } from './workflow-run.ts'
import type { Reason } from '../../../domain/reason.ts'

/** A server that has not said so long that it goes on with a workflow has lost it to another. Milliseconds. */
const claim = 15_000

type Ports = Omit<WorkflowPorts, 'presence'> & { store: Store; commands: PhoneCommands; log: FastifyBaseLogger }

/** Workflows on phones under way on this server. Servers share them: what one lets go of, another takes up. */
export class Workflows {
  readonly #ports: Ports
  readonly #runs = new Map<number, WorkflowRun>()
  readonly #tasks = new Set<Promise<void>>()
  /** Who waits for phones to be back. */
  readonly #waiting = new Map<number, Set<() => void>>()
  #isStopping = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Begins a workflow with the transaction; the phone's state has been changed by the same one. */
  async begin(tx: Transaction, workflow: Omit<NewWorkflow, 'claimed_until'>): Promise<number> {
    const id = await tx.workflows.add({ ...workflow, claimed_until: Date.now() + claim })
    tx.afterCommit(() => this.#carryOut(id))
    return id
  }

  /** Ends what a phone is at; with the transaction, which has locked the phone. */
  async callOff(tx: Transaction, device: { id: number; box_id: number }, why: Reason, now: number): Promise<void> {
    const workflow = await tx.workflows.lockGoing(device.id)
    if (workflow === undefined) return
    await failWorkflow(tx, workflow, why, now)
    tx.afterCommit(() => {
      if (workflow.command_id !== null) this.#ports.commands.end(device.box_id, workflow.command_id)
      this.#runs.get(workflow.id)?.abandon()
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
    if (mine.length > 0) await this.#ports.store.workflows.keep(mine, now + claim)
    for (const id of await this.#ports.store.workflows.claim(now, now + claim)) this.#carryOut(id)
  }

  /** Lets go of everything, for other servers to take up at once. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const mine = [...this.#runs.keys()]
    for (const run of this.#runs.values()) run.abandon()
    await Promise.all(this.#tasks)
    // Where that can't be written down, they are taken up once the claim has run out.
    if (mine.length > 0)
      await this.#ports.store.workflows
        .keep(mine, 0)
        .catch((error: unknown) => this.#ports.log.warn({ err: error }, 'workflows could not be handed over'))
  }

  #carryOut(id: number): void {
    if (this.#isStopping || this.#runs.has(id)) return
    const run = new WorkflowRun(id, {
      ...this.#ports,
      presence: (deviceId, signal) => this.#presence(deviceId, signal),
    })
    this.#runs.set(id, run)
    const task = run
      .run()
      // It is taken up again once the claim has run out.
      .catch((error: unknown) => this.#ports.log.error({ err: error, workflow_id: id }, 'a workflow broke off'))
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
