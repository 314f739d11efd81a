import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { PhoneHolding } from '../http/held-connections.ts'
import { closeCodes } from '../../domain/stream-protocol.ts'
import {
  maxInputBytes,
  maxOutputBytes,
  parseTerminalHello,
  parseTerminalAgentReport,
  type TerminalSize,
} from '../../domain/terminal-protocol.ts'
import { Admission, type EntranceRules } from './socket-admission.ts'
import { ExpiringSet } from './expiring-set.ts'
import { allowsOrigin } from './origins.ts'
import { hangUp, Terminal } from './terminal.ts'
import { isBarred, OwnTickets, type TicketGate } from './ticket-gate.ts'
import { sealTicket, type TerminalTicket } from './tickets.ts'
import { relayTimings } from './timings.ts'

/** Terminals that one person may have open through this relay, and that one phone may have. */
const maxPerPerson = 10
const maxPerPhone = 20
/** A ticket outlives the wait for its agent by this, in milliseconds, for clocks that differ. */
const ticketMargin = 5_000
/** Tickets of a session are refused for so long after its end, in milliseconds: longer than any ticket lasts. */
const signOutMemory = 120_000

/** All in milliseconds. Tests shorten it. */
export const terminalTimings = {
  /** A new socket presents its ticket within this. */
  hello: relayTimings.hello,
  dialIn: relayTimings.dialIn,
  idle: 15 * 60_000,
  longest: 8 * 3_600_000,
  /** Between two looks for dead connections. */
  watch: relayTimings.watch,
}

export type TerminalTimings = typeof terminalTimings

export interface TerminalPorts {
  /** Lets operators in. */
  gate: TicketGate
  /** Signs the tickets of the agents that are told to dial this relay (HMAC-SHA256). */
  secret: Uint8Array
  /** Tells the box's agent to dial this relay with the ticket. A failure is told by `requestFailed` under the same id. */
  request(terminal: { id: string; device_id: number; box_id: number; serial: string }, agentTicket: string): void
  /** Somebody does something in a shell on the phone. */
  typed(deviceId: number, userId: number): void
  log: FastifyBaseLogger
}

/** The shells that operators have open on phones through this relay. */
export class Terminals {
  readonly #ports: TerminalPorts
  readonly #timings: TerminalTimings
  readonly #open = new Map<string, Terminal>()
  readonly #agentTickets: OwnTickets
  readonly #signedOut = new ExpiringSet()
  readonly #admission: Admission
  readonly #watch: NodeJS.Timeout
  #allowedOrigins: ReadonlySet<string> = new Set()

  constructor(ports: TerminalPorts, timings: TerminalTimings = terminalTimings) {
    this.#ports = ports
    this.#timings = timings
    this.#agentTickets = new OwnTickets(ports.secret)
    this.#admission = new Admission(
      [
        {
          path: '/relay/terminal',
          maxPayload: maxInputBytes,
          allows: (origin, host) => allowsOrigin(this.#allowedOrigins, origin, host),
          enter: (socket, hello) => this.#enterOperator(socket, hello),
        },
        {
          path: '/relay/terminal-agent',
          maxPayload: maxOutputBytes,
          // Agents are no pages.
          allows: (origin) => origin === undefined,
          enter: (socket, hello) => this.#enterAgent(socket, hello),
        },
      ],
      timings.hello,
    )
    this.#watch = setInterval(() => {
      for (const terminal of this.#open.values()) terminal.watch()
    }, timings.watch)
  }

  /**
   * Opens `/relay/terminal` and `/relay/terminal-agent`, and closes them with the app.
   */
  register(
    app: FastifyInstance,
    { allowedOrigins = [], trustedProxies = () => false }: Partial<EntranceRules> = {},
  ): void {
    this.#allowedOrigins = new Set(allowedOrigins)
    this.#admission.open(app, trustedProxies)
    app.addHook('preClose', () => this.close())
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size
  }

  /** The agent answered that it could not follow a request. */
  requestFailed(id: string, why: Reason | null): void {
    this.#open.get(id)?.end(closeCodes.gone, why)
  }

  /** The phone or its agent is gone. */
  phoneLost(deviceId: number, why: Reason): void {
    for (const terminal of this.#open.values())
      if (terminal.ticket.device_id === deviceId) terminal.end(closeCodes.gone, why)
  }

  sessionIds(): Iterable<string> {
    return [...this.#open.values()].map(({ ticket }) => ticket.session_id)
  }

  /** What people have open; whoever lost the right to a phone loses its shell. */
  phones(): PhoneHolding[] {
    return [...this.#open.values()].map((terminal) => ({
      session_id: terminal.ticket.session_id,
      device_id: terminal.ticket.device_id,
      use: 'terminal',
      end: (why) => terminal.end(closeCodes.takenOver, why),
    }))
  }

  /** Closes the terminals of a session that has ended. */
  signOut(sessionId: string): void {
    this.#signedOut.add(sessionId, Date.now() + signOutMemory)
    for (const terminal of this.#open.values())
      if (terminal.ticket.session_id === sessionId) terminal.end(closeCodes.signedOut, reason('relay.signedOut'))
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    for (const terminal of this.#open.values()) terminal.end(closeCodes.gone, reason('relay.stopping'))
    await this.#admission.close()
  }

  async #enterOperator(socket: WebSocket, firstMessage: string): Promise<void> {
    const hello = parseTerminalHello(firstMessage)
    if (hello === undefined) return hangUp(socket, closeCodes.malformed, reason('relay.ticketExpected'))
    const ticket = await this.#ports.gate.open({ kind: 'terminal', sealed: hello.ticket, socket })
    if (isBarred(ticket)) return hangUp(socket, ticket.code, ticket.reason)
    if (socket.readyState === socket.OPEN) this.#admit(socket, ticket, { cols: hello.cols, rows: hello.rows })
  }

  #admit(socket: WebSocket, ticket: TerminalTicket, size: TerminalSize): void {
    if (this.#signedOut.has(ticket.session_id)) return hangUp(socket, closeCodes.signedOut, reason('relay.signedOut'))
    const others = [...this.#open.values()].map((terminal) => terminal.ticket)
    if (others.filter(({ user }) => user.id === ticket.user.id).length >= maxPerPerson)
      return hangUp(socket, closeCodes.tooManyMessages, reason('relay.tooManyOwnTerminals'))
    if (others.filter(({ device_id }) => device_id === ticket.device_id).length >= maxPerPhone)
      return hangUp(socket, closeCodes.tooManyMessages, reason('relay.tooManyPhoneTerminals'))
    const id = randomUUID()
    this.#open.set(
      id,
      new Terminal(socket, ticket, size, this.#timings, {
        typed: () => this.#ports.typed(ticket.device_id, ticket.user.id),
        ended: () => this.#open.delete(id),
      }),
    )
    const { device_id, box_id, serial } = ticket
    this.#ports.request({ id, device_id, box_id, serial }, this.#agentTicket(id))
  }

  #agentTicket(terminal_id: string): string {
    const expires_at = Date.now() + this.#timings.dialIn + ticketMargin
    return sealTicket(this.#ports.secret, { kind: 'terminal_agent', terminal_id, nonce: randomUUID(), expires_at })
  }

  #enterAgent(socket: WebSocket, firstMessage: string): void {
    const hello = parseTerminalAgentReport(firstMessage)
    if (hello?.type !== 'hello') return socket.close(closeCodes.malformed, reason('relay.ticketExpected').code)
    const ticket = this.#agentTickets.spend('terminal_agent', hello.ticket)
    if (!ticket) return socket.close(closeCodes.badTicket, reason('relay.badTicket').code)
    const terminal = this.#open.get(ticket.terminal_id)
    if (!terminal?.isAwaited) return socket.close(closeCodes.gone, 'nobody awaits this terminal')
    terminal.attach(socket)
  }
}
