import { CommandError } from './command.ts'

/** The records of a tar archive: ustar, with GNU's long names on the way in and out and pax headers on the way in. */

export const TAR_BLOCK = 512

export interface TarEntry {
  name: string
  type: 'file' | 'directory' | 'symlink'
  mode: number
  uid: number
  gid: number
  size: number
  /** Milliseconds. */
  mtime: number
  target: string
}

const TYPE_FLAGS = { file: '0', directory: '5', symlink: '2' } as const
const NAME_BYTES = 100

/** The header blocks of an entry, a long name's own ones included. */
export function encodeTarHeader(entry: TarEntry): Buffer {
  const blocks: Buffer[] = []
  for (const [text, flag] of [
    [entry.target, 'K'],
    [entry.name, 'L'],
  ] as const) {
    const bytes = Buffer.from(`${text}\0`)
    if (bytes.length - 1 <= NAME_BYTES) continue
    blocks.push(header({ ...entry, name: '././@LongLink', size: bytes.length, target: '' }, flag), padded(bytes))
  }
  blocks.push(header(entry, TYPE_FLAGS[entry.type]))
  return Buffer.concat(blocks)
}

function header({ name, mode, uid, gid, size, mtime, target }: TarEntry, flag: string): Buffer {
  const block = Buffer.alloc(TAR_BLOCK)
  const octal = (value: number, offset: number, length: number) => {
    block.write(
      Math.floor(value)
        .toString(8)
        .padStart(length - 1, '0')
        .slice(-(length - 1)),
      offset,
      'latin1',
    )
  }
  Buffer.from(name).copy(block, 0, 0, NAME_BYTES)
  octal(mode & 0o7777, 100, 8)
  octal(uid, 108, 8)
  octal(gid, 116, 8)
  octal(size, 124, 12)
  octal(Math.max(0, mtime / 1000), 136, 12)
  block.write(flag, 156, 'latin1')
  Buffer.from(target).copy(block, 157, 0, NAME_BYTES)
  block.write('ustar  \0', 257, 'latin1')
  block.write(checksumOf(block).toString(8).padStart(6, '0') + '\0 ', 148, 'latin1')
  return block
}

/** The sum of a header's bytes, with its checksum field taken as blanks. */
function checksumOf(block: Buffer): number {
  let sum = 0
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte
  return sum
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(paddingOf(bytes.length))])
}

/** Bytes that fill content of this size up to whole blocks. */
export function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK
}

export interface TarHeader extends Omit<TarEntry, 'type'> {
  flag: string
}

/** Reads a header block; undefined for the zeros at the end. Throws CommandError on anything else. */
export function decodeTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const text = (offset: number, length: number) => block.toString('utf8', offset, offset + length).replace(/\0.*$/s, '')
  const number = (offset: number, length: number) => {
    const digits = text(offset, length).trim()
    if (!/^[0-7]*$/.test(digits)) throw new CommandError('bad header')
    return digits === '' ? 0 : Number.parseInt(digits, 8)
  }
  if (number(148, 8) !== checksumOf(block)) throw new CommandError('bad header')
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? text(345, 155) : ''
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    mode: number(100, 8),
    uid: number(108, 8),
    gid: number(116, 8),
    size: number(124, 12),
    mtime: number(136, 12) * 1000,
    target: text(157, 100),
    flag: String.fromCharCode(block[156] ?? 0).replace('\0', '0'),
  }
}

/** The `path` and `linkpath` of a pax header's records (`length key=value\n`). */
export function decodePax(content: Buffer): { path?: string; linkpath?: string } {
  const found: { path?: string; linkpath?: string } = {}
  for (let offset = 0; offset < content.length;) {
    const space = content.indexOf(0x20, offset)
    const length = Number(content.toString('latin1', offset, space))
    if (space < 0 || !Number.isInteger(length) || length <= 0) break
    const [key = '', ...value] = content.toString('utf8', space + 1, offset + length - 1).split('=')
    if (key === 'path' || key === 'linkpath') found[key] = value.join('=')
    offset += length
  }
  return found
}
