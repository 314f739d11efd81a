import { setTimeout as pause } from 'node:timers/promises'
import { codes } from '../../domain/codes.ts'
import type { Supervised } from './supervised.ts'

const market = 'amazon'
/** Between two writes, so that a long run does not fill the disk. Milliseconds. */
const rest = 20
/** Of the list, in one page. */
const page = 500

/**
 * Somebody who writes without end: adds environments, and counts in the note of the first. What the server has acknowledged
 * has to be there ever after.
 */
export class SteadyWriter {
  readonly #phonedeck: Pick<Supervised, 'call'>
  readonly #token: string
  readonly #added = new Set<number>()
  #counterId = 0
  #counted = 0
  #isOver = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(phonedeck: Pick<Supervised, 'call'>, token: string) {
    this.#phonedeck = phonedeck
    this.#token = token
  }

  /** Writes that were acknowledged. */
  get acknowledged(): number {
    return this.#added.size + this.#counted
  }

  async start(): Promise<void> {
    const { data } = await this.#post('environment/add', { market, name: 'counter' })
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
      await write().catch(() => undefined) // Not acknowledged: the server is away.
      await pause(rest)
    }
  }

  async #add(): Promise<void> {
    const { code, data } = await this.#post('environment/add', { market, name: `written ${this.#added.size}` })
    if (code === codes.ok) this.#added.add(data.id)
  }

  async #count(): Promise<void> {
    const next = this.#counted + 1
    const { code } = await this.#post('environment/edit', { market, ids: [this.#counterId], note: String(next) })
    if (code === codes.ok) this.#counted = next
  }

  #post(path: string, body: object) {
    return this.#phonedeck.call(`v2/${path}`, { token: this.#token, body })
  }
}
