import { codes } from '../../domain/codes.ts'
import { networkOf } from './client-address.ts'
import type { Contract, Limit } from './contract.ts'
import { reason } from '../../texts/reason.ts'
import { RateWindow } from './rate-window.ts'
import { Refusal } from './refusal.ts'
import type { Caller } from './sessions.ts'

/** Counts a call, and refuses one too many of those that share the limit. */
export type CallLimit = (caller: Caller | undefined, ip: string) => void

function limitFrom({ count, seconds, refusal = 'tooManyRequests' }: Limit): CallLimit {
  const window = new RateWindow({ limit: count, length: seconds * 1_000 })
  return (caller, ip) => {
    if (!window.take(caller === undefined ? networkOf(ip) : String(caller.id)))
      throw new Refusal(codes.tooManyTries, reason(`call.${refusal}`))
  }
}

/** The limits of the contract by name, as this server counts them; throws for a name that there is not. */
export function limitsOf({ specification }: Contract): (name: string) => CallLimit {
  const limits = new Map(Object.entries(specification['x-limits']).map(([name, limit]) => [name, limitFrom(limit)]))
  return (name) => {
    const limit = limits.get(name)
    if (limit === undefined) throw new Error(`openapi.yaml has no limit ${name}`)
    return limit
  }
}
