interface IdleLimits {
  /** Milliseconds without use until the end; 0 where there is none. */
  limit: number
  /** So many of them at the end are announced; half of them all where there are few. */
  warning: number
}

interface IdlePorts {
  /** The end has been announced, or the announcement taken back. */
  changed(): void
  /** It was not used for as long as may be. */
  expired(): void
}

/** Ends what nobody uses, and announces that before. */
export class IdleLimit {
  readonly #limits: IdleLimits
  readonly #ports: IdlePorts
  #usedAt = performance.now()
  #isAnnounced = false
  #timer: NodeJS.Timeout | undefined

  constructor(limits: IdleLimits, ports: IdlePorts) {
    this.#limits = limits
    this.#ports = ports
    if (limits.limit > 0) this.#look()
  }

  /** Milliseconds until the end once it is announced; null before. */
  get endsIn(): number | null {
    return this.#isAnnounced ? Math.max(0, Math.round(this.#left)) : null
  }

  /** Somebody does something. Costs nothing: the timer finds out later. */
  used(): void {
    this.#usedAt = performance.now()
    if (!this.#isAnnounced) return
    this.#isAnnounced = false
    this.#look()
    this.#ports.changed()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  get #left(): number {
    return this.#usedAt + this.#limits.limit - performance.now()
  }

  #look(): void {
    clearTimeout(this.#timer)
    const left = this.#left
    if (left <= 0) return this.#ports.expired()
    const { warning, limit } = this.#limits
    const untilWarning = left - Math.min(warning, limit / 2)
    this.#timer = setTimeout(() => this.#look(), Math.ceil(untilWarning > 0 ? untilWarning : left))
    if (untilWarning > 0 || this.#isAnnounced) return
    this.#isAnnounced = true
    this.#ports.changed()
  }
}
