import ipaddr from 'ipaddr.js'

/** What can be said of an address by itself: everybody's, of some network's inside, or set aside for other purposes. */
type AddressKind = 'public' | 'private' | 'reserved'

/** Inside of networks: RFC 1918, carriers' own (RFC 6598), unique local, loopback and link-local. */
const inside: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'loopback', 'linkLocal'])

/** The kind of an address; undefined for what is none. */
export function addressKind(text: string): AddressKind | undefined {
  const address = parse(text)
  if (address === undefined) return undefined
  const range = address.range()
  if (inside.has(range)) return 'private'
  return range === 'unicast' ? 'public' : 'reserved'
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined
}
