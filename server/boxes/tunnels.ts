import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { TunnelReport } from '../../domain/box-protocol.ts'
import { unseal } from '../store/sealed.ts'
import type { components } from '../../generated/contract-types.ts'
import type { TunnelRow } from '../store/tunnel-queries.ts'
import type { BoxRow, TunnelOfBox } from '../store/box-queries.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { BoxCommands } from './commands.ts'
import type { Broker } from '../broker/broker.ts'
import { announceBox } from './announce.ts'

/** A tunnel as the contract shows it; its token never is. */
export const toTunnel = (
  tunnel: Omit<TunnelRow, 'token' | 'box_id' | 'revision'> | TunnelOfBox,
): components['schemas']['Tunnel'] => {
  const { enabled, state, reason, server_address, server_port, remote_port, local_port, since } = tunnel
  const has_token = 'token' in tunnel && tunnel.token !== null
  return { enabled, state, reason, server_address, server_port, remote_port, local_port, has_token, since }
}

/** The remote-maintenance tunnels of boxes: agents are told what is wanted, and what they say is kept and announced. */
export class BoxTunnels {
  readonly #store: Store
  readonly #broker: Broker
  readonly #commands: BoxCommands
  readonly #secret: Uint8Array
  readonly #log: FastifyBaseLogger

  constructor(store: Store, broker: Broker, commands: BoxCommands, secret: Uint8Array, log: FastifyBaseLogger) {
    this.#store = store
    this.#broker = broker
    this.#commands = commands
    this.#secret = secret
    this.#log = log
  }

  /** Tells the box's agent what is wanted, once the transaction is committed. An agent that is away asks when it is back. */
  command(tx: Transaction, box: BoxRow, tunnel: TunnelRow | undefined): void {
    const settings = tunnel?.enabled ? this.#settingsOf(tunnel) : null
    tx.afterCommit(() => {
      this.#commands.tunnel(box.id, { revision: tunnel?.revision ?? 0, name: box.code, settings })
      if (tunnel) this.#announce(box, tunnel)
    })
  }

  /** Takes what an agent says of its tunnel. One that follows other settings than the newest is told them again. */
  heard(boxId: number, report: TunnelReport): Promise<void> {
    return this.#store.transaction(async (tx) => {
      const box = await tx.boxes.lock(boxId)
      if (box === undefined) return
      const tunnel = await tx.boxTunnels.ofBox(boxId)
      if (report.revision !== (tunnel?.revision ?? 0)) return this.command(tx, box, tunnel)
      if (tunnel === undefined) return
      if (report.state !== tunnel.state || !isDeepStrictEqual(report.reason, tunnel.reason))
        await this.#note(tx, box, tunnel, { state: report.state, reason: report.reason })
    })
  }

  /** The agent is gone, and nobody knows how its tunnel fares. The box is locked. */
  async agentLost(tx: Transaction, box: BoxRow): Promise<void> {
    const tunnel = await tx.boxTunnels.ofBox(box.id)
    if (tunnel) await this.#note(tx, box, tunnel, { state: tunnel.enabled ? 'waiting' : 'closed', reason: null })
  }

  async #note(
    tx: Transaction,
    box: BoxRow,
    tunnel: TunnelRow,
    { state, reason }: Pick<TunnelRow, 'state' | 'reason'>,
  ): Promise<void> {
    const since = state === tunnel.state ? tunnel.since : Date.now()
    await tx.boxTunnels.noteState(box.id, state, reason, since)
    tx.afterCommit(() => this.#announce(box, { ...tunnel, state, reason, since }))
  }

  /** At the root of the owner's tree, where those hear who see everything: nobody else may open tunnels. */
  #announce(box: BoxRow, tunnel: TunnelRow): void {
    const root = box.owner_path.split('/')[0] ?? box.owner_path
    announceBox(this.#broker, { id: box.id, owner_path: root }, { frp: toTunnel(tunnel) }, Date.now())
  }

  #settingsOf({ token, server_address, server_port, remote_port, local_port }: TunnelRow) {
    const settings = { server_address, server_port, remote_port, local_port, token: '' }
    try {
      return token === null ? settings : { ...settings, token: unseal(this.#secret, token) }
    } catch (error) {
      this.#log.error({ err: error }, "a tunnel's token can not be read any more; it has to be given again")
      return settings
    }
  }
}
