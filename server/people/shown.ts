import type { Schemas } from '../http/contract.ts'
import type { UserEntry } from '../store/user-list.ts'

/** When a service ends, in milliseconds; null where there is none. Both of its parts are in seconds. */
export const expiryOf = (user: { authorization_at: number; expiration: number }): number | null =>
  user.expiration === 0 ? null : (user.authorization_at + user.expiration) * 1_000

/** A user as the contract shows it. */
export const toUser = ({ path: _place, ...user }: UserEntry): Schemas['User'] => ({
  ...user,
  expires_at: expiryOf(user),
})
