import { seesEverything, type Role } from '../../domain/roles.ts'
import { codes } from '../../domain/codes.ts'
import type { Market } from '../../domain/markets.ts'
import { messages } from '../messages.ts'
import { Refusal } from '../refusal.ts'

/** Whose service it is, and how long it runs: seconds from a Unix time in seconds; none where it is 0. */
export interface Service {
  role: Role
  authorization_at: number
  expiration: number
}

/**
 * Whether a user may work with phones: its service runs. Those who run the platform need none; a reseller needs none either,
 * but one that was given to it ends like any other.
 */
export function isServed({ role, authorization_at, expiration }: Service, now: number): boolean {
  if (seesEverything(role) || (role === 'agent' && expiration === 0)) return true
  return (authorization_at + expiration) * 1_000 > now
}

/** @throws Refusal 40900 where the user's service is over, or has never begun */
export function requireService(user: Service): void {
  if (!isServed(user, Date.now())) throw new Refusal(codes.stateForbids, messages.serviceOver)
}

/** @throws Refusal 40300 where a market is not among the user's modules */
export function requireMarket({ modules }: { modules: readonly Market[] }, market: Market): void {
  if (!modules.includes(market)) throw new Refusal(codes.notAllowed, messages.notYourMarket)
}
