import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import type { BoxCommands } from '../boxes/commands.ts'
import type { HeldKind, PhoneHolding } from '../http/held-connections.ts'
import { showsToken } from '../http/secrets.ts'
import type { Upgrades } from '../http/upgrades.ts'
import { EdgeLink, type EdgeLinkPorts } from './edge-link.ts'
import { edgePath, maxEdgeMessageBytes, wordOfServer } from './edge-protocol.ts'

/** How long it is remembered who gave a command, in milliseconds: longer than agents may take to answer. */
const commandMemory = 60_000

interface Ports extends Omit<EdgeLinkPorts, 'gave' | 'left'> {
  /** What edges show to be let in; undefined where none are. */
  secret: string | undefined
  commands: Pick<BoxCommands, 'stream' | 'terminal'>
  log: FastifyBaseLogger
}

/**
 * The edges that have dialled this server: relays without a database or a broker. For each this server opens tickets, tells agents
 * to dial it, renews the leases of its controllers, and minds whether those whom it lets watch may still do so.
 */
export class Edges implements HeldKind {
  readonly #ports: Ports
  readonly #links = new Set<EdgeLink>()
  /** Commands that agents may still answer: whose they are, and of which phone; the oldest first. */
  readonly #given = new Map<string, { link: EdgeLink; deviceId: number | undefined; until: number }>()
  readonly #words: NodeJS.Timeout

  constructor(ports: Ports) {
    this.#ports = ports
    this.#words = setInterval(() => {
      for (const link of this.#links) link.tell({ type: 'alive' })
    }, wordOfServer)
  }

  register(upgrades: Upgrades): void {
    const { secret } = this.#ports
    if (secret === undefined) return
    upgrades.add({
      path: edgePath,
      maxPayload: maxEdgeMessageBytes,
      admit: async ({ headers }: IncomingMessage) => (showsToken(headers, secret) ? {} : '401 Unauthorized'),
      enter: (socket) => this.#enter(socket),
    })
  }

  /** How many there are. */
  get count(): number {
    return this.#links.size
  }

  /** How many watch a phone through edges, its controller not counted. */
  observers(deviceId: number): number {
    return [...this.phones()].filter(({ device_id, use }) => device_id === deviceId && use === 'watch').length
  }

  *sessionIds(): Iterable<string> {
    for (const { session_id } of this.phones()) yield session_id
  }

  *phones(): Iterable<PhoneHolding> {
    for (const link of this.#links) yield* link.phones()
  }

  signOut(sessionId: string): void {
    for (const link of this.#links) link.tell({ type: 'signed_out', session_id: sessionId })
  }

  phoneLost(deviceId: number, why: Reason): void {
    for (const link of this.#links) link.tell({ type: 'phone_lost', device_id: deviceId, reason: why })
  }

  phoneBack(deviceId: number): void {
    for (const link of this.#links) link.tell({ type: 'phone_back', device_id: deviceId })
  }

  /** An agent could not do as told; the edge for which that was is told, if it was one. */
  commandFailed(id: string, why: Reason | null): void {
    const given = this.#given.get(id)
    this.#given.delete(id)
    if (given === undefined) return
    if (given.deviceId === undefined) given.link.tell({ type: 'terminal_failed', terminal_id: id, reason: why })
    else given.link.tell({ type: 'stream_failed', device_id: given.deviceId, reason: why })
  }

  /** Its sockets are closed with those of all upgrades. */
  stop(): void {
    clearInterval(this.#words)
  }

  #enter(socket: WebSocket): void {
    const link: EdgeLink = new EdgeLink(socket, {
      ...this.#ports,
      gave: (id, deviceId) => this.#remember(id, link, deviceId),
      left: () => this.#links.delete(link),
    })
    this.#links.add(link)
  }

  #remember(id: string, link: EdgeLink, deviceId: number | undefined): void {
    const now = Date.now()
    for (const [old, { until }] of this.#given) {
      if (until > now) break
      this.#given.delete(old)
    }
    this.#given.set(id, { link, deviceId, until: now + commandMemory })
  }
}
