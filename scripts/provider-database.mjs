// node scripts/provider-database.mjs: makes server/devices/addresses/providers.mmdb.br, which says whose network an address
// belongs to (README.md beside it), of the files of a package. Their lines are `first address, last address, number of the
// autonomous system, its organisation`, in the addresses' order.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { root } from './node-runtime.mjs'

const source = join(root, 'node_modules/@ip-location-db/asn')
const target = join(root, 'server/devices/addresses/providers.mmdb.br')
/** Bits of an IPv6 address that are told apart: of half a per cent of ranges, which are smaller, the last one's name stands for all. */
const finestOfV6 = 48
/** Of a name, in bytes; longer ones would need another encoding. */
const maxNameLength = 284

const numberOfV4 = (address) => address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)

const groupsOf = (text) => (text ? text.split(':') : [])

function numberOfV6(address) {
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail)
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array(gap).fill('0'), ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

/** The ranges of a file, each of one organisation. */
function rangesOf(path) {
  const rows = parse(readFileSync(path), { relax_column_count: true })
  return rows.flatMap(([first, last, , name]) => {
    if (!name) return []
    const toNumber = first.includes(':') ? numberOfV6 : numberOfV4
    return [{ first: toNumber(first), last: toNumber(last), name }]
  })
}

/**
 * The tree over [from, to) of the ranges: null where they say nothing, a name where all of it is one organisation's, else the
 * two halves. Ranges are in order and apart.
 */
function treeOver(ranges, from, bits, depthLeft) {
  if (ranges.length === 0) return null
  const size = 1n << BigInt(bits)
  const [only] = ranges
  if (ranges.length === 1 && only.first <= from && only.last >= from + size - 1n) return only.name
  if (depthLeft === 0) return ranges.at(-1).name
  const middle = from + size / 2n
  const left = treeOver(
    ranges.filter(({ first }) => first < middle),
    from,
    bits - 1,
    depthLeft - 1,
  )
  const right = treeOver(
    ranges.filter(({ last }) => last >= middle),
    middle,
    bits - 1,
    depthLeft - 1,
  )
  return left === right && (left === null || typeof left === 'string') ? left : { left, right }
}

/** Addresses of IPv4 lie at ::/96 in a tree of IPv6, as the format has it. */
function treeOfBoth(v4, v6) {
  let low = v4
  for (let bit = 0; bit < 32; bit += 1) low = low === null ? null : { left: low, right: null }
  const graft = (tree, depth) => {
    if (depth === 64) return low
    const halves = tree !== null && typeof tree === 'object' ? tree : { left: tree, right: tree }
    return { left: graft(halves.left, depth + 1), right: halves.right }
  }
  return graft(v6, 0)
}

const text = (value) => {
  const bytes = Buffer.from(value)
  const control = bytes.length < 29 ? [0x40 | bytes.length] : [0x40 | 29, bytes.length - 29]
  return Buffer.concat([Buffer.from(control), bytes])
}

const shortened = (name) => {
  let cut = name
  while (Buffer.byteLength(cut) > maxNameLength) cut = cut.slice(0, -1)
  return cut
}

function unsigned(value, bytes) {
  const content = Buffer.alloc(bytes)
  if (bytes === 8) content.writeBigUInt64BE(BigInt(value))
  else content.writeUIntBE(value, 0, bytes)
  const control = { 2: [0xa2], 4: [0xc4], 8: [0x08, 0x02] }[bytes]
  return Buffer.concat([Buffer.from(control), content])
}

const map = (entries) =>
  Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])])

/** The records of all names, one after the other, and where each begins. The key stands once and is pointed to. */
function dataOf(names) {
  const places = new Map()
  const parts = [text('autonomous_system_organization')]
  let length = parts[0].length
  for (const name of names) {
    const record = Buffer.concat([Buffer.from([0xe1, 0x20, 0x00]), text(shortened(name))])
    places.set(name, length)
    parts.push(record)
    length += record.length
  }
  return { data: Buffer.concat(parts), places }
}

/** Nodes of the tree in the order of their numbers, a parent before its children. */
function nodesOf(root) {
  const nodes = [root] // It grows while it is walked.
  for (const node of nodes)
    for (const half of [node.left, node.right]) if (half !== null && typeof half === 'object') nodes.push(half)
  return nodes
}

/** The file, as of MaxMind DB File Format 2.0 with records of 24 bits. */
function databaseOf(root, date) {
  const nodes = nodesOf(root)
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const names = new Set(nodes.flatMap(({ left, right }) => [left, right]).filter((half) => typeof half === 'string'))
  const { data, places } = dataOf(names)
  if (nodes.length + 16 + data.length >= 2 ** 24) throw new Error('records of 24 bits are too few')
  const recordOf = (half) => {
    if (half === null) return nodes.length
    return typeof half === 'string' ? nodes.length + 16 + places.get(half) : numbers.get(half)
  }
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [number, { left, right }] of nodes.entries()) {
    tree.writeUIntBE(recordOf(left), number * 6, 3)
    tree.writeUIntBE(recordOf(right), number * 6 + 3, 3)
  }
  const metadata = map([
    ['binary_format_major_version', unsigned(2, 2)],
    ['binary_format_minor_version', unsigned(0, 2)],
    ['build_epoch', unsigned(date.getTime() / 1_000, 8)],
    ['database_type', text('Phonedeck-Provider')],
    ['description', map([['en', text('Made of RouteViews, NRO and DB-IP Lite data, CC BY 4.0')]])],
    ['ip_version', unsigned(6, 2)],
    ['languages', Buffer.from([0x00, 0x04])],
    ['node_count', unsigned(nodes.length, 4)],
    ['record_size', unsigned(24, 2)],
  ])
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    metadata,
  ])
}

/** The package's version ends with the day and hour of its data. */
function dateOfSource() {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const [, year, month, day] = /\.(\d{4})(\d\d)(\d\d)\d\d$/.exec(version) ?? []
  return new Date(`${year}-${month}-${day}T00:00:00Z`)
}

const v4 = treeOver(rangesOf(join(source, 'asn-ipv4.csv')), 0n, 32, 32)
const v6 = treeOver(rangesOf(join(source, 'asn-ipv6.csv')), 0n, 128, finestOfV6)
writeFileSync(target, brotliCompressSync(databaseOf(treeOfBoth(v4, v6), dateOfSource())))
