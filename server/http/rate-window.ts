/** Counts events by key in windows of fixed length, for what is not a plain HTTP request. */
export class RateWindow {
  readonly #limit: number
  readonly #length: number
  readonly #windows = new Map<string, { count: number; endsAt: number }>()

  /** @param length of a window, in milliseconds */
  constructor({ limit, length }: { limit: number; length: number }) {
    this.#limit = limit
    this.#length = length
  }

  /** Counts one event; false when it is one too many. */
  take(key: string): boolean {
    const window = this.#window(key)
    window.count += 1
    return window.count <= this.#limit
  }

  #window(key: string): { count: number; endsAt: number } {
    const now = Date.now()
    const current = this.#windows.get(key)
    if (current !== undefined && current.endsAt > now) return current
    this.#windows.delete(key) // The next one stands last: they end in this order.
    if (this.#windows.size >= maxKeys) this.#sweep(now)
    const fresh = { count: 0, endsAt: now + this.#length }
    this.#windows.set(key, fresh)
    return fresh
  }

  /** Forgets windows that are over, and the oldest where somebody makes up keys faster than they end. */
  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= maxKeys * 0.9) return
      this.#windows.delete(key)
    }
  }
}

const maxKeys = 50_000
