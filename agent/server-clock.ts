import { log } from './log.ts'

/** A machine's clock runs seconds a day too fast or too slow. Milliseconds. */
const askInterval = 600_000
const askTimeout = 15_000
/** HTTP tells the time in whole seconds (RFC 9110 §6.6.1): half a second later is the best guess. Milliseconds. */
const halfSecond = 500

/**
 * The server's clock, by which commands have their deadlines. A box's own may be wrong by hours, and be set while the agent
 * runs: between two answers of the server only time that has passed counts.
 */
export class ServerClock {
  #timer: NodeJS.Timeout | undefined
  /** What the clock says when the agent's process began, in Unix milliseconds. */
  #origin = performance.timeOrigin

  now(): number {
    return this.#origin + performance.now()
  }

  /** Sets it by an answer of the server, if that tells the time; the question was asked at `askedAt` of performance.now(). */
  setBy({ headers }: Response, askedAt: number): void {
    const serverTime = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(serverTime)) return
    const answeredAt = (askedAt + performance.now()) / 2
    this.#origin = serverTime + halfSecond - answeredAt
  }

  /** Sets it again now and then, until `stop`. */
  keepBy(serverUrl: URL): void {
    this.#timer = setInterval(() => {
      const askedAt = performance.now()
      fetch(new URL('/healthz', serverUrl), { method: 'HEAD', signal: AbortSignal.timeout(askTimeout) }).then(
        (response) => this.setBy(response, askedAt),
        (error: unknown) => log.warn('the server did not tell the time', { error }),
      )
    }, askInterval)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
