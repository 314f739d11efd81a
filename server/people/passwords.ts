import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id (the package's default) with 19 MiB, two passes and one lane: about 10 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** The hash of a password that nobody knows: who has it signs in once somebody above sets another. */
export const hashOfUnknownPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

/** What a password is compared with where there is no such user, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined

/** Whether a password is the user's. Takes the same time where there is no user. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobodysHash ??= hashPassword('')
  const matches = await verify(passwordHash ?? (await nobodysHash), password)
  return matches && passwordHash !== undefined
}
