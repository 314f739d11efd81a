/**
 * Credit for bytes that are under way: a sender has at most a window of them unacknowledged, so that whoever passes them on
 * or shows them never holds more. Both ends know the window's size beforehand.
 */
export class SendWindow {
  readonly #size: number
  #unacknowledged = 0

  /** @param size in bytes */
  constructor(size: number) {
    this.#size = size
  }

  /** How many bytes may be sent now. */
  get room(): number {
    return this.#size - this.#unacknowledged
  }

  /** Notes that so many bytes were sent; negative room afterwards means that the sender did not keep to the window. */
  send(bytes: number): void {
    this.#unacknowledged += bytes
  }

  /** Takes an acknowledgement; false when it covers more than was sent. */
  acknowledge(bytes: number): boolean {
    if (bytes > this.#unacknowledged) return false
    this.#unacknowledged -= bytes
    return true
  }
}

/** The receiving end: gathers what has been dealt with, so that a quarter of the window is acknowledged at a time. */
export class ReceiveWindow {
  readonly #quarter: number
  #owed = 0

  constructor(size: number) {
    this.#quarter = size / 4
  }

  /** Notes that so many bytes have been dealt with; answers how many are to be acknowledged now, 0 for none. */
  take(bytes: number): number {
    this.#owed += bytes
    if (this.#owed < this.#quarter) return 0
    const owed = this.#owed
    this.#owed = 0
    return owed
  }
}
