type LogPriority = 'V' | 'D' | 'I' | 'W' | 'E'

export interface LogEntry {
  at: number
  pid: number
  priority: LogPriority
  tag: string
  text: string
}

const MAX_ENTRIES = 1_000
const MAX_TEXT = 4_000

/** The phone's log: the last thousand lines, empty after a reboot. */
export class Logcat {
  #entries: LogEntry[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  add(priority: LogPriority, tag: string, text: string, pid = 1_204): void {
    this.#entries.push({ at: this.#now(), pid, priority, tag: tag.slice(0, 64), text: text.slice(0, MAX_TEXT) })
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2)
  }

  entries(): readonly LogEntry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }
}
