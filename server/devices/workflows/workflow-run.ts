import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isPresent } from '../../../domain/device-lifecycle.ts'
import { type CommandEnded, commandIdOf } from '../../../domain/command-protocol.ts'
import type { PhoneCommands } from '../phone-commands.ts'
import { DatabaseAway } from '../../store/database-away.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Claim } from '../../store/workflow-queries.ts'
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

/** How a step's command ended, and the last of what it said. */
type Outcome = Pick<CommandEnded, 'ending' | 'exit_code' | 'reason'> & { ended?: CommandEnded; output: string }

/** Of a script's output, what is kept to say why it failed. */
const keptOutput = 300

export interface WorkflowPorts {
  store: Store
  commands: PhoneCommands
  log: FastifyBaseLogger
  stepsOf(workflow: StepPlace['workflow']): readonly Step[]
  /** Writes down that every step is done, unless the claim is lost. */
  finish(tx: Transaction, claim: Claim): Promise<void>
  /** Writes down that a step can't be done, unless the claim is lost. */
  fail(tx: Transaction, claim: Claim, why: Reason): Promise<void>
  /** Settles when the phone may be back. */
  presence(deviceId: number, signal: AbortSignal): Promise<void>
}

/** Carries out one workflow on a phone from where it stands. What it does survives it: any server may go on. */
export class WorkflowRun {
  readonly claim: Claim
  readonly #ports: WorkflowPorts
  readonly #stop = new AbortController()
  /** The command that its agent was not given, and how often that was so. */
  #unreceived = { commandId: '', times: 0 }

  constructor(claim: Claim, ports: WorkflowPorts) {
    this.claim = claim
    this.#ports = ports
  }

  /** Settles when the workflow has ended or is another's, or `abandon` was called. */
  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const place = await this.#place()
      if (place === undefined) return
      const step = this.#ports.stepsOf(place.workflow)[place.workflow.step]
      if (step === undefined) return this.#ports.store.transaction((tx) => this.#ports.finish(tx, this.claim))
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
    const workflow = await store.workflows.byId(this.claim.id)
    if (workflow?.state !== 'going' || workflow.claim !== this.claim.claim) return undefined
    const device = await store.devices.byId(workflow.device_id)
    if (device === undefined) return undefined
    const environment =
      workflow.environment_id === null ? undefined : await store.environments.byId(workflow.environment_id)
    return { workflow, device, environment }
  }

  async #take(step: Step, place: StepPlace): Promise<void> {
    const { store, log } = this.#ports
    const { workflow } = place
    const outcome = await this.#carryOut(step, place).catch(broken)
    if (outcome === undefined) return
    const goneOn = { step: workflow.step + 1, attempts: 0, command_id: null }
    const answers = [0, ...(step.answers ?? [])]
    if (outcome.ending === 'exited' && outcome.exit_code !== null && answers.includes(outcome.exit_code))
      return store.transaction(async (tx) => {
        if (!(await tx.workflows.proceed(workflow, goneOn)) || outcome.ended === undefined) return
        const next = await step.done?.(place, { ended: outcome.ended, output: outcome.output }, tx)
        const at = next === undefined ? -1 : this.#ports.stepsOf(workflow).findIndex(({ name }) => name === next)
        if (at >= 0) await tx.workflows.proceed({ ...workflow, ...goneOn }, { ...goneOn, step: at })
      })
    log.warn(
      {
        workflow_id: this.claim.id,
        device_id: workflow.device_id,
        step: step.name,
        ending: outcome.ending,
        reason: outcome.reason,
      },
      'a step on a phone failed',
    )
    const attempts = workflow.attempts + 1
    const said = outcome.output.trim().slice(-keptOutput) || outcome.ending
    const why = reason(`environments.step.${step.name}`, { why: outcome.reason ?? textReason(said) })
    await store.transaction(async (tx) => {
      if (attempts >= maxAttempts) await this.#ports.fail(tx, this.claim, why)
      else await tx.workflows.proceed(workflow, { step: workflow.step, attempts, command_id: null })
    })
    if (attempts < maxAttempts) await pause(pauseBetween, undefined, { signal: this.#stop.signal }).catch(() => {}) // Abandoned, it ends.
  }

  /**
   * Has the step's command done, or goes on following it; undefined where the workflow was lost to another server, or the command on
   * its way to the agent.
   */
  async #carryOut(step: Step, place: StepPlace): Promise<Outcome | undefined> {
    const { store, commands, log } = this.#ports
    const { workflow, device } = place
    const isToBegin = workflow.command_id === null || workflow.command_id === this.#unreceived.commandId
    const commandId = workflow.command_id ?? commandIdOf(await store.boxes.agentBoot(device.box_id), randomUUID())
    const command = isToBegin ? await step.command(place, store) : undefined
    if (isToBegin && command === undefined) return { ending: 'exited', exit_code: 0, reason: null, output: '' }
    const { step: at, attempts } = workflow
    if (isToBegin && !(await store.workflows.proceed(workflow, { step: at, attempts, command_id: commandId })))
      return undefined
    workflow.command_id = commandId // As it is written down from now on.

    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>()
    let output = ''
    let unanswered = 0
    const follower = {
      onOutput: (offset: number, text: string): void => {
        unanswered = 0
        // Something before it got lost: it is told again from there.
        if (offset > output.length) return commands.ask(commandId, output.length)
        output += text.slice(output.length - offset)
      },
      onEnded: (ended: CommandEnded): void => resolve({ ...ended, ended, output }),
      // The phone has not been touched: that is no attempt. By the same id it begins once, should the lost command turn up.
      onUnreceived: (): void => {
        const times = this.#unreceived.commandId === commandId ? this.#unreceived.times + 1 : 1
        this.#unreceived = { commandId, times }
        if (times <= maxUnreceived) return resolve(undefined)
        resolve({ ending: 'failed', exit_code: null, reason: reason('devices.reason.unreceived'), output })
      },
    }
    const giveUp = (): void => {
      commands.end(device.box_id, commandId)
      resolve({ ending: 'failed', exit_code: null, reason: reason('devices.reason.noAnswer'), output })
    }
    const looks = setInterval(() => {
      unanswered += 1
      commands.ask(commandId, output.length)
      if (unanswered <= maxUnanswered) return
      // An agent that is cut off goes on with its command, and tells of it when it is back.
      this.#isThere(device.id).then(
        (isThere) => (isThere ? giveUp() : (unanswered = 0)),
        (error: unknown) => log.warn({ err: error, device_id: device.id }, 'a phone was not looked up'),
      )
    }, lookInterval)
    const letGo = (): void => resolve(undefined)
    this.#stop.signal.addEventListener('abort', letGo, { once: true })
    try {
      if (command === undefined) {
        commands.follow(device.box_id, commandId, follower)
        commands.ask(commandId, 0)
      } else commands.start(device.box_id, commandId, command, follower)
      return await promise
    } finally {
      clearInterval(looks)
      commands.unfollow(commandId)
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
