/** Remembers values until a time, each in milliseconds of Unix time: spent nonces, ended sessions. */
export class ExpiringSet {
  readonly #expiries = new Map<string, number>()

  /** Remembers the value; false when it is remembered already. */
  add(value: string, expiresAt: number, now = Date.now()): boolean {
    this.#forgetExpired(now)
    if (this.has(value, now)) return false
    this.#expiries.set(value, expiresAt)
    return true
  }

  has(value: string, now = Date.now()): boolean {
    return (this.#expiries.get(value) ?? 0) > now
  }

  /** Values come in about the order in which they expire, so looking at the oldest is enough. */
  #forgetExpired(now: number): void {
    for (const [value, expiresAt] of this.#expiries) {
      if (expiresAt > now) return
      this.#expiries.delete(value)
    }
  }
}
