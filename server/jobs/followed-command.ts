import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Reason } from '../../domain/reason.ts'
import { maxOutput, type CommandEnded } from '../../domain/command-protocol.ts'
import { reason } from '../../texts/reason.ts'
import type { PhoneCommands, CommandFollower } from '../devices/phone-commands.ts'
import type { Store } from '../store/store.ts'
import type { StartCommand } from '../../domain/command-protocol.ts'
import { calledOff, failedWith, phoneLost, timedOut, type ItemEnd, type RunningItem } from './item-runner.ts'

/** Output is written down so often at most, and tried so often where that fails. Milliseconds. */
const writeInterval = 500
/**
 * Times that an agent may leave us without an answer before its command is given up, a look every 15 s: one that is cut off for a
 * minute or two goes on with it, and tells of it when it is back.
 */
const maxUnanswered = 8
/** Pauses after which an agent that may not be back yet is asked again. Milliseconds. */
const pausesOfAsking = [1_000, 2_000, 4_000, 8_000] as const

const stateOf = ({ ending, exit_code }: CommandEnded): ItemEnd['state'] => {
  if (ending === 'exited') return exit_code === 0 ? 'succeeded' : 'failed'
  return ending
}

interface FollowedCommandPorts {
  store: Store
  commands: PhoneCommands
  log: FastifyBaseLogger
  /** What the phone is told to do, as things are; or why it can't be. Undefined where it is not to begin any more. */
  command: () => Promise<StartCommand | { reason: Reason } | undefined>
  /** Looks that its time lasts: so many, and those that an agent may be cut off for, and it ends whatever the agent says. */
  looks: number
  /** The phone has printed something, or has ended. */
  changed: () => void
  /** Writes down that the phone has ended; never rejects. */
  end: (end: ItemEnd) => Promise<void>
}

/** An item that its box's agent does: writes down what it says, and that it ends. */
export class FollowedCommand implements RunningItem, CommandFollower {
  readonly #ports: FollowedCommandPorts
  readonly #place: { itemId: number; boxId: number; commandId: string }
  /** Of the output, as far as it was heard, and as far as it was written down; what is between them is kept until then. */
  #heard: number
  #written: number
  #pending = ''
  #isTroubled = false
  readonly #letGo = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #unanswered = 0
  #looksLeft: number
  #askingAgain: NodeJS.Timeout | undefined
  /** Writes come one after the other. */
  #tail: Promise<void> = Promise.resolve()
  #isOver = false
  #isCancelled = false
  #isGivenAgain = false

  constructor(
    place: { itemId: number; boxId: number; commandId: string },
    written: number,
    ports: FollowedCommandPorts,
  ) {
    this.#place = place
    this.#heard = written
    this.#written = written
    this.#ports = ports
    this.#looksLeft = ports.looks + maxUnanswered
  }

  onOutput(offset: number, text: string): void {
    this.#unanswered = 0
    clearTimeout(this.#askingAgain)
    // Something before it got lost: it is told again from there.
    if (offset > this.#heard) return this.ask()
    const fresh = text.slice(this.#heard - offset).slice(0, maxOutput - this.#heard)
    if (fresh === '' || this.#isOver) return
    this.#heard += fresh.length
    this.#pending += fresh
    this.#timer ??= setTimeout(() => this.#write(), writeInterval)
  }

  onEnded(ended: CommandEnded): void {
    const { ending, exit_code, reason: why, truncated } = ended
    // Whoever opens something on the phone has others' commands ended.
    if (ending === 'cancelled' && !this.#isCancelled) return this.#end(phoneLost)
    this.#end({ state: stateOf(ended), exit_code, reason: why, truncated })
  }

  /** It was written down that the phone begins, and its agent was not told: it is told now. */
  onUnreceived(): void {
    clearTimeout(this.#askingAgain)
    if (this.#isGivenAgain) return
    this.#isGivenAgain = true
    this.#giveAgain()
      .catch((error: unknown) => this.#ports.log.error({ err: error, ...this.#place }, 'a command was not given again'))
      .finally(() => (this.#isGivenAgain = false))
  }

  get itemId(): number {
    return this.#place.itemId
  }

  /** The phone has come to somebody else: what it says from now on is none of the job's business. */
  lose(): void {
    this.#pending = ''
    this.#ports.commands.cancel(this.#place.commandId)
    this.#end(phoneLost)
  }

  fail(why: Reason): void {
    this.#end(failedWith(why))
  }

  /** Asks the agent how things stand; one that never answers has lost the command, and one that never ends it does not mind the time. */
  look(): void {
    if (this.#looksLeft === 0) {
      this.cancel()
      return this.#end(timedOut)
    }
    this.#looksLeft -= 1
    this.#unanswered += 1
    if (this.#unanswered > maxUnanswered) return this.fail(reason('devices.reason.noAnswer'))
    if (this.#unanswered > 1) this.ask()
  }

  ask(): void {
    this.#ports.commands.ask(this.#place.commandId, this.#heard)
  }

  /** Asks an agent that went away with the last server that followed it: it comes to this one when it can. */
  askUntilAnswered([pause, ...later]: readonly number[] = pausesOfAsking): void {
    this.ask()
    if (pause !== undefined) this.#askingAgain = setTimeout(() => this.askUntilAnswered(later), pause)
  }

  cancel(): void {
    this.#isCancelled = true
    this.#ports.commands.cancel(this.#place.commandId)
  }

  async release(): Promise<void> {
    this.#ports.commands.unfollow(this.#place.commandId)
    this.#isOver = true
    clearTimeout(this.#askingAgain)
    this.#letGo.abort()
    this.#write()
    await this.#tail
  }

  async #giveAgain(): Promise<void> {
    const command = await this.#ports.command()
    if (this.#isOver) return
    if (this.#isCancelled) return this.#end(calledOff)
    if (command === undefined) return // The job is let go.
    if ('reason' in command) return this.fail(command.reason)
    this.#looksLeft = this.#ports.looks + maxUnanswered
    this.#ports.commands.start(this.#place.boxId, this.#place.commandId, command, this)
  }

  #end(end: ItemEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#askingAgain)
    this.#ports.commands.unfollow(this.#place.commandId)
    this.#write()
    // Where it is let go before all is written down, whoever takes it up hears the rest again, and the end.
    this.#tail = this.#tail.then(() => (this.#pending === '' ? this.#ports.end(end) : undefined))
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#tail = this.#tail.then(() => this.#writeInTime())
  }

  /** Writes down what was heard: again and again, until it is there or the item is let go. */
  async #writeInTime(): Promise<void> {
    while (this.#pending !== '')
      try {
        await this.#append()
      } catch (error) {
        if (!this.#isTroubled) this.#ports.log.warn({ err: error, ...this.#place }, 'a job was not written down')
        this.#isTroubled = true
        if (this.#letGo.signal.aborted) return
        await pause(writeInterval, undefined, { signal: this.#letGo.signal }).catch(() => undefined) // Let go, it tries a last time.
      }
  }

  async #append(): Promise<void> {
    const written = await this.#ports.store.jobItems.append(this.#place.itemId, this.#written, this.#pending)
    this.#isTroubled = false
    if (written === undefined) return this.lose()
    this.#pending = this.#pending.slice(written - this.#written)
    this.#written = written
    this.#heard = Math.max(this.#heard, written)
    this.#ports.changed()
  }
}
