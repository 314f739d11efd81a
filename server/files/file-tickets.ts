import { createHmac, timingSafeEqual } from 'node:crypto'

const sign = (secret: Uint8Array, payload: string): Buffer =>
  createHmac('sha256', secret).update('phonedeck file ticket\n').update(payload).digest()

/** Lets whoever has it download one file until then; an address has no room for a header. */
export function sealFileTicket(secret: Uint8Array, fileId: number, expiresAt: number): string {
  const payload = `${fileId}.${expiresAt}`
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/** Whose file a ticket is for; undefined where it is forged, `expired` where it is too late. */
export function openFileTicket(secret: Uint8Array, ticket: string, now = Date.now()): number | 'expired' | undefined {
  const [, fileId = '', expiresAt = '', signature = ''] = /^(\d{1,16})\.(\d{1,16})\.([\w-]+)$/.exec(ticket) ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secret, `${fileId}.${expiresAt}`)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number(expiresAt) > now ? Number(fileId) : 'expired'
}
