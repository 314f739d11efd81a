import { createHmac } from 'node:crypto'
import { isSameSecret } from '../http/secrets.ts'
import type { BoxRow } from '../store/box-queries.ts'

/** The password with which a box is let in at the broker; undefined for a box without an enrolment token. */
export function boxPassword(secret: Uint8Array, { id, enrolment_hash }: BoxRow): string | undefined {
  if (enrolment_hash === null) return undefined
  return createHmac('sha256', secret)
    .update(`broker:box:${id}:${enrolment_hash.toString('hex')}`)
    .digest('base64url')
}

export function isBoxPassword(secret: Uint8Array, box: BoxRow, password: Uint8Array): boolean {
  const expected = Buffer.from(boxPassword(secret, box) ?? '')
  return expected.length > 0 && isSameSecret(password, expected)
}
