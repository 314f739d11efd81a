import type { WebSocket } from 'ws'
import { ExpiringSet } from './expiring-set.ts'
import { openTicket, type Ticket, type TicketOf } from './tickets.ts'

/** What those who watch a phone or type into it show. */
export type GuestKind = 'viewer' | 'terminal'

/** What a gate says of a ticket: whose it is, that it is good for nothing, or that nobody can tell now. */
export type Opened<K extends Ticket['kind']> = TicketOf<K> | 'bad' | 'unknown'

/** Lets people in by their tickets, each once. */
export interface TicketGate {
  /** Calls back with what the ticket is worth, at once or later, unless the socket has closed by then. */
  open<K extends GuestKind>(
    guest: { kind: K; sealed: string; socket: WebSocket },
    opened: (ticket: Opened<K>) => void,
  ): void
}

/** Tickets that were sealed with a secret, each of which opens once. */
export class OwnTickets implements TicketGate {
  readonly #secret: Uint8Array
  readonly #spentNonces = new ExpiringSet()

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  open<K extends GuestKind>({ kind, sealed }: { kind: K; sealed: string }, opened: (ticket: Opened<K>) => void): void {
    opened(this.spend(kind, sealed) ?? 'bad')
  }

  /** Opens a ticket; undefined when it is forged, expired, of another kind, or has been opened before. */
  spend<K extends Ticket['kind']>(kind: K, sealed: string): TicketOf<K> | undefined {
    const ticket = openTicket(this.#secret, sealed, kind)
    return ticket && this.#spentNonces.add(ticket.nonce, ticket.expires_at) ? ticket : undefined
  }

  /** Opens a ticket that was let in before, however long ago. */
  reopen<K extends GuestKind>(kind: K, sealed: string): TicketOf<K> | undefined {
    return openTicket(this.#secret, sealed, kind, 0)
  }
}
