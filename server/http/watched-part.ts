import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { reasonOf } from '../config/bad-surroundings.ts'
import { inTime } from './in-time.ts'

/** Something outside of the server that it lives on. */
interface Part {
  /**
   * Whether the server can do nothing without it. Of the others no server is to be taken out of a balancer: all servers
   * share them, so that none would be left.
   */
  isEssential: boolean
  /** What is wrong with it, in words, if anything is; rejects where it can't be reached. */
  problem(): Promise<string | undefined>
}

/** For so long somebody who asks waits: a proxy gives its check up after 3 s (deploy/three-machines). Milliseconds. */
const answerTimeout = 1_500
/** What has not answered a look by then is away. Milliseconds. */
const lookTimeout = 5_000
/** From the end of one look to the next. Milliseconds. */
const lookInterval = 5_000
const late = 'it does not answer'

/** A part that is looked at again and again, so that nobody who asks how it is has to wait for it. */
export class WatchedPart {
  readonly name: string
  readonly isEssential: boolean
  readonly #part: Part
  readonly #log: FastifyBaseLogger
  #found: Promise<string | undefined> | undefined
  #isMissed = false

  constructor(name: string, part: Part, log: FastifyBaseLogger) {
    this.name = name
    this.isEssential = part.isEssential
    this.#part = part
    this.#log = log
  }

  /** What is wrong with it now, in words. */
  look(): Promise<string | undefined> {
    return inTime(this.#ask(), answerTimeout, late)
  }

  /** What was wrong with it when it was last looked at; the first look is waited for. */
  found(): Promise<string | undefined> {
    return inTime(this.#found ?? this.#ask(), answerTimeout, late)
  }

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const asked = this.#ask()
      const answer = inTime(asked, lookTimeout, late)
      this.#found ??= answer
      for (const found of [answer, asked]) {
        // What is late is not asked again before it has answered.
        const problem = await found
        if (signal.aborted) return
        this.#found = found
        this.#tell(problem)
      }
      await pause(lookInterval, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #tell(problem: string | undefined): void {
    if (this.#isMissed === (problem !== undefined)) return
    this.#isMissed = problem !== undefined
    if (problem === undefined) this.#log.info({ part: this.name }, 'a part is ready again')
    else this.#log.warn({ part: this.name, reason: problem }, 'a part is not ready')
  }

  async #ask(): Promise<string | undefined> {
    try {
      return await this.#part.problem()
    } catch (error) {
      return reasonOf(error instanceof Error && error.cause ? error.cause : error)
    }
  }
}

/** Looks at parts until the app closes. */
export function watchParts(app: FastifyInstance, parts: Readonly<Record<string, Part>>): WatchedPart[] {
  const over = new AbortController()
  app.addHook('onClose', async () => over.abort())
  const watched = Object.entries(parts).map(([name, part]) => new WatchedPart(name, part, app.log))
  for (const part of watched) void part.watch(over.signal)
  return watched
}
