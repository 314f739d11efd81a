import { h264ParseConfiguration } from '@yume-chan/scrcpy'
import { describe, expect, it } from 'vitest'
import { H264Encoder } from '../../../phone/encoder/h264-encoder.ts'
import { levelFor, parameterSets } from '../../../phone/encoder/parameter-sets.ts'

describe('the config packet', () => {
  it('gives a client the visible size, whatever is cropped', () => {
    for (const [width, height] of [
      [360, 640],
      [640, 360],
      [362, 642],
      [1080, 2400],
      [16, 16],
    ] as const) {
      const { croppedWidth, croppedHeight } = h264ParseConfiguration(parameterSets(width, height, 30))
      expect([croppedWidth, croppedHeight]).toEqual([width, height])
    }
  })

  it('announces Constrained Baseline', () => {
    const { profileIndex, constraintSet } = h264ParseConfiguration(parameterSets(360, 640, 30))
    expect([profileIndex, constraintSet]).toEqual([66, 0b1100_0000])
  })
})

describe('the level', () => {
  it.each([
    [176, 144, 15, 10],
    [360, 640, 15, 22],
    [360, 640, 60, 31],
    [720, 1280, 30, 31],
    [1080, 1920, 30, 40],
    [1080, 2400, 60, 51],
  ])('of %ix%i at %i fps is %i', (width, height, fps, level) => {
    expect(levelFor(Math.ceil(width / 16), Math.ceil(height / 16), fps)).toBe(level)
  })
})

describe('the encoder', () => {
  it('refuses sizes that 4:2:0 cannot show', () => {
    expect(() => new H264Encoder(361, 640, 30)).toThrow(RangeError)
    expect(() => new H264Encoder(8, 640, 30)).toThrow(RangeError)
  })

  it('refuses to start with a delta frame', () => {
    expect(() => new H264Encoder(64, 64, 30).encode('delta')).toThrow('frame before it')
  })

  it('spends a few bytes on a frame in which nothing changed', () => {
    const encoder = new H264Encoder(360, 640, 30)
    encoder.encode('key')
    expect(encoder.encode('delta').length).toBeLessThan(16)
  })
})
