import ipaddr from 'ipaddr.js'

/** What can be said of an address by itself: everybody's, of some network's inside, or set aside for other purposes. */
export type AddressKind = 'public' | 'private' | 'reserved'

/** Inside of networks: RFC 1918, carriers' own (RFC 6598), unique local, loopback and link-local. */
const inside: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'loopback', 'linkLocal'])

/** The kind of an address; undefined for what is none. */
export function addressKind(text: string): AddressKind | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
  const range = ipaddr.parse(text).range()
  if (inside.has(range)) return 'private'
  return range === 'unicast' ? 'public' : 'reserved'
}
