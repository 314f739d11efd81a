import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isPresent } from '../../../domain/device-lifecycle.ts'
import { type WorkEnded, workIdOf } from '../../../domain/phone-work.ts'
import type { PhoneWorks } from '../phone-works.ts'
import { DatabaseAway } from '../../store/database-away.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Step, StepPlace } from './step.ts'
import { textReason, type Reason } from '../../../domain/reason.ts'
import { reason } from '../../../texts/reason.ts'

/** A step that fails is tried so often, with this between: a phone that is just lost, or just back, is given time. Milliseconds. */
const maxAttempts = 3
const pauseBetween = 2_000
/** How often an agent that says nothing is asked how things stand, and how often it may leave us without an answer. */
const lookInterval = 3_000
const maxUnanswered = 3
/**
 * A command that its agent did not receive is given again, so often in a row; then it is one that the agent does not take, and
 * its step has failed.
 */
const maxUnreceived = 10
/** How often a phone that is away is looked for where nobody tells that it is back. Milliseconds. */
const absencePoll = 2_000

/** How a step's work ended, and the last of what it said. */
type Outcome = Pick<WorkEnded, 'ending' | 'exit_code' | 'reason'> & { ended?: WorkEnded; output: string }

/** Of a script's output, what is kept to say why it failed. */
const keptOutput = 300

export interface OperationPorts {
  store: Store
  works: PhoneWorks
  log: FastifyBaseLogger
  stepsOf(operation: StepPlace['operation']): readonly Step[]
  /** Writes down that every step is done. */
  finish(tx: Transaction, operationId: number): Promise<void>
  /** Writes down that a step can't be done. */
  fail(tx: Transaction, operationId: number, why: Reason): Promise<void>
  /** Settles when the phone may be back. */
  presence(deviceId: number, signal: AbortSignal): Promise<void>
}

/** Carries out one operation on a phone from where it stands. What it does survives it: any server may go on. */
export class OperationRun {
  readonly #id: number
  readonly #ports: OperationPorts
  readonly #stop = new AbortController()
  /** The work that its agent was not given, and how often that was so. */
  #unreceived = { workId: '', times: 0 }

  constructor(id: number, ports: OperationPorts) {
    this.#id = id
    this.#ports = ports
  }

  /** Settles when the operation has ended, or `abandon` was called. */
  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const place = await this.#place()
      if (place === undefined) return
      const step = this.#ports.stepsOf(place.operation)[place.operation.step]
      if (step === undefined) return this.#ports.store.transaction((tx) => this.#ports.finish(tx, this.#id))
      if (isPresent(place.device.status)) await this.#take(step, place)
      else
        await this.#ports.presence(
          place.device.id,
          AbortSignal.any([this.#stop.signal, AbortSignal.timeout(absencePoll)]),
        )
    }
  }

  /** Lets go of it: another server goes on, or this one when it is started again. */
  abandon(): void {
    this.#stop.abort()
  }

  async #place(): Promise<StepPlace | undefined> {
    const { store } = this.#ports
    const operation = await store.phoneOperations.byId(this.#id)
    if (operation?.state !== 'going') return undefined
    const device = await store.devices.byId(operation.device_id)
    if (device === undefined) return undefined
    const environment =
      operation.environment_id === null ? undefined : await store.environments.byId(operation.environment_id)
    return { operation, device, environment }
  }

  async #take(step: Step, place: StepPlace): Promise<void> {
    const { store, log } = this.#ports
    const { operation } = place
    const outcome = await this.#work(step, place).catch(broken)
    if (outcome === undefined) return
    const goneOn = { step: operation.step + 1, attempts: 0, work_id: null }
    const answers = [0, ...(step.answers ?? [])]
    if (outcome.ending === 'exited' && outcome.exit_code !== null && answers.includes(outcome.exit_code))
      return store.transaction(async (tx) => {
        if (!(await tx.phoneOperations.proceed(operation, goneOn)) || outcome.ended === undefined) return
        const next = await step.done?.(place, { ended: outcome.ended, output: outcome.output }, tx)
        const at = next === undefined ? -1 : this.#ports.stepsOf(operation).findIndex(({ name }) => name === next)
        if (at >= 0) await tx.phoneOperations.proceed({ ...operation, ...goneOn }, { ...goneOn, step: at })
      })
    log.warn(
      {
        operation_id: this.#id,
        device_id: operation.device_id,
        step: step.name,
        ending: outcome.ending,
        reason: outcome.reason,
      },
      'a step on a phone failed',
    )
    const attempts = operation.attempts + 1
    const said = outcome.output.trim().slice(-keptOutput) || outcome.ending
    const why = reason(`environments.step.${step.name}`, { why: outcome.reason ?? textReason(said) })
    await store.transaction(async (tx) => {
      if (attempts >= maxAttempts) await this.#ports.fail(tx, this.#id, why)
      else await tx.phoneOperations.proceed(operation, { step: operation.step, attempts, work_id: null })
    })
    if (attempts < maxAttempts) await pause(pauseBetween, undefined, { signal: this.#stop.signal }).catch(() => {}) // Abandoned, it ends.
  }

  /**
   * Has the step's work done, or goes on following it; undefined where the operation was lost to another server, or the work on
   * its way to the agent.
   */
  async #work(step: Step, place: StepPlace): Promise<Outcome | undefined> {
    const { store, works, log } = this.#ports
    const { operation, device } = place
    const isToBegin = operation.work_id === null || operation.work_id === this.#unreceived.workId
    const workId = operation.work_id ?? workIdOf(await store.boxes.agentBoot(device.box_id), randomUUID())
    const command = isToBegin ? await step.command(place, store) : undefined
    if (isToBegin && command === undefined) return { ending: 'exited', exit_code: 0, reason: null, output: '' }
    const { step: at, attempts } = operation
    if (isToBegin && !(await store.phoneOperations.proceed(operation, { step: at, attempts, work_id: workId })))
      return undefined

    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>()
    let output = ''
    let unanswered = 0
    const follower = {
      onOutput: (offset: number, text: string): void => {
        unanswered = 0
        // Something before it got lost: it is told again from there.
        if (offset > output.length) return works.ask(workId, output.length)
        output += text.slice(output.length - offset)
      },
      onEnded: (ended: WorkEnded): void => resolve({ ...ended, ended, output }),
      // The phone has not been touched: that is no attempt. By the same id it begins once, should the lost command turn up.
      onUnreceived: (): void => {
        const times = this.#unreceived.workId === workId ? this.#unreceived.times + 1 : 1
        this.#unreceived = { workId, times }
        if (times <= maxUnreceived) return resolve(undefined)
        resolve({ ending: 'failed', exit_code: null, reason: reason('devices.reason.unreceived'), output })
      },
    }
    const giveUp = (): void => {
      works.end(device.box_id, workId)
      resolve({ ending: 'failed', exit_code: null, reason: reason('devices.reason.noAnswer'), output })
    }
    const looks = setInterval(() => {
      unanswered += 1
      works.ask(workId, output.length)
      if (unanswered <= maxUnanswered) return
      // An agent that is cut off goes on with its work, and tells of it when it is back.
      this.#isThere(device.id).then(
        (isThere) => (isThere ? giveUp() : (unanswered = 0)),
        (error: unknown) => log.warn({ err: error, device_id: device.id }, 'a phone was not looked up'),
      )
    }, lookInterval)
    const letGo = (): void => resolve(undefined)
    this.#stop.signal.addEventListener('abort', letGo, { once: true })
    try {
      if (command === undefined) {
        works.follow(device.box_id, workId, follower)
        works.ask(workId, 0)
      } else works.start(device.box_id, workId, command, follower)
      return await promise
    } finally {
      clearInterval(looks)
      works.unfollow(workId)
      this.#stop.signal.removeEventListener('abort', letGo)
    }
  }

  async #isThere(deviceId: number): Promise<boolean> {
    const device = await this.#ports.store.devices.byId(deviceId)
    return device !== undefined && isPresent(device.status)
  }
}

/** A step that could not even be begun has failed as one that ended badly; that the database is away is no fault of it. */
function broken(error: unknown): Outcome {
  if (error instanceof DatabaseAway) throw error
  return {
    ending: 'failed',
    exit_code: null,
    reason: textReason(error instanceof Error ? error.message : String(error)),
    output: '',
  }
}
