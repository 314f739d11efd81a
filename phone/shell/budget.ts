/** Bounds of what a shell may use. Whatever exceeds one ends with a message, and no other phone notices. */
export interface ShellLimits {
  /** Units of work of one command line: about one a command, one a line of text, one a 4 kB of data. */
  work: number
  /** Bytes that one command line may print to its stdout and stderr together. */
  outputBytes: number
  /** Processes of one phone, pipeline stages and subshells included. */
  processes: number
  /** Nested functions, substitutions, subshells, `sh -c`, `eval` and sourced files. */
  depth: number
  /** Bytes that a command may hold in memory (`sort`, `$(...)`), and a script's length. */
  memoryBytes: number
  /** Length of one word or variable. */
  wordBytes: number
}

export const DEFAULT_SHELL_LIMITS: ShellLimits = {
  work: 5_000_000,
  outputBytes: 1024 * 1024 * 1024,
  processes: 96,
  depth: 64,
  memoryBytes: 16 * 1024 * 1024,
  wordBytes: 1024 * 1024,
}

/** A shell went over one of its limits: the whole command line ends. */
export class LimitExceeded extends Error {
  override name = 'LimitExceeded'
}

/** How long the shells of a process may hold the event loop before everything else has its turn, in milliseconds. */
const SLICE = 4

/** Lets the shells of all phones run in turns: after each slice, the event loop first serves everybody else. */
class Turns {
  #sliceStart = 0
  readonly #waiting: (() => void)[] = []

  get over(): boolean {
    return performance.now() - this.#sliceStart > SLICE
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(() => this.#resumeOne())
    })
  }

  #resumeOne(): void {
    // One shell a turn of the loop, so that many busy shells do not add up to one long pause.
    this.#sliceStart = performance.now()
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#resumeOne())
  }
}

const turns = new Turns()

/** What one command line has used of its limits; shared by all processes that it starts. */
export class Budget {
  readonly limits: ShellLimits
  #work = 0
  #output = 0

  constructor(limits: ShellLimits) {
    this.limits = limits
  }

  /** Accounts for work; `await` it in every loop: it also gives way to the rest of the process in time. */
  spend(units = 1): Promise<void> | undefined {
    this.#work += units
    if (this.#work > this.limits.work) throw new LimitExceeded('execution limit exceeded')
    return turns.over ? turns.next() : undefined
  }

  print(bytes: number): void {
    this.#output += bytes
    if (this.#output > this.limits.outputBytes) throw new LimitExceeded('output limit exceeded')
  }
}

/** Units of work for handling that many bytes. */
export function workOf(bytes: number): number {
  return 1 + bytes / 4096
}
