/** All in milliseconds. A still screen sends no frame: after so long without one, the phone itself is asked. */
const askAfter = 1_000
/** A phone that has answered to nothing for so long is said to be silent. */
const silentAfter = 2_000
/** A phone that has answered to nothing for so long is given up. */
const lostAfter = 10_000
const second = 1_000

interface Ports {
  /** Asks the phone something that takes it no time; settles with its answer. */
  ask(signal: AbortSignal): Promise<unknown>
  /** What was done with it is without an answer; `ms` since the phone's last. */
  silent(ms: number): void
  /** It has answered after all. */
  answered(): void
  lost(): void
}

/**
 * Watches whether a phone answers to what is done with it: by a frame, or else by word. One that is frozen keeps its
 * connections open, takes everything, and does nothing.
 */
export class PhoneAnswers {
  readonly #ports: Ports
  #heardAt = performance.now()
  #timer: NodeJS.Timeout | undefined
  #asking: AbortController | undefined
  #isSilent = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Something was done with the phone. */
  gestured(): void {
    this.#timer ??= setTimeout(() => this.#ask(), askAfter)
  }

  /** The phone has sent something. */
  heard(): void {
    this.#heardAt = performance.now()
    if (this.#timer === undefined) return
    this.stop()
    if (!this.#isSilent) return
    this.#isSilent = false
    this.#ports.answered()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asking?.abort()
    this.#asking = undefined
  }

  #ask(): void {
    const asking = new AbortController()
    this.#asking = asking
    // A phone that can't be asked is as silent as one that says nothing; its video may still answer.
    this.#ports.ask(asking.signal).then(
      () => !asking.signal.aborted && this.heard(),
      () => {},
    )
    this.#timer = setTimeout(() => {
      this.#isSilent = true
      this.#ports.silent(Math.round(performance.now() - this.#heardAt))
      this.#wait(lostAfter - silentAfter)
    }, silentAfter - askAfter)
  }

  /** By the second: an agent that stood still itself must not take that for the phone's silence. */
  #wait(left: number): void {
    this.#timer = setTimeout(() => (left > second ? this.#wait(left - second) : this.#ports.lost()), second)
  }
}
