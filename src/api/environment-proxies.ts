import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

export type ProxyTry = components['schemas']['ProxyTry']

export interface TriedProxy {
  host: string
  port: number
}

/** Proxies that are tried in one call. */
export const maxTries = 200

/** Has the server try whether proxies can be reached; answers what came of each, in their order. */
export const tryProxies = async (proxies: readonly TriedProxy[], signal: AbortSignal): Promise<readonly ProxyTry[]> =>
  (await dataOf(api.POST('/api/restful/v2/environment/proxy/try', { signal, body: { proxies: [...proxies] } }))).results
