import { openText, sealText } from '../http/secrets.ts'

/** Lets whoever has it download one file for a session; an address has no room for a header. */
interface FileTicket {
  file_id: number
  session_id: string
  /** Unix time in milliseconds. */
  expires_at: number
}

const purpose = 'file ticket'

export const sealFileTicket = (secret: Uint8Array, { file_id, session_id, expires_at }: FileTicket): string =>
  sealText(secret, purpose, `${file_id}.${session_id}.${expires_at}`)

/** Reads a ticket; undefined where it is forged, `expired` where it is too late. */
export function openFileTicket(
  secret: Uint8Array,
  ticket: string,
  now = Date.now(),
): FileTicket | 'expired' | undefined {
  const [fileId, session_id = '', expiresAt] = openText(secret, purpose, ticket)?.split('.') ?? []
  if (fileId === undefined) return undefined
  const expires_at = Number(expiresAt)
  return expires_at > now ? { file_id: Number(fileId), session_id, expires_at } : 'expired'
}
