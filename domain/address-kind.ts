/** What can be said of an address by itself: everybody's, of some network's inside, or set aside for other purposes. */
export type AddressKind = 'public' | 'private' | 'reserved'

/** Numbers of 16 bits each, and how many bits of them count. */
type Prefix = readonly [groups: readonly number[], length: number]

const v4 = (a: number, b: number, c: number, length: number): Prefix => [[a * 256 + b, c * 256], length]
const v6 = (length: number, ...groups: number[]): Prefix => [groups, length]

/** Inside of networks: RFC 1918, carriers' own (RFC 6598), loopback and link-local. */
const insideOfV4 = [
  v4(10, 0, 0, 8),
  v4(172, 16, 0, 12),
  v4(192, 168, 0, 16),
  v4(100, 64, 0, 10),
  v4(127, 0, 0, 8),
  v4(169, 254, 0, 16),
]
/** This network, protocol assignments, documentation, 6to4 relays, benchmarks, multicast and what is kept (RFC 6890). */
const reservedOfV4 = [
  v4(0, 0, 0, 8),
  v4(192, 0, 0, 24),
  v4(192, 0, 2, 24),
  v4(192, 88, 99, 24),
  v4(198, 18, 0, 15),
  v4(198, 51, 100, 24),
  v4(203, 0, 113, 24),
  v4(224, 0, 0, 3),
]
const insideOfV6 = [v6(7, 0xfc00), v6(10, 0xfe80), v6(128, 0, 0, 0, 0, 0, 0, 0, 1)]
/** All that the Internet routes; within it, what serves protocols, documentation and 6to4. */
const globalOfV6 = v6(3, 0x2000)
const reservedOfV6 = [v6(23, 0x2001, 0), v6(32, 0x2001, 0xdb8), v6(16, 0x2002), v6(20, 0x3fff)]

const isWithin = (groups: readonly number[], [prefix, length]: Prefix): boolean =>
  groups.every((group, index) => {
    const bits = Math.min(16, Math.max(0, length - index * 16))
    return group >> (16 - bits) === (prefix[index] ?? 0) >> (16 - bits)
  })

const isWithinAny = (groups: readonly number[], prefixes: readonly Prefix[]): boolean =>
  prefixes.some((prefix) => isWithin(groups, prefix))

/** The two numbers of 16 bits of an IPv4 address. */
function groupsOfV4(text: string): number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
  return [a * 256 + b, c * 256 + d]
}

/** The numbers on one side of `::`, the last two of which may be an IPv4 address; NaN for what is none. */
const groupsOfSide = (side: string): number[] =>
  side === ''
    ? []
    : side.split(':').flatMap((part, index, all) => {
        if (index === all.length - 1 && part.includes('.')) return groupsOfV4(part) ?? [Number.NaN]
        return [/^[\da-f]{1,4}$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN]
      })

/** The eight numbers of an IPv6 address. */
function groupsOfV6(text: string): number[] | undefined {
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return undefined
  const before = groupsOfSide(head)
  const after = groupsOfSide(tail ?? '')
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...before, ...Array.from({ length: missing }, () => 0), ...after]
  return groups.some(Number.isNaN) ? undefined : groups
}

const kindOfV4 = (groups: readonly number[]): AddressKind => {
  if (isWithinAny(groups, insideOfV4)) return 'private'
  return isWithinAny(groups, reservedOfV4) ? 'reserved' : 'public'
}

/** The kind of an address; undefined for what is none. */
export function addressKind(text: string): AddressKind | undefined {
  if (!text.includes(':')) {
    const groups = groupsOfV4(text)
    return groups && kindOfV4(groups)
  }
  const groups = groupsOfV6(text)
  if (groups === undefined) return undefined
  if (isWithinAny(groups, insideOfV6)) return 'private'
  return isWithin(groups, globalOfV6) && !isWithinAny(groups, reservedOfV6) ? 'public' : 'reserved'
}
