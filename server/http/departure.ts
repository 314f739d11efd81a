import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long calls may take that are under way when a server ends. Milliseconds. */
const callTimeout = 10_000

/**
 * How a server ends without a call that fails. While it is announced, `/readyz` says so and everything else goes on, until whatever
 * balances servers has noticed. Then nobody is let in any more, and what is under way is answered. Websockets end with the app.
 */
export class Departure {
  readonly #app: FastifyInstance
  /** Calls that are not answered yet. */
  #underWay = 0
  #allAnswered: () => void = () => {}
  #isAnnounced = false

  /** To be made before the app's routes: it looks at their calls. */
  constructor(app: FastifyInstance) {
    this.#app = app
    app.addHook('onRequest', async ({ routeOptions }, reply) => {
      // Whoever keeps its connection would have its next call cut off with it.
      if (this.#isAnnounced) reply.header('Connection', 'close')
      if (routeOptions.config.takesLong) return // Its other end goes on elsewhere.
      this.#underWay += 1
      reply.raw.once('close', () => {
        this.#underWay -= 1
        if (this.#underWay === 0) this.#allAnswered()
      })
    })
  }

  get isAnnounced(): boolean {
    return this.#isAnnounced
  }

  /** Goes on for so many seconds, and says that it is about to end. */
  async announce(seconds: number): Promise<void> {
    this.#isAnnounced = true
    if (seconds === 0) return
    this.#app.log.info({ seconds }, 'the server is about to end')
    await pause(seconds * 1_000)
  }

  /** Listens no more, and settles once the calls that are under way have been answered. */
  async begin(): Promise<void> {
    this.#isAnnounced = true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#allAnswered = resolve
    this.#app.server.close() // Closes what waits for a next call, too.
    if (this.#underWay === 0) return
    await Promise.race([promise, pause(callTimeout, undefined, { ref: false })])
  }
}
