import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { codes } from '../../domain/codes.ts'
import type { Supervised } from './supervised.ts'

const market = 'amazon'
/** Between two writes, so that a long run does not fill the disk. Milliseconds. */
const usualRest = 20
/** Of the list, in one page. */
const page = 500

/**
 * Somebody who writes without end: adds environments, and counts in the note of the first. What the server has acknowledged
 * has to be there ever after.
 */
export class SteadyWriter {
  readonly #phonedeck: Pick<Supervised, 'call'>
  readonly #token: string
  readonly #rest: number
  /** A name is one environment's of a team, and teams may have several writers. */
  readonly #name = randomUUID().slice(0, 8)
  readonly #added = new Set<number>()
  #counterId = 0
  #counted = 0
  readonly #failures: string[] = []
  #isOver = false
  #writing: Promise<unknown> = Promise.resolve()

  /** @param rest between two writes: each server lets a user change 300 environments a minute. Milliseconds */
  constructor(phonedeck: Pick<Supervised, 'call'>, token: string, rest = usualRest) {
    this.#rest = rest
    this.#phonedeck = phonedeck
    this.#token = token
  }

  /** Writes that were acknowledged. */
  get acknowledged(): number {
    return this.#added.size + this.#counted
  }

  /** Of writes that were not acknowledged, what was answered. */
  get failures(): readonly string[] {
    return this.#failures
  }

  async start(): Promise<void> {
    const { data } = await this.#post('environment/add', { market, name: `${this.#name} counter` })
    this.#counterId = data.id
    this.#writing = Promise.all([this.#again(() => this.#add()), this.#again(() => this.#count())])
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#writing
  }

  /** How many writes are not there that had been acknowledged by now. */
  async losses(): Promise<number> {
    const added = [...this.#added]
    const counted = this.#counted
    const found = new Set<number>()
    let cursor: string | undefined
    do {
      const query = { market, limit: page, ...(cursor && { cursor }) }
      const { data } = await this.#phonedeck.call('v2/environment/list', { token: this.#token, query })
      for (const { id } of data.items) found.add(id)
      cursor = data.next_cursor ?? undefined
    } while (cursor !== undefined)
    const query = { market, id: this.#counterId }
    const { data } = await this.#phonedeck.call('v2/environment/list', { token: this.#token, query })
    const noted = Number(data.items[0]?.note || 0)
    return added.filter((id) => !found.has(id)).length + Math.max(0, counted - noted)
  }

  async #again(write: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await write().catch((error: unknown) => this.#failures.push(String(error))) // The server is away.
      await pause(this.#rest)
    }
  }

  async #add(): Promise<void> {
    const { code, message, data } = await this.#post('environment/add', {
      market,
      name: `${this.#name} written ${this.#added.size}`,
    })
    if (code === codes.ok) this.#added.add(data.id)
    else this.#failures.push(message)
  }

  async #count(): Promise<void> {
    const next = this.#counted + 1
    const { code, message } = await this.#post('environment/edit', {
      market,
      ids: [this.#counterId],
      note: String(next),
    })
    if (code === codes.ok) this.#counted = next
    else this.#failures.push(message)
  }

  #post(path: string, body: object) {
    return this.#phonedeck.call(`v2/${path}`, { token: this.#token, body })
  }
}
