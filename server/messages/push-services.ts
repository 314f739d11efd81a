import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Push services of browsers that are known: Chrome and what is built upon it, Firefox, Edge, Safari. A name that begins with a dot stands
 * for all below it.
 */
export const knownPushServices = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
] as const

/** The longest address that is kept; those of today's services have up to about 500. */
const maxEndpointLength = 1_024

/** Where a browser is written to, and how far its address is trusted. */
export interface PushEndpoint {
  url: URL
  /** Whether it is one that PUSH_SERVICES names, which may stand in a network of one's own. */
  isNamed: boolean
}

const matches = (host: string, service: string): boolean =>
  service.startsWith('.') ? host.endsWith(service) && host.length > service.length : host === service

/**
 * The push service that an address is of; undefined where it is of none that is known. A browser says where it wants to be written to, so
 * that anything else would let people make this server call whatever they like.
 *
 * @param named hosts of PUSH_SERVICES, each with its port where that is not 443
 */
export function pushEndpoint(text: string, named: readonly string[]): PushEndpoint | undefined {
  if (text.length > maxEndpointLength || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  if (named.some((service) => matches(url.host, service))) return { url, isNamed: true }
  if (url.port !== '' || !knownPushServices.some((service) => matches(url.hostname, service))) return undefined
  return { url, isNamed: false }
}

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/** Looks a name up, and refuses whatever is in a network of one's own: somebody may have it answered by a server of theirs. */
export const publicLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, '')
    const [first] = found
    if (first === undefined || !found.every(({ address }) => isPublic(address)))
      return answer(Object.assign(new Error(`${host} has no public address`), { code: 'EPRIVATE' }), '')
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family)
  })
}
