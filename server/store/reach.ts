/**
 * Since when this server has reached the database without a gap. What others were to tell the database meanwhile it may not have taken
 * either: after a gap they are first given the time to.
 */
export class Reach {
  readonly #gap: number
  #last = -Infinity
  #since = -Infinity

  /** @param gap from how long on a time without the database is one; milliseconds */
  constructor(gap: number) {
    this.#gap = gap
  }

  /** The database has just answered. */
  note(): void {
    const now = performance.now()
    if (now - this.#last > this.#gap) this.#since = now
    this.#last = now
  }

  /** Whether there was no gap for so many milliseconds. */
  isUnbrokenFor(time: number): boolean {
    return performance.now() - this.#since >= time
  }
}
