import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { TrustedProxies } from '../config/config.ts'

/**
 * Where a request comes from: the nearest address that is no trusted proxy's. What stands further left in
 * X-Forwarded-For is whatever the client wrote there.
 */
export function clientAddress(request: IncomingMessage, isTrusted: TrustedProxies): string {
  let address = request.socket.remoteAddress ?? ''
  const header = request.headers['x-forwarded-for']
  const hops = (Array.isArray(header) ? header.join() : (header ?? '')).split(',').toReversed()
  for (const [hop, next] of hops.entries()) {
    const before = next.trim()
    if (before === '' || !isTrusted(address, hop)) break
    address = before
  }
  return address
}

/**
 * What is limited as one client: an address, or where it is IPv6 its /64, which is one customer's to choose from
 * (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}
