import { open, seal } from '../http/secrets.ts'
import type { PhoneUse } from '../http/phone-rights.ts'
import type { Person } from '../store/users.ts'

/** Lets one viewer's socket in, once. Handed out by `deviceStreamPoint`. */
export interface ViewerTicket {
  kind: 'viewer'
  device_id: number
  box_id: number
  serial: string
  mode: 'control' | 'observe'
  user: { id: number; user_name: string }
  session_id: string
  /** The control lease that goes with `control`; null for observers. */
  lease_id: string | null
  /** Makes the ticket good for one socket. */
  nonce: string
  /** Unix time in milliseconds. */
  expires_at: number
}

/** Lets one agent's socket deliver one phone's video, once. Handed to the agent by the relay's request. */
interface AgentTicket {
  kind: 'agent'
  device_id: number
  nonce: string
  /** Unix time in milliseconds. */
  expires_at: number
}

/** Lets one operator's socket in, once, to a shell on a phone. Handed out by `deviceTerminalPoint`. */
export interface TerminalTicket {
  kind: 'terminal'
  device_id: number
  box_id: number
  serial: string
  user: Person
  session_id: string
  nonce: string
  /** Unix time in milliseconds. */
  expires_at: number
}

/** Lets one agent's socket bring the phone's end of a terminal, once. */
interface TerminalAgentTicket {
  kind: 'terminal_agent'
  terminal_id: string
  nonce: string
  /** Unix time in milliseconds. */
  expires_at: number
}

export type Ticket = ViewerTicket | AgentTicket | TerminalTicket | TerminalAgentTicket

export type TicketOf<K extends Ticket['kind']> = Extract<Ticket, { kind: K }>

/** What a ticket lets somebody do with its phone. */
export const useOf = (ticket: ViewerTicket | TerminalTicket): PhoneUse =>
  ticket.kind === 'terminal' ? 'terminal' : ticket.mode === 'control' ? 'control' : 'watch'

const purpose = 'relay ticket'

/** Writes a ticket as text that only holders of the secret can make. It hides nothing. */
export const sealTicket = (secret: Uint8Array, ticket: Ticket): string => seal(secret, purpose, ticket)

/** Reads a sealed ticket; undefined when it is forged, expired, or of another kind. */
export function openTicket<K extends Ticket['kind']>(
  secret: Uint8Array,
  sealed: string,
  kind: K,
  now = Date.now(),
): TicketOf<K> | undefined {
  // Sound: sealTicket alone seals for this purpose.
  const ticket = open(secret, purpose, sealed) as Ticket | undefined
  if (ticket?.kind !== kind || ticket.expires_at <= now) return undefined
  // Sound: the line above compared the kind.
  return ticket as TicketOf<K>
}
