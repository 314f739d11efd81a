import { createHmac, timingSafeEqual } from 'node:crypto'
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

const sign = (secret: Uint8Array, payload: string): Buffer =>
  createHmac('sha256', secret).update('phonedeck relay ticket\n').update(payload).digest()

/** Writes a ticket as text that only holders of the secret can make. It hides nothing. */
export function sealTicket(secret: Uint8Array, ticket: Ticket): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/** Reads a sealed ticket; undefined when it is forged, expired, or of another kind. */
export function openTicket<K extends Ticket['kind']>(
  secret: Uint8Array,
  sealed: string,
  kind: K,
  now = Date.now(),
): TicketOf<K> | undefined {
  const [payload = '', signature = ''] = sealed.split('.', 2)
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secret, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Sound: the signature proves that sealTicket wrote this text.
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Ticket
  if (ticket.kind !== kind || ticket.expires_at <= now) return undefined
  // Sound: the line above compared the kind.
  return ticket as TicketOf<K>
}
