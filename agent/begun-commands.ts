import { randomBytes } from 'node:crypto'
// oxlint-disable-next-line no-restricted-imports -- What is left of a note that was cut off vouches for nothing.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from './log.ts'

/** Ids that are remembered. */
const maxRemembered = 100_000

/**
 * Which commands were begun, in a file that outlives the agent but not the machine, which may lose the end of it as it goes down. Whose
 * memory it is, `boot` says: a command whose id says so, and which is not in it, was never begun.
 */
export class BegunCommands {
  readonly #path: string
  readonly #machine: string
  readonly #ids = new Set<string>()
  #boot = ''

  /** @param machine what the machine calls itself from one start to the next */
  constructor(dataDir: string, machine = machineBoot()) {
    this.#path = join(dataDir, 'begun-work') // As boxes have it: under another name they would forget.
    this.#machine = machine
    const [head = '', ...ids] = readLines(this.#path)
    const [boot = '', writer] = head.split(' ')
    if (machine === '' || writer !== machine) {
      this.#forget()
      return
    }
    this.#boot = boot
    for (const id of ids) this.#ids.add(id)
  }

  get boot(): string {
    return this.#boot
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Notes that a command begins, before it does. */
  add(id: string): void {
    if (this.#ids.size >= maxRemembered) this.#forget()
    this.#ids.add(id)
    try {
      appendFileSync(this.#path, `\n${id}`)
    } catch (error) {
      log.warn('a command that begins is not written down', { error })
      this.#forget()
      this.#ids.add(id)
    }
  }

  /** Who remembers nothing is somebody else. */
  #forget(): void {
    this.#boot = randomBytes(8).toString('hex')
    this.#ids.clear()
    try {
      writeFileSync(this.#path, `${this.#boot} ${this.#machine}`, { mode: 0o600 })
    } catch (error) {
      log.warn('what the agent calls itself is not written down', { error })
    }
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return [] // It is the first start.
  }
}

/** Linux has an id for each of its starts; where there is none, nothing outlives the agent. */
function machineBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
