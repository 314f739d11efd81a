import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameDecoder } from '../../src/video/frame-decoder.ts'
import { greenDelta, portraitConfig, redKey } from '../video/recorded-frames.ts'

/** What every decoder was asked to be, in order. */
let kinds: (string | undefined)[]
let decoded: number[]
let faults: string[]
let decoder: FrameDecoder

const packet = { config: false, key: false, stream: 0 }
const config = () => decoder.decode({ ...packet, config: true, pts: 0, data: portraitConfig })
const key = (pts: number) => decoder.decode({ ...packet, key: true, pts, data: redKey })
const delta = (pts: number) => decoder.decode({ ...packet, pts, data: greenDelta })
const untilDecoded = (pts: number) => expect.poll(() => decoded.at(-1)).toBe(pts)

beforeEach(() => {
  ;[kinds, decoded, faults] = [[], [], []]
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the decoder that it is called on
  const configure = VideoDecoder.prototype.configure
  vi.spyOn(VideoDecoder.prototype, 'configure').mockImplementation(function noted(this: VideoDecoder, wanted) {
    kinds.push(wanted.hardwareAcceleration)
    Reflect.apply(configure, this, [wanted])
  })
  decoder = new FrameDecoder({
    decoded(frame) {
      decoded.push(frame.timestamp)
      frame.close()
    },
    stumbled: (message) => faults.push(message),
  })
})
afterEach(() => {
  decoder.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Has decoders take what they are given and answer nothing, until it is restored. */
const silenced = () => vi.spyOn(VideoDecoder.prototype, 'decode').mockImplementation(() => undefined)

describe('a decoder that falls silent', () => {
  it('is given up after five seconds, and one of the other kind goes on at the next key frame', async () => {
    config()
    key(1_000)
    await untilDecoded(1_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silence = silenced()
    delta(2_000)
    vi.advanceTimersByTime(3_000)
    delta(3_000)
    vi.advanceTimersByTime(1_900)
    expect(faults).toEqual([])
    vi.advanceTimersByTime(200)
    expect(faults).toEqual(['the decoder fell silent'])
    silence.mockRestore()
    vi.useRealTimers()
    delta(4_000)
    key(5_000)
    await untilDecoded(5_000)
    expect(decoded).toEqual([1_000, 5_000])
    expect(kinds).toEqual(['no-preference', 'prefer-software'])
  })

  it('is none while nothing is asked of it, and once it is closed', async () => {
    config()
    key(1_000)
    await untilDecoded(1_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.advanceTimersByTime(60_000)
    silenced()
    delta(2_000)
    decoder.close()
    vi.advanceTimersByTime(60_000)
    expect(faults).toEqual([])
  })

  it('is not one that holds a frame back until the next one comes', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to the decoder that it is called on
    const decode = VideoDecoder.prototype.decode
    let held: EncodedVideoChunk | undefined
    vi.spyOn(VideoDecoder.prototype, 'decode').mockImplementation(function late(this: VideoDecoder, chunk) {
      if (held) Reflect.apply(decode, this, [held])
      held = chunk
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    config()
    key(1_000)
    delta(2_000)
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (decoded.at(-1) !== 1_000) return
        clearInterval(look)
        resolve()
      }, 5)
    })
    vi.advanceTimersByTime(60_000) // Nothing moves on the phone.
    expect(faults).toEqual([])
  })

  it('is not one that answers slowly', async () => {
    config()
    key(1_000)
    delta(2_000)
    await untilDecoded(2_000)
    // With real frames and a clock of its own, each answer gives it five more seconds.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let pts = 3_000; pts < 9_000; pts += 1_000) {
      delta(pts)
      vi.advanceTimersByTime(4_900)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await new Promise<void>((resolve) => {
        const look = setInterval(() => {
          if (decoded.at(-1) !== pts) return
          clearInterval(look)
          resolve()
        }, 5)
      })
    }
    expect(faults).toEqual([])
  })
})

describe('the kind of decoder', () => {
  it('is software where that is preferred, from the next stream on', async () => {
    config()
    key(1_000)
    await untilDecoded(1_000)
    decoder.prefer('prefer-software')
    decoder.close()
    config()
    key(2_000)
    await untilDecoded(2_000)
    expect(kinds).toEqual(['no-preference', 'prefer-software'])
  })

  it('is the other one after a fault, and the first again after another', async () => {
    config()
    for (const pts of [1_000, 2_000]) {
      decoder.decode({ ...packet, key: true, pts, data: redKey.subarray(0, 20) })
      // oxlint-disable-next-line no-await-in-loop -- one fault after another
      await expect.poll(() => faults).toHaveLength(pts / 1_000)
    }
    key(3_000)
    await untilDecoded(3_000)
    expect(kinds).toEqual(['no-preference', 'prefer-software', 'no-preference'])
  })
})
