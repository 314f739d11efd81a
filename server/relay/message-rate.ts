/** Counts the messages of one peer by the second. */
export class MessageRate {
  readonly #max: number
  #second = 0
  #count = 0

  /** @param maxPerSecond how many messages are not too many */
  constructor(maxPerSecond: number) {
    this.#max = maxPerSecond
  }

  /** Counts one message; true when it is one too many. */
  isExceeded(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    this.#count += 1
    return this.#count > this.#max
  }
}
