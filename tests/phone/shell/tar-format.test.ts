import { describe, expect, it } from 'vitest'
import { CommandError } from '../../../phone/shell/command.ts'
import {
  decodePax,
  decodeTarHeader,
  encodeTarHeader,
  paddingOf,
  TAR_BLOCK,
  type TarEntry,
} from '../../../phone/shell/tar-format.ts'
import { fc } from '../../support/properties.ts'

const word = fc.stringMatching(/^[\w.-]{1,20}$/)
const entry: fc.Arbitrary<TarEntry> = fc
  .record({
    name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('/')),
    type: fc.constantFrom('file' as const, 'directory' as const, 'symlink' as const),
    mode: fc.nat(0o7777),
    uid: fc.nat(0o7777777),
    gid: fc.nat(0o7777777),
    size: fc.nat(),
    mtime: fc.nat(4_000_000_000).map((seconds) => seconds * 1_000),
    target: fc.oneof(fc.constant(''), word),
  })
  .filter(({ name }) => name.length <= 100)

describe('a header', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(entry, (entry) => {
        const { type, ...rest } = entry
        const flag = { file: '0', directory: '5', symlink: '2' }[type]
        expect(decodeTarHeader(encodeTarHeader(entry))).toEqual({ ...rest, flag })
      }),
    )
  })

  it('of a long name comes behind GNU’s block for it', () => {
    const name = 'x'.repeat(150)
    const blocks = encodeTarHeader({ name, type: 'file', mode: 0, uid: 0, gid: 0, size: 0, mtime: 0, target: '' })
    expect(blocks.length).toBe(3 * TAR_BLOCK)
    expect(decodeTarHeader(blocks.subarray(0, TAR_BLOCK))).toMatchObject({ flag: 'L', size: 151 })
    expect(blocks.toString('utf8', TAR_BLOCK, TAR_BLOCK + 150)).toBe(name)
  })

  it('with any byte changed is refused, or none', () => {
    fc.assert(
      fc.property(entry, fc.nat(TAR_BLOCK - 1), fc.integer({ min: 1, max: 255 }), (entry, place, change) => {
        const block = encodeTarHeader(entry)
        block[place] = ((block[place] ?? 0) + change) & 0xff
        // Of the checksum's own field, another spelling of the same number is as good.
        if (place < 148 || place >= 156) expect(() => decodeTarHeader(block)).toThrow(CommandError)
      }),
    )
  })

  it('of zeros ends the archive, and noise is refused', () => {
    expect(decodeTarHeader(Buffer.alloc(TAR_BLOCK))).toBeUndefined()
    fc.assert(
      fc.property(fc.uint8Array({ minLength: TAR_BLOCK, maxLength: TAR_BLOCK }), (bytes) => {
        try {
          decodeTarHeader(Buffer.from(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError)
        }
      }),
    )
  })
})

/** A record counts its own length. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + String(bytes).length
  while (String(length).length + bytes !== length) length += 1
  return `${length}${rest}`
}

describe('pax records', () => {
  it('are read by their lengths, whatever is in them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (path, linkpath) => {
        const content = record('mtime', '1.5') + record('path', path) + record('linkpath', linkpath)
        expect(decodePax(Buffer.from(content))).toEqual({ path, linkpath })
      }),
    )
  })

  it('that are noise, cut off or without an end are read without a hang', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array(), fc.constantFrom('0 a=b', '-1 a=b', '9999999 path=x', '1e9 path=x')),
        (text) => {
          decodePax(Buffer.from(text as string))
        },
      ),
    )
  })
})

it('padding fills up to whole blocks', () => {
  fc.assert(
    fc.property(fc.nat(), (size) => {
      expect(paddingOf(size)).toBeLessThan(TAR_BLOCK)
      expect((size + paddingOf(size)) % TAR_BLOCK).toBe(0)
    }),
  )
})
