import {
  parseBoxCommand,
  type BoxCommand,
  type BoxEvent,
  type StreamCommand,
  type TerminalCommand,
} from '../domain/box-protocol.ts'
import type { PhoneConnection } from './adb-backend.ts'
import type { WebSocket } from 'ws'
import type { Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import type { BegunCommands } from './begun-commands.ts'
import type { Inventory } from './inventory.ts'
import { log, messageOf } from './log.ts'
import { CommandRuns } from './command-runs.ts'
import { dialRelay } from './relay-line.ts'
import type { Screens } from './screen.ts'
import type { ServerClock } from './server-clock.ts'
import { serveTerminal } from './terminal.ts'
import type { Tunnel } from './tunnel.ts'

/** Commands that are remembered, so that one which the broker delivers twice is done once. */
const maxRemembered = 1_000
/** Frames sent at once; a box of a thousand phones is not watched whole. */
const maxStreams = 500
const maxTerminals = 200

interface CommandPorts {
  inventory: Inventory
  begun: BegunCommands
  screens: Screens
  tunnel: Tunnel
  serverUrl: URL
  clock: ServerClock
  answer(event: BoxEvent): void
}

/** Does what servers command over the broker. */
export class Commands {
  readonly #ports: CommandPorts
  readonly #runs: CommandRuns
  readonly #seen = new Set<string>()
  #streams = 0
  #terminals = 0

  constructor(ports: CommandPorts) {
    this.#ports = ports
    const { inventory, begun, serverUrl } = ports
    this.#runs = new CommandRuns(inventory, begun, serverUrl, (event) => ports.answer(event))
  }

  receive(payload: string): void {
    const command = parseBoxCommand(payload)
    if (!command) return log.warn('a command is malformed')
    const isLate = command.deadline <= this.#ports.clock.now()
    // What is begun on phones is known there, and what came too late may be given again.
    if (isStartCommand(command))
      return isLate
        ? this.#runs.refuse(command.id, reason('agent.tooLate'))
        : void this.#runs.start(command.id, command)
    if (this.#seen.has(command.id)) return
    this.#remember(command.id)
    switch (command.type) {
      case 'stream':
        if (isLate) return this.#answer(command, reason('agent.tooLate'))
        return void this.#stream(command)
      case 'terminal':
        if (isLate) return this.#answer(command, reason('agent.tooLate'))
        return void this.#terminal(command)
      case 'tunnel':
        if (isLate) return this.#answer(command, reason('agent.tooLate'))
        return this.#ports.tunnel.follow(command)
      case 'cancel':
        return this.#runs.cancel(command.command_id)
      case 'report':
        return this.#runs.report(command.command_id, command.offset)
    }
  }

  async #stream(command: StreamCommand): Promise<void> {
    const place = this.#placeOf(command)
    if ('code' in place) return this.#answer(command, place)
    if (this.#streams >= maxStreams) return this.#answer(command, reason('agent.tooManyStreams'))
    const { connection, relay } = place

    this.#streams += 1
    try {
      await this.#ports.screens.send(connection, command.settings, this.#dial(command, relay))
    } catch (error) {
      log.warn('the relay is not reached', { serial: command.serial, relay: relay.host, error })
    } finally {
      this.#streams -= 1
    }
  }

  async #terminal(command: TerminalCommand): Promise<void> {
    const place = this.#placeOf(command)
    if ('code' in place) return this.#answer(command, place)
    if (this.#terminals >= maxTerminals) return this.#answer(command, reason('agent.tooManyTerminals'))
    const { connection, relay } = place

    this.#terminals += 1
    try {
      await serveTerminal(connection, await this.#dial(command, relay))
    } catch (error) {
      log.warn('the relay is not reached', { serial: command.serial, relay: relay.host, error })
    } finally {
      this.#terminals -= 1
      this.#ports.inventory.look(command.serial)
    }
  }

  /** The phone and the relay that a command means; or why there is none. */
  #placeOf({
    serial,
    relay_url,
  }: StreamCommand | TerminalCommand): { connection: PhoneConnection; relay: URL } | Reason {
    const connection = this.#ports.inventory.connectionTo(serial)
    if (!connection) return reason('agent.noSuchPhone')
    const relay = relayAddress(relay_url, this.#ports.serverUrl)
    return relay ? { connection, relay } : reason('agent.badRelay')
  }

  /** Dials the relay, and answers the command with what comes of it. */
  #dial(command: StreamCommand | TerminalCommand, relay: URL): Promise<WebSocket> {
    const dialled = dialRelay(relay, command.ticket)
    dialled.then(
      () => this.#answer(command, null),
      (error: unknown) => this.#answer(command, reason('agent.noRelay', { said: messageOf(error) })),
    )
    return dialled
  }

  /** @param why it failed; null when it did not */
  #answer({ id }: BoxCommand, why: Reason | null): void {
    this.#ports.answer({ type: 'result', command_id: id, ok: why === null, reason: why })
  }

  #remember(id: string): void {
    this.#seen.add(id)
    if (this.#seen.size <= maxRemembered) return
    for (const oldest of this.#seen) {
      this.#seen.delete(oldest)
      return
    }
  }
}

type StartCommand = Extract<BoxCommand, { type: 'shell' | 'send' | 'receive' | 'reboot' }>

const isStartCommand = (command: BoxCommand): command is StartCommand =>
  ['shell', 'send', 'receive', 'reboot'].includes(command.type)

/** A path is meant on the server that the agent enrolled with. */
export function relayAddress(relayUrl: string, serverUrl: URL): URL | undefined {
  const url = URL.parse(relayUrl, serverUrl)
  if (!url) return undefined
  url.protocol = url.protocol.replace(/^http/, 'ws')
  return url.protocol === 'ws:' || url.protocol === 'wss:' ? url : undefined
}
