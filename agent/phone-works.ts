import { randomBytes } from 'node:crypto'
import { isWorkOf, type PhoneWorkCommand, type PhoneWorkEvent } from '../domain/phone-work.ts'
import type { Inventory } from './inventory.ts'
import { PhoneWork } from './phone-work.ts'
import { reasons } from './reasons.ts'

/** Work under way at once. */
const maxRunning = 200
/** Work that is remembered after its end, and characters of its output: whoever missed them may ask again. */
const maxRemembered = 5_000
const maxRememberedOutput = 16 * 1024 * 1024
/** Ids that are remembered of work whose output is not. */
const maxForgotten = 100_000

type Start = Extract<PhoneWorkCommand, { serial: string }>

/** All work on the box's phones: under way, and lately ended. */
export class PhoneWorks {
  readonly #inventory: Inventory
  readonly #serverUrl: URL
  readonly #tell: (event: PhoneWorkEvent) => void
  /** By id, the oldest first. */
  readonly #works = new Map<string, PhoneWork>()
  /** What is known to have been begun, and of which no more is known. */
  readonly #forgotten = new Set<string>()
  #boot = newBoot()
  #running = 0

  /** @param serverUrl where paths of transfers are meant */
  constructor(inventory: Inventory, serverUrl: URL, tell: (event: PhoneWorkEvent) => void) {
    this.#inventory = inventory
    this.#serverUrl = serverUrl
    this.#tell = tell
  }

  /** Whose memory this is: work whose id says so, and which is not in it, was never begun. */
  get boot(): string {
    return this.#boot
  }

  /** Begins work, unless it has been begun. */
  async start(id: string, command: Start): Promise<void> {
    if (this.#works.has(id) || this.#forgotten.has(id)) return
    const work = new PhoneWork(id, this.#tell)
    this.#works.set(id, work)
    const connection = this.#inventory.connectionTo(command.serial)
    if (!connection) return work.fail(reasons.noSuchPhone)
    if (this.#running >= maxRunning) return work.fail(reasons.tooMuchWork)
    this.#running += 1
    try {
      if (command.type === 'reboot') await work.reboot(connection)
      else await work.runScript(connection, command, this.#serverUrl)
    } finally {
      this.#running -= 1
      this.#forgetOldest()
    }
  }

  /** Work that comes too late. */
  refuse(id: string, message: string): void {
    if (!this.#works.has(id)) new PhoneWork(id, this.#tell).fail(message)
  }

  cancel(id: string): void {
    this.#works.get(id)?.cancel()
  }

  report(id: string, offset: number): void {
    const work = this.#works.get(id)
    if (work) return work.report(offset)
    if (isWorkOf(this.#boot, id) && !this.#forgotten.has(id))
      return this.#tell({ type: 'work_unreceived', work_id: id })
    new PhoneWork(id, this.#tell).fail(reasons.workUnknown)
  }

  #forgetOldest(): void {
    let output = 0
    for (const { weight } of this.#works.values()) output += weight
    for (const [id, work] of this.#works) {
      if (this.#works.size <= maxRemembered && output <= maxRememberedOutput) break
      if (!work.hasEnded) continue
      output -= work.weight
      this.#works.delete(id)
      this.#forgotten.add(id)
    }
    if (this.#forgotten.size <= maxForgotten) return
    this.#forgotten.clear()
    this.#boot = newBoot() // Who remembers nothing is somebody else.
  }
}

const newBoot = (): string => randomBytes(8).toString('hex')
