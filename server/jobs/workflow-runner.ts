import { codes } from '../../domain/codes.ts'
import { isWithEnvironments } from '../../domain/runs.ts'
import type { OnPhone } from '../environments/openings.ts'
import { Refusal } from '../http/refusal.ts'
import type { Actor } from '../http/sessions.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { RunPartBegun } from '../store/job-item-queries.ts'
import type { Transaction } from '../store/store.ts'
import { FollowedOperation } from './followed-workflow.ts'
import { succeeded, type OpenPart, type PartRunner, type RunContext, type RunningPart } from './item-runner.ts'
import { starterOf, whyNotOn } from './admission.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'

/** What a part's phone is at from then on; null where it took no time. */
type Begun = RunPartBegun & { operation_id: number | null }

/**
 * Opens and closes environments and puts their records back, frees phones, gives them other addresses, and takes them out of use
 * or of the fleet and back: what is a part of phones' lives, and goes on whatever becomes of the run.
 */
export class OperationRunner implements PartRunner {
  readonly lookInterval = 500
  readonly #context: RunContext
  /** By what their phones are at. */
  readonly #followed = new Map<number, FollowedOperation>()
  /** One begins after the other: in the database, openings of one user wait for each other, and each has a connection meanwhile. */
  #turn: Promise<unknown> = Promise.resolve()
  #isLooking = false

  constructor(context: RunContext) {
    this.#context = context
  }

  look(): void {
    if (this.#isLooking || this.#followed.size === 0) return
    this.#isLooking = true
    const { run, ports } = this.#context
    this.#lookAtAll()
      .catch((error: unknown) => ports.log.warn({ err: error, run_id: run.id }, 'what phones are at was not looked at'))
      .finally(() => (this.#isLooking = false))
  }

  begin(part: OpenPart): Promise<RunningPart | undefined> {
    const begun = this.#turn.then(() => this.#beginNow(part))
    this.#turn = begun.catch(() => undefined) // Whoever waits for it hears of it.
    return begun
  }

  takeUp(part: OpenPart): RunningPart {
    if (part.operation_id === null) throw new Error(`the phone of part ${part.id} of a run is at nothing`)
    return this.#follow(part, part.operation_id)
  }

  async #lookAtAll(): Promise<void> {
    for (const operation of await this.#context.ports.store.phoneOperations.ended([...this.#followed.keys()]))
      this.#followed.get(operation.id)?.onEnded(operation)
  }

  async #beginNow(part: OpenPart): Promise<RunningPart | undefined> {
    const { ports, noMore, refuse } = this.#context
    if (noMore.aborted) return undefined
    try {
      const begun = await ports.store.transaction((tx) => this.#beginWithin(tx, part))
      if (begun === undefined) return undefined
      if ('reason' in begun) return refuse(part, begun.reason)
      return begun.operation_id === null ? undefined : this.#follow({ ...part, ...begun }, begun.operation_id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(part, error.reason)
    }
  }

  /** What the part has begun with the transaction, or why it can't; undefined where it was called off meanwhile. */
  async #beginWithin(tx: Transaction, part: OpenPart): Promise<Begun | { reason: Reason } | undefined> {
    const { run } = this.#context
    // Locked first: whoever has it now has it until this is done.
    const device = isWithEnvironments(run.action) ? undefined : await lockPhone(tx, part)
    const starter = await starterOf(tx, run)
    if ('reason' in starter) return starter
    const why = device && (await whyNotOn(tx, starter, device, run.action))
    if (why !== undefined) return { reason: why }
    const at = Date.now()
    if (!(await tx.runParts.begin(part.id, {}, at))) return undefined
    const actor = { caller: starter, ip: '' }
    const begun = device
      ? { operation_id: await this.#beginOn(tx, actor, device) }
      : begunOn(await this.#beginWith(tx, actor, environmentOf(part)))
    await tx.runParts.note(part.id, begun)
    if (begun.operation_id === null) await tx.runParts.end(part.id, { ...succeeded, ended_at: at })
    return begun
  }

  /** What the phone is at from then on; null where it took no time. */
  async #beginOn(tx: Transaction, actor: Actor, device: DeviceRow): Promise<number | null> {
    const { run, ports } = this.#context
    const { care } = ports
    switch (run.action) {
      case 'free':
        return care.free(tx, actor, device)
      case 'change_ip':
        return care.changeIp(tx, actor, device)
      case 'recover':
        return care.recover(tx, actor, device)
      case 'maintain':
      case 'end_maintenance':
        await care.maintain(tx, actor, device, { on: run.action === 'maintain', reason: '' })
        return null
      case 'delete':
        await care.delete(tx, actor, device)
        return null
      default:
        throw new Error(`no phone's life has a part called ${run.action}`)
    }
  }

  #beginWith(tx: Transaction, actor: Actor, environmentId: number): Promise<OnPhone | undefined> {
    const { run, ports } = this.#context
    const { openings } = ports
    switch (run.action) {
      case 'open':
        return openings.open(tx, actor, environmentId)
      case 'close':
        return openings.closeEnvironment(tx, actor, environmentId)
      case 'restore':
        return openings.restore(tx, actor, environmentId)
      default:
        throw new Error(`environments are not what ${run.action} is done with`)
    }
  }

  #follow(part: OpenPart, operationId: number): FollowedOperation {
    const { run, end } = this.#context
    const followed = new FollowedOperation({
      end: (how) => {
        this.#followed.delete(operationId)
        return end(part, how)
      },
      ...(run.action === 'open' && { callOff: () => this.#callOff(part, operationId) }),
    })
    this.#followed.set(operationId, followed)
    return followed
  }

  /** Closes an environment that is being opened; false where that has ended, or the phone is away. */
  async #callOff({ device_id }: OpenPart, operationId: number): Promise<boolean> {
    const { starter: caller, ports } = this.#context
    if (caller === undefined || device_id === null) return false
    try {
      return await ports.store.transaction(async (tx) => {
        const device = await tx.devices.lock(device_id)
        const operation = device && (await tx.phoneOperations.lockGoing(device_id))
        if (device === undefined || operation?.id !== operationId) return false
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
  if (onPhone === undefined) return { operation_id: null }
  const { device, operationId } = onPhone
  return { operation_id: operationId, device_id: device.id, device_name: device.name }
}

/** The phone of a part; it may be gone by now. */
async function lockPhone(tx: Transaction, { device_id }: OpenPart): Promise<DeviceRow> {
  const device = device_id === null ? undefined : await tx.devices.lock(device_id)
  if (device === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
  return device
}

/** The environment of a part; it may be deleted by now. */
function environmentOf({ environment_id }: OpenPart): number {
  if (environment_id === null) throw new Refusal(codes.notFound, reason('environments.reason.noSuchEnvironment'))
  return environment_id
}
