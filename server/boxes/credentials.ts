import { createHash, randomBytes } from 'node:crypto'

/** A new enrolment token and the hash that is kept of it. */
export function newEnrolment(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: enrolmentHash(token) }
}

export const enrolmentHash = (token: string): Buffer => createHash('sha256').update(token).digest()
