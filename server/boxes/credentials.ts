import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BoxRow } from '../store/box-queries.ts'

/** A new enrolment token and the hash that is kept of it. */
export function newEnrolment(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: enrolmentHash(token) }
}

export const enrolmentHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The password with which a box is let in at the broker; undefined for a box without an enrolment token. */
export function boxPassword(secret: Uint8Array, { id, enrolment_hash }: BoxRow): string | undefined {
  if (enrolment_hash === null) return undefined
  return createHmac('sha256', secret)
    .update(`broker:box:${id}:${enrolment_hash.toString('hex')}`)
    .digest('base64url')
}

export function isBoxPassword(secret: Uint8Array, box: BoxRow, password: Uint8Array): boolean {
  const expected = Buffer.from(boxPassword(secret, box) ?? '')
  return expected.length > 0 && expected.length === password.length && timingSafeEqual(expected, password)
}
