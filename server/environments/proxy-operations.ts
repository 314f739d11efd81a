import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { defineOperations } from '../http/contract.ts'
import { Refusal } from '../http/refusal.ts'
import { tryProxies } from './proxy-tries.ts'

/** Calls that a server is at together: each has up to fifty connections. */
const maxCalls = 4

export const environmentProxyOperations = defineOperations(() => {
  let calls = 0
  return {
    /** Whether proxies can be reached from here. */
    environmentTryProxies: async ({ body }) => {
      if (calls >= maxCalls) throw new Refusal(codes.tooManyTries, reason('call.tooManyRequests'))
      calls += 1
      try {
        return { results: await tryProxies(body.proxies) }
      } finally {
        calls -= 1
      }
    },
  }
})
