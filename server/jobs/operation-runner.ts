import { codes } from '../../domain/codes.ts'
import { messages } from '../messages.ts'
import type { OnPhone } from '../phones/environment-openings.ts'
import { Refusal } from '../refusal.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { RunPartBegun } from '../store/run-parts.ts'
import type { Transaction } from '../store/store.ts'
import type { UserRow } from '../store/users.ts'
import { FollowedOperation } from './followed-operation.ts'
import { succeeded, type OpenPart, type PartRunner, type RunContext, type RunningPart } from './part-runner.ts'
import { starterOf, whyNotOn } from './run-admission.ts'

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
    const { run, ports, noMore, refuse } = this.#context
    if (noMore.aborted) return undefined
    const { store } = ports
    const starter = await starterOf(store, run)
    if ('reason' in starter) return refuse(part, starter.reason)
    const refused = part.device_id === null ? undefined : await whyNotOn(store, starter, part.device_id, run.action)
    if (refused !== undefined) return refuse(part, refused)
    try {
      const begun = await store.transaction(async (tx) => {
        const at = Date.now()
        if (!(await tx.runParts.begin(part.id, {}, at))) return undefined
        const made = await this.#beginWith(tx, starter, part)
        await tx.runParts.note(part.id, made)
        if (made.operation_id === null) await tx.runParts.end(part.id, { ...succeeded, ended_at: at })
        return made
      })
      return begun && begun.operation_id !== null ? this.#follow({ ...part, ...begun }, begun.operation_id) : undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(part, error.text.zh)
    }
  }

  async #beginWith(tx: Transaction, caller: UserRow, { device_id, environment_id }: OpenPart): Promise<Begun> {
    const { run, ports } = this.#context
    const { care, openings } = ports
    const actor = { caller, ip: '' }
    switch (run.action) {
      case 'open':
        return begunOn(await openings.open(tx, actor, environmentOf(environment_id)))
      case 'close':
        return begunOn(await openings.closeEnvironment(tx, actor, environmentOf(environment_id)))
      case 'restore':
        return begunOn(await openings.restore(tx, actor, environmentOf(environment_id)))
      case 'free':
        return { operation_id: await care.free(tx, actor, await lockPhone(tx, device_id)) }
      case 'change_ip':
        return { operation_id: await care.changeIp(tx, actor, await lockPhone(tx, device_id)) }
      case 'maintain':
      case 'end_maintenance':
        await care.maintain(tx, actor, await lockPhone(tx, device_id), { on: run.action === 'maintain', reason: '' })
        return { operation_id: null }
      case 'recover':
        return { operation_id: await care.recover(tx, actor, await lockPhone(tx, device_id)) }
      case 'delete':
        await care.delete(tx, actor, await lockPhone(tx, device_id))
        return { operation_id: null }
      default:
        throw new Error(`no phone's life has a part called ${run.action}`)
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

async function lockPhone(tx: Transaction, id: number | null): Promise<DeviceRow> {
  const device = id === null ? undefined : await tx.devices.lock(id)
  if (device === undefined) throw new Refusal(codes.notFound, messages.noSuchDevice)
  return device
}

/** The environment of a part; it may be deleted by now. */
function environmentOf(id: number | null): number {
  if (id === null) throw new Refusal(codes.notFound, messages.noSuchEnvironment)
  return id
}
