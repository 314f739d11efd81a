import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lets whoever has it download one file for a session; an address has no room for a header. */
interface FileTicket {
  file_id: number
  session_id: string
  /** Unix time in milliseconds. */
  expires_at: number
}

const sign = (secret: Uint8Array, payload: string): Buffer =>
  createHmac('sha256', secret).update('phonedeck file ticket\n').update(payload).digest()

export function sealFileTicket(secret: Uint8Array, { file_id, session_id, expires_at }: FileTicket): string {
  const payload = `${file_id}.${session_id}.${expires_at}`
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/** Reads a ticket; undefined where it is forged, `expired` where it is too late. */
export function openFileTicket(
  secret: Uint8Array,
  ticket: string,
  now = Date.now(),
): FileTicket | 'expired' | undefined {
  const [, payload = '', fileId, session_id = '', expiresAt, signature = ''] =
    /^((\d{1,16})\.([\da-f-]{36})\.(\d{1,16}))\.([\w-]+)$/.exec(ticket) ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secret, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const expires_at = Number(expiresAt)
  return expires_at > now ? { file_id: Number(fileId), session_id, expires_at } : 'expired'
}
