import { codes } from '../../domain/codes.ts'
import type { Market } from '../../domain/markets.ts'
import { isServed, type Service } from '../../domain/service.ts'
import type { Needs } from './contract.ts'
import { reason } from '../../texts/reason.ts'
import { Refusal } from './refusal.ts'
import type { Caller } from './sessions.ts'

/** @throws Refusal 40900 where the user's service is over, or has never begun */
export function requireService(user: Service): void {
  if (!isServed(user, Date.now())) throw new Refusal(codes.stateForbids, reason('people.reason.serviceOver'))
}

/** @throws Refusal 40300 where a market is not among the user's modules */
export function requireMarket({ modules }: { modules: readonly Market[] }, market: Market): void {
  if (!modules.includes(market)) throw new Refusal(codes.notAllowed, reason('people.reason.notYourMarket'))
}

/** What a call's input says of what it needs, where it says so. */
export interface Input {
  action?: string
  market?: Market
}

/** @throws Refusal where the caller lacks what the contract says that a call needs */
export function requireNeeds({ service, market }: Needs, caller: Caller, input: Input): void {
  if (service === 'always' || (service !== undefined && service === input.action)) requireService(caller)
  if (market === 'named' && input.market !== undefined) requireMarket(caller, input.market)
}
