import { isWorkOf, type PhoneWorkCommand, type PhoneWorkEvent } from '../domain/phone-work.ts'
import type { Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import type { BegunWork } from './begun-work.ts'
import type { Inventory } from './inventory.ts'
import { PhoneWork } from './phone-work.ts'

/** Work under way at once. */
const maxRunning = 200
/** Work that is remembered after its end, and characters of its output: whoever missed them may ask again. */
const maxRemembered = 5_000
const maxRememberedOutput = 16 * 1024 * 1024

type Start = Extract<PhoneWorkCommand, { serial: string }>

/** All work on the box's phones: under way, and lately ended. */
export class PhoneWorks {
  readonly #inventory: Inventory
  readonly #serverUrl: URL
  readonly #tell: (event: PhoneWorkEvent) => void
  /** By id, the oldest first. */
  readonly #works = new Map<string, PhoneWork>()
  readonly #begun: BegunWork
  #running = 0

  /** @param serverUrl where paths of transfers are meant */
  constructor(inventory: Inventory, begun: BegunWork, serverUrl: URL, tell: (event: PhoneWorkEvent) => void) {
    this.#inventory = inventory
    this.#begun = begun
    this.#serverUrl = serverUrl
    this.#tell = tell
  }

  /** Begins work, unless it has been begun. */
  async start(id: string, command: Start): Promise<void> {
    if (this.#works.has(id) || this.#begun.has(id)) return
    this.#begun.add(id)
    const work = new PhoneWork(id, this.#tell)
    this.#works.set(id, work)
    const connection = this.#inventory.connectionTo(command.serial)
    if (!connection) return work.fail(reason('agent.noSuchPhone'))
    if (this.#running >= maxRunning) return work.fail(reason('agent.tooMuchWork'))
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
  refuse(id: string, why: Reason): void {
    if (!this.#works.has(id)) new PhoneWork(id, this.#tell).fail(why)
  }

  cancel(id: string): void {
    this.#works.get(id)?.cancel()
  }

  report(id: string, offset: number): void {
    const work = this.#works.get(id)
    if (work) return work.report(offset)
    if (isWorkOf(this.#begun.boot, id) && !this.#begun.has(id))
      return this.#tell({ type: 'work_unreceived', work_id: id })
    new PhoneWork(id, this.#tell).fail(reason('agent.workUnknown'))
  }

  #forgetOldest(): void {
    let output = 0
    for (const { weight } of this.#works.values()) output += weight
    for (const [id, work] of this.#works) {
      if (this.#works.size <= maxRemembered && output <= maxRememberedOutput) break
      if (!work.hasEnded) continue
      output -= work.weight
      this.#works.delete(id)
    }
  }
}
