import type { FastifyBaseLogger } from 'fastify'
import type { PhoneCommands } from '../phone-commands.ts'
import { failWorkflow } from './failed.ts'
import type { Claim, NewWorkflow } from '../../store/workflow-queries.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { WorkflowRun, type WorkflowPorts } from './workflow-run.ts'
import type { Reason } from '../../../domain/reason.ts'

type Ports = Omit<WorkflowPorts, 'presence'> & { store: Store; commands: PhoneCommands; log: FastifyBaseLogger }

/** Workflows on phones under way on this server. Servers share them: what one lets go of, another takes up. */
export class Workflows {
  readonly #ports: Ports
  readonly #runs = new Map<number, { run: WorkflowRun; task: Promise<void> }>()
  /** Who waits for phones to be back. */
  readonly #waiting = new Map<number, Set<() => void>>()
  #isStopping = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Begins a workflow with the transaction; the phone's state has been changed by the same one. */
  async begin(tx: Transaction, workflow: NewWorkflow): Promise<number> {
    const claim = await tx.workflows.add(workflow)
    // Whoever had the phone before is to see and touch nothing of what comes.
    const others = workflow.kind === 'open' ? await tx.jobItems.ofOthersOn(workflow.device_id) : []
    for (const { box_id, command_id } of others) tx.afterCommit(() => this.#ports.commands.end(box_id, command_id))
    tx.afterCommit(() => this.#carryOut(claim))
    return claim.id
  }

  /** Ends what a phone is at; with the transaction, which has locked the phone. */
  async callOff(tx: Transaction, device: { id: number; box_id: number }, why: Reason, now: number): Promise<void> {
    const workflow = await tx.workflows.lockGoing(device.id)
    if (workflow === undefined) return
    await failWorkflow(tx, workflow, why, now)
    tx.afterCommit(() => {
      if (workflow.command_id !== null) this.#ports.commands.end(device.box_id, workflow.command_id)
      this.#runs.get(workflow.id)?.run.abandon()
    })
  }

  /** The phone is there. */
  phoneReady(deviceId: number): void {
    for (const wake of this.#waiting.get(deviceId) ?? []) wake()
  }

  /** Keeps what is under way, lets go of what was lost meanwhile, and takes up what servers have lost, this one among them. */
  async sweep(): Promise<void> {
    const { workflows } = this.#ports.store
    const mine = [...this.#runs.values()].map(({ run }) => run)
    const kept = new Map((await workflows.keep(mine.map(({ claim }) => claim))).map(({ id, claim }) => [id, claim]))
    for (const run of mine) if (kept.get(run.claim.id) !== run.claim.claim) run.abandon()
    for (const claim of await workflows.claim()) this.#carryOut(claim)
  }

  /** Lets go of everything, for other servers to take up at once. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const mine = [...this.#runs.values()]
    for (const { run } of mine) run.abandon()
    await Promise.all(mine.map(({ task }) => task))
    // Where that can't be written down, they are taken up once the claim has run out.
    if (mine.length > 0)
      await this.#ports.store.workflows
        .letGo(mine.map(({ run }) => run.claim))
        .catch((error: unknown) => this.#ports.log.warn({ err: error }, 'workflows could not be handed over'))
  }

  #carryOut(claim: Claim): void {
    if (this.#isStopping) return
    const { id } = claim
    const before = this.#runs.get(id)
    // Lost and claimed anew before it had let go.
    if (before) return void before.task.then(() => this.#carryOut(claim))
    const run = new WorkflowRun(claim, {
      ...this.#ports,
      presence: (deviceId, signal) => this.#presence(deviceId, signal),
    })
    const task = run
      .run()
      // It is taken up again once the claim has run out.
      .catch((error: unknown) => this.#ports.log.error({ err: error, workflow_id: id }, 'a workflow broke off'))
      .finally(() => this.#runs.delete(id))
    this.#runs.set(id, { run, task })
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
