import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Store } from '../store/store.ts'
import { ExpiringSet } from './expiring-set.ts'
import { openTicket, type Ticket, type TicketOf } from './tickets.ts'

/** What those who watch a phone or type into it show. */
export type GuestKind = 'viewer' | 'terminal'

/** What a gate says of a ticket: whose it is, that it is good for nothing, or that nobody can tell now. */
export type Opened<K extends Ticket['kind']> = TicketOf<K> | 'bad' | 'unknown'

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
    return this.spend(kind, sealed) ?? 'bad'
  }

  /** Opens a ticket; undefined when it is forged, expired, of another kind, or has been opened before. */
  spend<K extends Ticket['kind']>(kind: K, sealed: string): TicketOf<K> | undefined {
    const ticket = openTicket(this.#secret, sealed, kind)
    return ticket && this.#spentNonces.add(ticket.nonce, ticket.expires_at) ? ticket : undefined
  }
}

/** Tickets of all servers, each of which opens once at one of them. */
export class SharedTickets implements TicketGate {
  readonly #secret: Uint8Array
  readonly #spent: Store['spentTickets']
  readonly #log: FastifyBaseLogger

  constructor({
    secret,
    store,
    log,
  }: {
    secret: Uint8Array
    store: Pick<Store, 'spentTickets'>
    log: FastifyBaseLogger
  }) {
    this.#secret = secret
    this.#spent = store.spentTickets
    this.#log = log
  }

  async open<K extends GuestKind>({ kind, sealed }: { kind: K; sealed: string }): Promise<Opened<K>> {
    const ticket = openTicket(this.#secret, sealed, kind)
    if (ticket === undefined) return 'bad'
    const { nonce, expires_at }: Ticket = ticket
    try {
      return (await this.#spent.add({ nonce, expires_at })) ? ticket : 'bad'
    } catch (error) {
      this.#log.warn({ err: error }, 'nobody could tell whether a ticket was used')
      return 'unknown'
    }
  }

  /** Opens a ticket that was let in before, however long ago. */
  reopen<K extends GuestKind>(kind: K, sealed: string): TicketOf<K> | undefined {
    return openTicket(this.#secret, sealed, kind, 0)
  }
}
