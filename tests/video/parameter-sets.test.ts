import { describe, expect, it } from 'vitest'
import { codecOf } from '../../src/video/parameter-sets.ts'
import { portraitConfig, redKey } from './recorded-frames.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

describe('the codec string', () => {
  it('names profile, constraints and level of the virtual phone', () => {
    expect(codecOf(portraitConfig)).toBe('avc1.42c00a')
  })

  it('is found behind a start code of three bytes, and behind other units', () => {
    expect(codecOf(bytes('00 00 01 67 64 00 1f ac'))).toBe('avc1.64001f')
    expect(codecOf(bytes('00 00 00 01 09 f0 00 00 01 68 ce 00 00 00 01 27 4d 40 28 95'))).toBe('avc1.4d4028')
  })

  it.each([
    ['nothing', ''],
    ['no start code', '67 42 c0 0a'],
    ['frame parameters alone', '00 00 00 01 68 ce 3c 80'],
    ['a sequence parameter set that was cut off', '00 00 00 01 67 42 c0'],
    ['a start code with nothing behind it', '00 00 00 01'],
  ])('is not to be had from %s', (_, hex) => {
    expect(codecOf(bytes(hex))).toBeUndefined()
  })

  it('is not to be had from a frame', () => {
    expect(codecOf(redKey)).toBeUndefined()
  })
})
