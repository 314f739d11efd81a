import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lets an agent put or get one object, until it expires. It hides nothing. */
export interface TransferTicket {
  direction: 'put' | 'get'
  /** Its name among stored objects. */
  object: string
  /** The most bytes that may be put; of no meaning for `get`. */
  most: number
  /** Unix time in milliseconds. */
  expires_at: number
}

const sign = (secret: Uint8Array, payload: string): Buffer =>
  createHmac('sha256', secret).update('phonedeck transfer ticket\n').update(payload).digest()

/** Writes a ticket as text that only holders of the secret can make. */
export function sealTransferTicket(secret: Uint8Array, ticket: TransferTicket): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/** Reads a sealed ticket; undefined when it is forged, expired, or for the other direction. */
export function openTransferTicket(
  secret: Uint8Array,
  sealed: string,
  direction: TransferTicket['direction'],
  now = Date.now(),
): TransferTicket | undefined {
  const [payload = '', signature = ''] = sealed.split('.', 2)
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secret, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Sound: the signature proves that sealTransferTicket wrote this text.
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TransferTicket
  return ticket.direction === direction && ticket.expires_at > now ? ticket : undefined
}
