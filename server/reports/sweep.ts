import type { Store, Transaction } from '../store/store.ts'

/** How old the figures of today may get: this, or where summing up takes long so many times that. Milliseconds. */
const freshness = 60_000
const restFactor = 10

/**
 * Sums up what phones were used for, by the day and by the hour. Any number of servers may run it: one does the work, and
 * doing it again changes nothing.
 */
export class ReportSweep {
  readonly #store: Store
  readonly #timeZone: string
  #pause = freshness
  /** When shared addresses were last marked, by this process's own clock. */
  #markedAt: number | undefined

  constructor(store: Store, timeZone: string) {
    this.#store = store
    this.#timeZone = timeZone
  }

  /** Brings days and hours up to date, each day in a transaction of its own. */
  async rollUp(now = Date.now()): Promise<void> {
    const begun = performance.now()
    const due = await this.#store.reportRolls.daysDue(now, now - this.#pause, this.#timeZone)
    if (due.length === 0) return
    // First: it asks when days were last summed up. Where another server is at it, these are its days as well.
    if (!(await this.#alone('rolls', (tx) => tx.reportRolls.rollHours(now)))) return
    for (const day of due) await this.#alone('rolls', (tx) => tx.reportRolls.rollDay(day, now))
    this.#pause = Math.max(freshness, Math.ceil(restFactor * (performance.now() - begun)))
  }

  /** Keeps what is counted and marked on the way short and true. */
  async tidy(): Promise<void> {
    await this.#alone('tallies', (tx) => tx.reportRolls.compactTallies())
    const now = performance.now()
    const within = this.#markedAt === undefined ? undefined : now - this.#markedAt
    if (await this.#alone('tallies', (tx) => tx.reportRolls.markShared(within))) this.#markedAt = now
  }

  /** Whether it was done: not where another server does it already. */
  #alone(kind: 'rolls' | 'tallies', work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const isOurs = await tx.reportRolls.claim(kind)
      if (isOurs) await work(tx)
      return isOurs
    })
  }
}
