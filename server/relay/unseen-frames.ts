/** At 60 frames a second, 400 ms are 24 of them. */
const capacity = 128

/** The frames that a viewer was sent and has not acknowledged, oldest first. Allocates nothing as it goes. */
export class UnseenFrames {
  readonly #pts = new Float64Array(capacity)
  readonly #sentAt = new Float64Array(capacity)
  #first = 0
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  get isFull(): boolean {
    return this.#count === capacity
  }

  /** When the oldest was sent, in the caller's clock; Infinity when there is none. */
  get oldestSentAt(): number {
    return this.#count === 0 ? Infinity : (this.#sentAt[this.#first] ?? Infinity)
  }

  /** Adds a frame; the caller has seen that it is not full. */
  push(pts: number, now: number): void {
    const slot = (this.#first + this.#count) % capacity
    this.#pts[slot] = pts
    this.#sentAt[slot] = now
    this.#count += 1
  }

  /** Takes out the frame with this pts and all before it; false when it is none of them. */
  acknowledge(pts: number): boolean {
    for (let i = 0; i < this.#count; i += 1) {
      if (this.#pts[(this.#first + i) % capacity] === pts) {
        this.#first = (this.#first + i + 1) % capacity
        this.#count -= i + 1
        return true
      }
    }
    return false
  }

  clear(): void {
    this.#count = 0
  }
}
