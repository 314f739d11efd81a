import type { FastifyBaseLogger } from 'fastify'
import { mostOutput, type WorkEnded } from '../../domain/phone-work.ts'
import type { RunPhoneState } from '../../domain/runs.ts'
import type { PhoneWorks, WorkFollower } from '../realtime/phone-works.ts'
import type { Store } from '../store/store.ts'

/** Output is written down so often at most. Milliseconds. */
const writeInterval = 500
/** Times that an agent may leave us without an answer before its work is given up. */
const maxUnanswered = 3

/** Why a phone's work failed, as its row says; an agent's own reasons come in the same language. */
export const runReasons = {
  offline: '设备离线',
  noAnswer: '盒子没有响应',
}

const stateOf = ({ ending, exit_code }: WorkEnded): RunPhoneState => {
  if (ending === 'exited') return exit_code === 0 ? 'succeeded' : 'failed'
  return ending
}

export interface PhoneRunPorts {
  store: Store
  works: PhoneWorks
  log: FastifyBaseLogger
  /** There is news of the phone. */
  changed: () => void
  /** The phone has ended, and that is written down. */
  ended: () => void
}

/** One phone's part in a run, from its beginning to its end: writes down what it says, and that it ends. */
export class PhoneRun implements WorkFollower {
  readonly #ports: PhoneRunPorts
  readonly #place: { runId: number; deviceId: number; workId: string }
  /** Of the output, as far as it was heard, and as far as it was written down. */
  #heard: number
  #written: number
  #pending = ''
  #timer: NodeJS.Timeout | undefined
  #unanswered = 0
  /** Writes come one after the other. */
  #tail: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(place: { runId: number; deviceId: number; workId: string }, written: number, ports: PhoneRunPorts) {
    this.#place = place
    this.#heard = written
    this.#written = written
    this.#ports = ports
  }

  onOutput(offset: number, text: string): void {
    this.#unanswered = 0
    // Something before it got lost: it is told again from there.
    if (offset > this.#heard) return this.ask()
    const news = text.slice(this.#heard - offset).slice(0, mostOutput - this.#heard)
    if (news === '' || this.#isOver) return
    this.#heard += news.length
    this.#pending += news
    this.#timer ??= setTimeout(() => this.#write(), writeInterval)
  }

  onEnded(ended: WorkEnded): void {
    this.#end(stateOf(ended), ended)
  }

  /** Ends it for a reason that the agent had no part in. */
  fail(message: string): void {
    this.#end('failed', { exit_code: null, message, truncated: false })
  }

  /** Asks the agent how things stand; one that never answers has lost the work. */
  look(): void {
    this.#unanswered += 1
    if (this.#unanswered > maxUnanswered) return this.fail(runReasons.noAnswer)
    if (this.#unanswered > 1) this.ask()
  }

  ask(): void {
    this.#ports.works.ask(this.#place.workId, this.#heard)
  }

  cancel(): void {
    this.#ports.works.cancel(this.#place.workId)
  }

  /** Lets go of the work, which goes on, once everything heard is written down. */
  async release(): Promise<void> {
    this.#ports.works.unfollow(this.#place.workId)
    this.#isOver = true
    this.#write()
    await this.#tail
  }

  #end(
    state: RunPhoneState,
    { exit_code, message, truncated }: Pick<WorkEnded, 'exit_code' | 'message' | 'truncated'>,
  ) {
    if (this.#isOver) return
    this.#isOver = true
    this.#ports.works.unfollow(this.#place.workId)
    this.#write()
    const end = { state, ended_at: Date.now(), exit_code, reason: message, truncated }
    const { runId, deviceId } = this.#place
    this.#next(() => this.#ports.store.runPhones.end(runId, deviceId, end), this.#ports.ended)
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#pending
    const offset = this.#written
    if (text === '') return
    this.#pending = ''
    this.#written += text.length
    const { runId, deviceId } = this.#place
    this.#next(async () => {
      await this.#ports.store.runPhones.append(runId, deviceId, offset, text)
    }, this.#ports.changed)
  }

  #next(work: () => Promise<void>, then: () => void): void {
    this.#tail = this.#tail
      .then(work)
      .catch((error: unknown) => this.#ports.log.error({ err: error, ...this.#place }, 'a run was not written down'))
      .finally(then)
  }
}
