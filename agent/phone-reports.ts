import type { BoxEvent, PhoneReport, UnreachableState } from '../domain/box-protocol.ts'

/** Figures of phones are gathered for so long: a box of a hundred phones tells them in one message, not in a hundred. Milliseconds. */
const gatherTime = 10_000

/** Tells the servers of phones: at once that one is here or in another state, and together what else has changed. */
export class PhoneReports {
  readonly #announce: (event: BoxEvent) => void
  readonly #gathered = new Map<string, PhoneReport>()
  #timer: NodeJS.Timeout | undefined

  constructor(announce: (event: BoxEvent) => void) {
    this.#announce = announce
  }

  /** What has changed of a phone. */
  add(report: PhoneReport, urgency: 'at once' | 'soon'): void {
    this.#gathered.set(report.serial, { ...this.#gathered.get(report.serial), ...report })
    if (urgency === 'at once') this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), gatherTime)
  }

  /** @param reason why it cannot be spoken to, where adb lists it still */
  lost(serial: string, reason?: UnreachableState): void {
    this.#gathered.delete(serial)
    this.#announce({ type: 'phone_lost', serial, ...(reason && { reason }) })
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#gathered.size === 0) return
    const phones = [...this.#gathered.values()]
    this.#gathered.clear()
    this.#announce({ type: 'phones', phones })
  }

  /** Tells no more; what was gathered is part of the next inventory. */
  close(): void {
    clearTimeout(this.#timer)
  }
}
