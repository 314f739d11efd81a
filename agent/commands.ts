import { parseBoxCommand, type BoxCommand, type BoxEvent, type StreamCommand } from '../domain/box-protocol.ts'
import type { Inventory } from './inventory.ts'
import { log, reasonOf } from './log.ts'
import { PhoneWorks } from './phone-works.ts'
import { dialRelay, sendScreen } from './screen.ts'
import type { ScrcpyServer } from './scrcpy-server.ts'
import { reasons } from './reasons.ts'
import type { Tunnel } from './tunnel.ts'

/** Commands that are remembered, so that one which the broker delivers twice is done once. */
const maxRemembered = 1_000
/** Pictures sent at once; a box of a thousand phones is not watched whole. */
const maxStreams = 500

export interface CommandPorts {
  inventory: Inventory
  scrcpy: ScrcpyServer
  tunnel: Tunnel
  serverUrl: URL
  answer(event: BoxEvent): void
}

/** Does what servers command over the broker. */
export class Commands {
  readonly #ports: CommandPorts
  readonly #works: PhoneWorks
  readonly #seen = new Set<string>()
  #streams = 0

  constructor(ports: CommandPorts) {
    this.#ports = ports
    this.#works = new PhoneWorks(ports.inventory, ports.serverUrl, (event) => ports.answer(event))
  }

  receive(payload: string): void {
    const command = parseBoxCommand(payload)
    if (!command) return log.warn('a command is malformed')
    if (this.#seen.has(command.id)) return
    this.#remember(command.id)
    const isLate = command.deadline <= Date.now()
    switch (command.type) {
      case 'stream':
        if (isLate) return this.#answer(command, reasons.tooLate)
        return void this.#stream(command)
      case 'tunnel':
        if (isLate) return this.#answer(command, reasons.tooLate)
        return this.#ports.tunnel.follow(command)
      case 'cancel':
        return this.#works.cancel(command.work_id)
      case 'report':
        return this.#works.report(command.work_id, command.offset)
      default:
        if (isLate) return this.#works.refuse(command.id, reasons.tooLate)
        return void this.#works.start(command.id, command)
    }
  }

  async #stream(command: StreamCommand): Promise<void> {
    const { serial, settings, ticket } = command
    const connection = this.#ports.inventory.connectionTo(serial)
    if (!connection) return this.#answer(command, reasons.noSuchPhone)
    if (this.#streams >= maxStreams) return this.#answer(command, reasons.tooManyStreams)
    const relay = relayAddress(command.relay_url, this.#ports.serverUrl)
    if (!relay) return this.#answer(command, reasons.badRelay)

    this.#streams += 1
    const dialled = dialRelay(relay, ticket)
    dialled.then(
      () => this.#answer(command, ''),
      (error: unknown) => this.#answer(command, `${reasons.noRelay}：${reasonOf(error)}`),
    )
    try {
      await sendScreen(connection, this.#ports.scrcpy, settings, dialled)
    } catch (error) {
      log.warn('the relay is not reached', { serial, relay: relay.host, error })
    } finally {
      this.#streams -= 1
    }
  }

  /** @param failure why it failed; empty when it did not */
  #answer({ id }: BoxCommand, failure: string): void {
    this.#ports.answer({ type: 'result', command_id: id, ok: failure === '', message: failure.slice(0, 1_000) })
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

/** A path is meant on the server that the agent enrolled with. */
export function relayAddress(relayUrl: string, serverUrl: URL): URL | undefined {
  const url = URL.parse(relayUrl, serverUrl)
  if (!url) return undefined
  url.protocol = url.protocol.replace(/^http/, 'ws')
  return url.protocol === 'ws:' || url.protocol === 'wss:' ? url : undefined
}
