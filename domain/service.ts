import { seesEverything, type Role } from './roles.ts'

/** Whose service it is, and how long it runs: seconds from a Unix time in seconds; none where it is 0. */
export interface Service {
  role: Role
  authorization_at: number
  expiration: number
}

/** A service is about to end, wherever that is said, for so many days before its end. */
export const expiringDays = 7

/**
 * Whether a user may only work with phones while its service runs. Those who run the platform need none; a reseller needs none
 * either, but one that was given to it ends like any other.
 */
export const needsService = ({ role, expiration }: Pick<Service, 'role' | 'expiration'>): boolean =>
  !seesEverything(role) && (role !== 'agent' || expiration > 0)

/** Whether a user may work with phones: its service runs, or it needs none. */
export const isServed = (user: Service, now: number): boolean =>
  !needsService(user) || (user.authorization_at + user.expiration) * 1_000 > now

const day = 86_400_000

/** Until when a service runs once it is renewed: so many days from now or from its present end, whichever is later. Unix times in milliseconds. */
export const renewedUntil = (expires_at: number | null, days: number, now: number): number =>
  Math.max(expires_at ?? 0, now) + days * day
