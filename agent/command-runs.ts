import { isCommandOf, type CommandEvent, type StartCommand } from '../domain/command-protocol.ts'
import type { Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import type { BegunCommands } from './begun-commands.ts'
import type { Inventory } from './inventory.ts'
import { CommandRun } from './command-run.ts'

/** Commands under way at once. */
const maxRunning = 200
/** Commands that are remembered after their end, and characters of their output: whoever missed them may ask again. */
const maxRemembered = 5_000
const maxRememberedOutput = 16 * 1024 * 1024

/** All commands on the box's phones: under way, and lately ended. */
export class CommandRuns {
  readonly #inventory: Inventory
  readonly #serverUrl: URL
  readonly #tell: (event: CommandEvent) => void
  /** By id, the oldest first. */
  readonly #runs = new Map<string, CommandRun>()
  readonly #begun: BegunCommands
  #running = 0

  /** @param serverUrl where paths of transfers are meant */
  constructor(inventory: Inventory, begun: BegunCommands, serverUrl: URL, tell: (event: CommandEvent) => void) {
    this.#inventory = inventory
    this.#begun = begun
    this.#serverUrl = serverUrl
    this.#tell = tell
  }

  /** Begins a command, unless it has been begun. */
  async start(id: string, command: StartCommand): Promise<void> {
    if (this.#runs.has(id) || this.#begun.has(id)) return
    this.#begun.add(id)
    const run = new CommandRun(id, this.#tell)
    this.#runs.set(id, run)
    const connection = this.#inventory.connectionTo(command.serial)
    if (!connection) return run.fail(reason('agent.noSuchPhone'))
    if (this.#running >= maxRunning) return run.fail(reason('agent.tooMuchWork'))
    this.#running += 1
    try {
      if (command.type === 'reboot') await run.reboot(connection, command)
      else {
        await run.runScript(connection, command, this.#serverUrl)
        this.#inventory.look(command.serial)
      }
    } finally {
      this.#running -= 1
      this.#forgetOldest()
    }
  }

  /** A command that comes too late. */
  refuse(id: string, why: Reason): void {
    if (!this.#runs.has(id)) new CommandRun(id, this.#tell).fail(why)
  }

  cancel(id: string): void {
    this.#runs.get(id)?.cancel()
  }

  report(id: string, offset: number): void {
    const run = this.#runs.get(id)
    if (run) return run.report(offset)
    if (isCommandOf(this.#begun.boot, id) && !this.#begun.has(id))
      return this.#tell({ type: 'command_unreceived', command_id: id })
    new CommandRun(id, this.#tell).fail(reason('agent.workUnknown'))
  }

  #forgetOldest(): void {
    let output = 0
    for (const { weight } of this.#runs.values()) output += weight
    for (const [id, run] of this.#runs) {
      if (this.#runs.size <= maxRemembered && output <= maxRememberedOutput) break
      if (!run.hasEnded) continue
      output -= run.weight
      this.#runs.delete(id)
    }
  }
}
