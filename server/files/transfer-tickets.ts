import { open, seal } from '../http/secrets.ts'

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

const purpose = 'transfer ticket'

/** Writes a ticket as text that only holders of the secret can make. */
export const sealTransferTicket = (secret: Uint8Array, ticket: TransferTicket): string => seal(secret, purpose, ticket)

/** Reads a sealed ticket; undefined when it is forged, expired, or for the other direction. */
export function openTransferTicket(
  secret: Uint8Array,
  sealed: string,
  direction: TransferTicket['direction'],
  now = Date.now(),
): TransferTicket | undefined {
  // Sound: sealTransferTicket alone seals for this purpose.
  const ticket = open(secret, purpose, sealed) as TransferTicket | undefined
  return ticket?.direction === direction && ticket.expires_at > now ? ticket : undefined
}
