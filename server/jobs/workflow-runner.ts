import { codes } from '../../domain/codes.ts'
import { isWithEnvironments } from '../../domain/jobs.ts'
import type { OnPhone } from '../environments/openings.ts'
import { Refusal } from '../http/refusal.ts'
import type { Actor } from '../http/sessions.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { JobItemBegun } from '../store/job-item-queries.ts'
import type { Transaction } from '../store/store.ts'
import { FollowedWorkflow } from './followed-workflow.ts'
import { succeeded, type OpenItem, type ItemRunner, type JobContext, type RunningItem } from './item-runner.ts'
import { starterOf, whyNotOn } from './admission.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'

/** What an item's phone is at from then on; null where it took no time. */
type Begun = JobItemBegun & { workflow_id: number | null }

/**
 * Opens and closes environments and puts their records back, frees phones, gives them other addresses, and takes them out of use
 * or of the fleet and back: what is a part of phones' lives, and goes on whatever becomes of the job.
 */
export class WorkflowRunner implements ItemRunner {
  readonly lookInterval = 500
  readonly #context: JobContext
  /** By what their phones are at. */
  readonly #followed = new Map<number, FollowedWorkflow>()
  /** One begins after the other: in the database, openings of one user wait for each other, and each has a connection meanwhile. */
  #turn: Promise<unknown> = Promise.resolve()
  #isLooking = false

  constructor(context: JobContext) {
    this.#context = context
  }

  look(): void {
    if (this.#isLooking || this.#followed.size === 0) return
    this.#isLooking = true
    const { job, ports } = this.#context
    this.#lookAtAll()
      .catch((error: unknown) => ports.log.warn({ err: error, job_id: job.id }, 'what phones are at was not looked at'))
      .finally(() => (this.#isLooking = false))
  }

  begin(item: OpenItem): Promise<RunningItem | undefined> {
    const begun = this.#turn.then(() => this.#beginNow(item))
    this.#turn = begun.catch(() => undefined) // Whoever waits for it hears of it.
    return begun
  }

  takeUp(item: OpenItem): RunningItem {
    if (item.workflow_id === null) throw new Error(`the phone of item ${item.id} of a job is at nothing`)
    return this.#follow(item, item.workflow_id)
  }

  async #lookAtAll(): Promise<void> {
    for (const workflow of await this.#context.ports.store.workflows.ended([...this.#followed.keys()]))
      this.#followed.get(workflow.id)?.onEnded(workflow)
  }

  async #beginNow(item: OpenItem): Promise<RunningItem | undefined> {
    const { ports, noMore, refuse } = this.#context
    if (noMore.aborted) return undefined
    try {
      const begun = await ports.store.transaction((tx) => this.#beginWithin(tx, item))
      if (begun === undefined) return undefined
      if ('reason' in begun) return refuse(item, begun.reason)
      return begun.workflow_id === null ? undefined : this.#follow({ ...item, ...begun }, begun.workflow_id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(item, error.reason)
    }
  }

  /** What the item has begun with the transaction, or why it can't; undefined where it was called off meanwhile. */
  async #beginWithin(tx: Transaction, item: OpenItem): Promise<Begun | { reason: Reason } | undefined> {
    const { job } = this.#context
    // Locked first: whoever has it now has it until this is done.
    const device = isWithEnvironments(job.action) ? undefined : await lockPhone(tx, item)
    const starter = await starterOf(tx, job)
    if ('reason' in starter) return starter
    const why = device && (await whyNotOn(tx, starter, device, job.action))
    if (why !== undefined) return { reason: why }
    const at = Date.now()
    if (!(await tx.jobItems.begin(item.id, at))) return undefined
    const actor = { caller: starter, ip: '' }
    const begun = device
      ? { workflow_id: await this.#beginOn(tx, actor, device) }
      : begunOn(await this.#beginWith(tx, actor, environmentOf(item)))
    await tx.jobItems.note(item.id, begun)
    if (begun.workflow_id === null) await tx.jobItems.end(item.id, { ...succeeded, ended_at: at })
    return begun
  }

  /** What the phone is at from then on; null where it took no time. */
  async #beginOn(tx: Transaction, actor: Actor, device: DeviceRow): Promise<number | null> {
    const { job, ports } = this.#context
    const { care } = ports
    switch (job.action) {
      case 'free':
        return care.free(tx, actor, device)
      case 'change_ip':
        return care.changeIp(tx, actor, device)
      case 'recover':
        return care.recover(tx, actor, device)
      case 'maintain':
      case 'end_maintenance':
        await care.maintain(tx, actor, device, { on: job.action === 'maintain', reason: '' })
        return null
      case 'delete':
        await care.delete(tx, actor, device)
        return null
      default:
        throw new Error(`no phone's life has an item called ${job.action}`)
    }
  }

  #beginWith(tx: Transaction, actor: Actor, environmentId: number): Promise<OnPhone | undefined> {
    const { job, ports } = this.#context
    const { openings } = ports
    switch (job.action) {
      case 'open':
        return openings.open(tx, actor, environmentId)
      case 'close':
        return openings.closeEnvironment(tx, actor, environmentId)
      case 'restore':
        return openings.restore(tx, actor, environmentId)
      default:
        throw new Error(`environments are not what ${job.action} is done with`)
    }
  }

  #follow(item: OpenItem, workflowId: number): FollowedWorkflow {
    const { job, end } = this.#context
    const followed = new FollowedWorkflow({
      end: (how) => {
        this.#followed.delete(workflowId)
        return end(item, how)
      },
      ...(job.action === 'open' && { callOff: () => this.#callOff(item, workflowId) }),
    })
    this.#followed.set(workflowId, followed)
    return followed
  }

  /** Closes an environment that is being opened; false where that has ended, or the phone is away. */
  async #callOff({ device_id }: OpenItem, workflowId: number): Promise<boolean> {
    const { starter: caller, ports } = this.#context
    if (caller === undefined || device_id === null) return false
    try {
      return await ports.store.transaction(async (tx) => {
        const device = await tx.devices.lock(device_id)
        const workflow = device && (await tx.workflows.lockGoing(device_id))
        if (device === undefined || workflow?.id !== workflowId) return false
        await ports.openings.close(tx, { caller, ip: '' }, device)
        return true
      })
    } catch (error) {
      if (!(error instanceof Refusal)) ports.log.warn({ err: error, device_id }, 'an opening was not called off')
      return false
    }
  }
}

/** What an environment's phone is at; nothing where it has none. */
function begunOn(onPhone: OnPhone | undefined): Begun {
  if (onPhone === undefined) return { workflow_id: null }
  const { device, workflowId } = onPhone
  return { workflow_id: workflowId, device_id: device.id, device_name: device.name }
}

/** The phone of an item; it may be gone by now. */
async function lockPhone(tx: Transaction, { device_id }: OpenItem): Promise<DeviceRow> {
  const device = device_id === null ? undefined : await tx.devices.lock(device_id)
  if (device === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
  return device
}

/** The environment of an item; it may be deleted by now. */
function environmentOf({ environment_id }: OpenItem): number {
  if (environment_id === null) throw new Refusal(codes.notFound, reason('environments.reason.noSuchEnvironment'))
  return environment_id
}
