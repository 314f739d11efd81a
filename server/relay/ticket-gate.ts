import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { closeCodes, tryAgainLater } from '../../domain/stream-protocol.ts'
import { reason } from '../../texts/reason.ts'
import { obstacleTo } from '../http/phone-rights.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Store } from '../store/store.ts'
import { ExpiringSet } from './expiring-set.ts'
import { openTicket, useOf, type Ticket, type TicketOf, type TerminalTicket, type ViewerTicket } from './tickets.ts'

/** What those who watch a phone or type into it show. */
export type GuestKind = 'viewer' | 'terminal'

/** Why somebody is not let in, and the code that its socket is closed with. */
export interface Barred {
  code: number
  reason: Reason
}

/** What a gate says of a ticket: whose it is, or why it lets nobody in. */
export type Opened<K extends Ticket['kind']> = TicketOf<K> | Barred

/** The ticket is good for nothing. */
export const badTicket: Barred = { code: closeCodes.badTicket, reason: reason('relay.badTicket') }
/** Nobody can tell now. */
export const unknownTicket: Barred = { code: tryAgainLater, reason: reason('relay.tryAgain') }

export const isBarred = (opened: Ticket | Barred): opened is Barred => !('kind' in opened)

/** Lets people in by their tickets, each once. */
export interface TicketGate {
  /** Says what the ticket is worth that somebody shows over this socket. */
  open<K extends GuestKind>(guest: { kind: K; sealed: string; socket: WebSocket }): Promise<Opened<K>>
}

/** Tickets that were sealed with a secret, each of which opens once here: an agent's knows only the relay that sealed it. */
export class OwnTickets implements TicketGate {
  readonly #secret: Uint8Array
  readonly #spentNonces = new ExpiringSet()

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  async open<K extends GuestKind>({ kind, sealed }: { kind: K; sealed: string }): Promise<Opened<K>> {
    return this.spend(kind, sealed) ?? badTicket
  }

  /** Opens a ticket; undefined when it is forged, expired, of another kind, or has been opened before. */
  spend<K extends Ticket['kind']>(kind: K, sealed: string): TicketOf<K> | undefined {
    const ticket = openTicket(this.#secret, sealed, kind)
    return ticket && this.#spentNonces.add(ticket.nonce, ticket.expires_at) ? ticket : undefined
  }
}

interface Ports {
  secret: Uint8Array
  sessions: Pick<Sessions, 'standingOf'>
  store: Pick<Store, 'spentTickets' | 'devices'>
  log: FastifyBaseLogger
}

/** Tickets of all servers, each of which opens once at one of them, to those who have the right to the phone still. */
export class SharedTickets implements TicketGate {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  async open<K extends GuestKind>({ kind, sealed }: { kind: K; sealed: string }): Promise<Opened<K>> {
    const { secret, store, log } = this.#ports
    const ticket = openTicket(secret, sealed, kind)
    if (ticket === undefined) return badTicket
    const { nonce, expires_at }: Ticket = ticket
    try {
      if (!(await store.spentTickets.add({ nonce, expires_at }))) return badTicket
      return (await this.#obstacleTo(ticket)) ?? ticket
    } catch (error) {
      log.warn({ err: error }, 'nobody could tell whether a ticket was good still')
      return unknownTicket
    }
  }

  /** A ticket was given for what was so then: the phone may be somebody else's by now. */
  async #obstacleTo(ticket: ViewerTicket | TerminalTicket): Promise<Barred | undefined> {
    const { sessions, store } = this.#ports
    const { session_id, device_id } = ticket
    const caller = (await sessions.standingOf([session_id])).callers.get(session_id)
    if (caller === undefined) return { code: closeCodes.signedOut, reason: reason('relay.signedOut') }
    const [device] = await store.devices.rightsTo([device_id])
    const obstacle = obstacleTo(caller, useOf(ticket), device)
    // As what is open already is ended.
    return obstacle && { code: ticket.kind === 'terminal' ? closeCodes.takenOver : closeCodes.gone, reason: obstacle }
  }

  /** Opens a ticket that was let in before, however long ago. */
  reopen<K extends GuestKind>(kind: K, sealed: string): TicketOf<K> | undefined {
    return openTicket(this.#ports.secret, sealed, kind, 0)
  }
}
