import { Resolver } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { addressKind } from '../../domain/address-kind.ts'
import type { Schemas } from '../http/contract.ts'

type ProxyTry = Schemas['ProxyTry']
type Addresses = (host: string) => Promise<readonly string[]>

export interface TriedProxy {
  host: string
  port: number
}

/** How long a proxy has to take a connection. Milliseconds. */
const patience = 5_000
/** How long a name server has to answer, twice. Milliseconds. */
const namePatience = 2_000
/** Proxies of a call that are connected to at a time. */
const atOnce = 50

/** Where a host is. Not by `lookup`, of which few go on at a time, and which everything else that reads a file would wait for. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  const bare = host.replace(/^\[(.*)\]$/u, '$1')
  if (isIP(bare) !== 0) return [bare]
  const resolver = new Resolver({ timeout: namePatience, tries: 2 })
  return resolver.resolve4(bare).catch(() => resolver.resolve6(bare))
}

/** Whether somewhere takes a connection. */
export const takesConnection = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, signal: AbortSignal.timeout(patience) })
    socket.once('connect', () => resolve(true))
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })

/**
 * Tries a proxy. Only what is in the public internet is connected to, and by its address, so that no name leads elsewhere meanwhile:
 * people must not have this server look around in the network that it stands in.
 */
async function tryProxy(
  { host, port }: TriedProxy,
  find: Addresses,
  connects: typeof takesConnection,
): Promise<ProxyTry> {
  const [address, ...others] = await find(host).catch(() => []) // There is no such name.
  if (address === undefined) return 'silent'
  if (![address, ...others].every((one) => addressKind(one) === 'public')) return 'untried'
  return (await connects(address, port)) ? 'answers' : 'silent'
}

/** Tries proxies, some at a time; answers what came of each. */
export async function tryProxies(
  proxies: readonly TriedProxy[],
  find: Addresses = addressesOf,
  connects = takesConnection,
): Promise<ProxyTry[]> {
  const results: ProxyTry[] = []
  const left = proxies.entries()
  const work = async (): Promise<void> => {
    for (const [at, proxy] of left) results[at] = await tryProxy(proxy, find, connects)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
