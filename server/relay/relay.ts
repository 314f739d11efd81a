import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { PhoneHolding } from '../http/held-connections.ts'
import {
  closeCodes,
  tryAgainLater,
  maxTextMessageBytes,
  parseAgentReport,
  parseViewerMessage,
  type VideoQuality,
} from '../../domain/stream-protocol.ts'
import { Admission, type EntranceRules } from './socket-admission.ts'
import { ControlLeases } from './lease-keeper.ts'
import { ExpiringSet } from './expiring-set.ts'
import { allowsOrigin } from './origins.ts'
import { PhoneStream } from './phone-stream.ts'
import { isBarred, OwnTickets, type TicketGate } from './ticket-gate.ts'
import { sealTicket, type ViewerTicket } from './tickets.ts'
import { relayTimings, type RelayTimings } from './timings.ts'

/** The longest packet of an agent, in bytes: a key frame of a large screen at the highest bitrate has room. */
const maxPacketBytes = 8 * 1024 * 1024
/** Sockets that watch one phone through this relay. */
const maxViewersPerPhone = 1_000
/** A ticket outlives the wait for its agent by this, in milliseconds, for clocks that differ. */
const ticketMargin = 5_000
/** Tickets of a session are refused for so long after its end, in milliseconds: longer than any ticket lasts. */
const signOutMemory = 120_000

export interface RelayPorts {
  /** Lets viewers in. */
  gate: TicketGate
  /** Signs the tickets of the agents that are told to dial this relay (HMAC-SHA256). */
  secret: Uint8Array
  /** Tells the box's agent to dial this relay with the ticket. Rejects when the box can't be told. */
  request(
    stream: { device_id: number; box_id: number; serial: string; quality: VideoQuality },
    agentTicket: string,
  ): Promise<void>
  /** Why no agent has a phone; undefined where one has. */
  absence(deviceId: number): Promise<Reason | undefined>
  /** Renews control leases; answers those that still hold. */
  renewLeases(leaseIds: string[]): Promise<string[]>
  /** The controller has left for good. */
  releaseLease(leaseId: string): Promise<void>
  log: FastifyBaseLogger
}

interface RelayFigures {
  /** Phones with viewers. */
  streams: number
  viewers: number
}

/** Passes the frames of phones on to those who watch, and what a phone's controller does on to the phone. */
export class Relay {
  readonly #ports: RelayPorts
  readonly #timings: RelayTimings
  readonly #streams = new Map<number, PhoneStream>()
  readonly #leases: ControlLeases
  readonly #agentTickets: OwnTickets
  readonly #signedOut = new ExpiringSet()
  readonly #watch: NodeJS.Timeout
  readonly #admission: Admission
  #allowedOrigins: ReadonlySet<string> = new Set()
  /** Settles with the last check of a controller's lease: they go one after the other, so the newest lease wins. */
  #leaseChecks: Promise<unknown> = Promise.resolve()

  constructor(ports: RelayPorts, timings: RelayTimings = relayTimings) {
    this.#ports = ports
    this.#timings = timings
    this.#agentTickets = new OwnTickets(ports.secret)
    this.#leases = new ControlLeases(ports, timings, {
      ended: (deviceId, leaseId, end) => this.#streams.get(deviceId)?.leaseEnded(leaseId, end),
      idling: (deviceId) => this.#streams.get(deviceId)?.tellState(),
    })
    this.#admission = new Admission(
      [
        {
          path: '/relay/viewer',
          maxPayload: maxTextMessageBytes,
          allows: (origin, host) => allowsOrigin(this.#allowedOrigins, origin, host),
          enter: (socket, hello) => this.#enterViewer(socket, hello),
        },
        {
          path: '/relay/agent',
          maxPayload: maxPacketBytes,
          // Agents are no pages.
          allows: (origin) => origin === undefined,
          enter: (socket, hello) => this.#enterAgent(socket, hello),
        },
      ],
      timings.hello,
    )
    this.#watch = setInterval(() => {
      const now = performance.now()
      for (const stream of this.#streams.values()) stream.watch(now)
    }, timings.watch)
  }

  /**
   * Opens `/relay/viewer` and `/relay/agent`, and closes them with the app. Other websockets of the app are left to
   * whoever listens for them.
   */
  register(
    app: FastifyInstance,
    { allowedOrigins = [], trustedProxies = () => false }: Partial<EntranceRules> = {},
  ): void {
    this.#allowedOrigins = new Set(allowedOrigins)
    this.#admission.open(app, trustedProxies)
    app.addHook('preClose', () => this.close())
  }

  /** How many watch a phone through this relay, its controller not counted. */
  audience(deviceId: number): { observers: number } {
    return { observers: this.#streams.get(deviceId)?.observers ?? 0 }
  }

  /** A user does something with the phone beside its video: if it controls the phone, that is no idle control. */
  used(deviceId: number, userId: number): void {
    if (this.#leases.holder(deviceId)?.id === userId) this.#leases.used(deviceId)
  }

  get figures(): RelayFigures {
    let viewers = 0
    for (const stream of this.#streams.values()) viewers += stream.viewers
    return { streams: this.#streams.size, viewers }
  }

  /** The agent answered that it could not follow a request: viewers are told why, and it is requested again later. */
  requestFailed(deviceId: number, why: Reason | null): void {
    this.#streams.get(deviceId)?.requestFailed(why)
  }

  /** The phone or its agent is gone: viewers are told why, and nothing is tried until `phoneBack`. */
  phoneLost(deviceId: number, why: Reason): void {
    this.#streams.get(deviceId)?.phoneLost(why)
  }

  /** The phone is ready: its video is asked for if somebody watches and there is none. */
  phoneBack(deviceId: number): void {
    this.#streams.get(deviceId)?.phoneBack()
  }

  *sessionIds(): Iterable<string> {
    for (const { session_id } of this.phones()) yield session_id
  }

  /** Who watches which phone, and who controls it. */
  *phones(): Iterable<PhoneHolding> {
    for (const stream of this.#streams.values()) yield* stream.holdings()
  }

  /** Closes the viewers of a session that has ended, and releases what they controlled. */
  signOut(sessionId: string): void {
    this.#signedOut.add(sessionId, Date.now() + signOutMemory)
    for (const stream of this.#streams.values()) stream.signOut(sessionId)
  }

  /** Closes every socket. Control leases stay: viewers come back to them at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#watch)
    this.#leases.close()
    await this.#admission.close()
    for (const stream of this.#streams.values()) stream.end()
  }

  async #enterViewer(socket: WebSocket, firstMessage: string): Promise<void> {
    const hello = parseViewerMessage(firstMessage)
    if (hello?.type !== 'hello') return socket.close(closeCodes.malformed, reason('relay.ticketExpected').code)
    const ticket = await this.#ports.gate.open({ kind: 'viewer', sealed: hello.ticket, socket })
    if (isBarred(ticket)) return socket.close(ticket.code, ticket.reason.code)
    if (socket.readyState !== socket.OPEN) return
    if (ticket.mode === 'observe') return this.#admit(socket, ticket, hello.quality)
    this.#leaseChecks = this.#leaseChecks.then(() => this.#admitController(socket, ticket, hello.quality))
    await this.#leaseChecks
  }

  async #admitController(socket: WebSocket, ticket: ViewerTicket, quality: VideoQuality): Promise<void> {
    try {
      const holds = ticket.lease_id !== null && (await this.#leases.holds(ticket.lease_id))
      if (!holds) socket.close(closeCodes.takenOver, reason('relay.controlLost').code)
      else if (socket.readyState === socket.OPEN) this.#admit(socket, ticket, quality)
    } catch (error) {
      this.#ports.log.warn({ err: error, device_id: ticket.device_id }, 'a control lease could not be checked')
      socket.close(tryAgainLater, reason('relay.tryAgain').code)
    }
  }

  #admit(socket: WebSocket, ticket: ViewerTicket, quality: VideoQuality): void {
    if (this.#signedOut.has(ticket.session_id))
      return socket.close(closeCodes.signedOut, reason('relay.signedOut').code)
    const stream = this.#streams.get(ticket.device_id) ?? this.#begin(ticket)
    if (stream.viewers >= maxViewersPerPhone) return socket.close(tryAgainLater, reason('relay.crowded').code)
    stream.join(socket, ticket, quality)
  }

  #begin({ device_id, box_id, serial }: ViewerTicket): PhoneStream {
    const stream: PhoneStream = new PhoneStream({
      deviceId: device_id,
      leases: this.#leases,
      timings: this.#timings,
      log: this.#ports.log,
      request: async (quality) => {
        const why = await this.#ports.absence(device_id)
        if (why) return stream.phoneLost(why)
        const expires_at = Date.now() + this.#timings.dialIn + ticketMargin
        const ticket = { kind: 'agent', device_id, nonce: randomUUID(), expires_at } as const
        return this.#ports.request({ device_id, box_id, serial, quality }, sealTicket(this.#ports.secret, ticket))
      },
      ended: () => this.#streams.delete(device_id),
    })
    this.#streams.set(device_id, stream)
    return stream
  }

  #enterAgent(socket: WebSocket, firstMessage: string): void {
    const hello = parseAgentReport(firstMessage)
    if (hello?.type !== 'hello') return socket.close(closeCodes.malformed, reason('relay.ticketExpected').code)
    const ticket = this.#agentTickets.spend('agent', hello.ticket)
    if (!ticket) return socket.close(closeCodes.badTicket, reason('relay.badTicket').code)
    const stream = this.#streams.get(ticket.device_id)
    if (!stream) return socket.close(closeCodes.gone, 'nobody watches')
    stream.attach(socket)
  }
}
