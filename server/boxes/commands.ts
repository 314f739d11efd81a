import { randomUUID } from 'node:crypto'
import { type BoxCommand, commandsTopic, type TunnelCommand } from '../../domain/box-protocol.ts'
import type { VideoQuality } from '../../domain/stream-protocol.ts'
import type { Broker } from '../broker/broker.ts'
import { presetOf } from '../devices/stream-presets.ts'

/** How long after it was given a command may be begun. Milliseconds. */
const commandTimeout = 10_000

/** Tells boxes what to do, and remembers for a while which phone a command was about. */
export class BoxCommands {
  readonly #broker: Broker
  readonly #advertiseUrl: URL | undefined
  readonly #devices = new Map<string, { deviceId: number; deadline: number }>()

  /** @param advertiseUrl where agents reach this server; by default where they enrolled */
  constructor(broker: Broker, advertiseUrl: URL | undefined) {
    this.#broker = broker
    this.#advertiseUrl = advertiseUrl
  }

  /**
   * Has the box's agent dial the relay with the ticket, and send the phone's video. Answers the command's id.
   *
   * @param edge where agents reach the relay; that of this server where it is left out
   */
  stream(
    phone: { device_id: number; box_id: number; serial: string; quality: VideoQuality },
    ticket: string,
    edge?: URL,
  ): string {
    const deadline = Date.now() + commandTimeout
    const command: BoxCommand = {
      type: 'stream',
      id: randomUUID(),
      deadline,
      serial: phone.serial,
      relay_url: this.#relayUrl('/relay/agent', edge),
      ticket,
      settings: presetOf(phone.quality),
    }
    this.#forgetPast()
    if (edge === undefined) this.#devices.set(command.id, { deviceId: phone.device_id, deadline })
    this.#broker.publish(commandsTopic(phone.box_id), JSON.stringify(command), 1)
    return command.id
  }

  /** Has the box's agent dial the relay with the ticket, and open a shell on the phone. The terminal's id is the command's. */
  terminal({ id, box_id, serial }: { id: string; box_id: number; serial: string }, ticket: string, edge?: URL): void {
    const command: BoxCommand = {
      type: 'terminal',
      id,
      deadline: Date.now() + commandTimeout,
      serial,
      relay_url: this.#relayUrl('/relay/terminal-agent', edge),
      ticket,
    }
    this.#broker.publish(commandsTopic(box_id), JSON.stringify(command), 1)
  }

  /** Has the box's agent keep a tunnel, or none. */
  tunnel(boxId: number, wanted: Pick<TunnelCommand, 'revision' | 'name' | 'settings'>): void {
    const command: BoxCommand = { type: 'tunnel', id: randomUUID(), deadline: Date.now() + commandTimeout, ...wanted }
    this.#broker.publish(commandsTopic(boxId), JSON.stringify(command), 1)
  }

  /** Which phone a command of this server's own relay was about; answered once. */
  deviceOf(commandId: string): number | undefined {
    const deviceId = this.#devices.get(commandId)?.deviceId
    this.#devices.delete(commandId)
    return deviceId
  }

  /** A viewer is at this very relay, wherever proxies would lead the agent. */
  #relayUrl(path: string, relay = this.#advertiseUrl): string {
    return relay ? new URL(path, relay).href : path
  }

  #forgetPast(): void {
    const past = Date.now() - commandTimeout
    for (const [id, { deadline }] of this.#devices) if (deadline < past) this.#devices.delete(id)
  }
}
