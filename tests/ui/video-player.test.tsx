import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VideoPlayer, type FrameSize } from '../../src/video/video-player.ts'
import { blueKey, greenDelta, landscapeConfig, portraitConfig, redKey } from '../video/recorded-frames.ts'

/** A player with Chromium's own decoder, its canvas, and what it reports. */
function stage() {
  const canvas = document.body.appendChild(document.createElement('canvas'))
  const player = new VideoPlayer()
  const shown: number[] = []
  const sizes: FrameSize[] = []
  const faults: string[] = []
  let beginnings = 0
  player.showOn(canvas)
  player.start({
    began: () => {
      beginnings += 1
    },
    shown: (pts) => shown.push(pts),
    resized: (size) => sizes.push(size),
    stumbled: (message) => faults.push(message),
  })
  const config = (data: Uint8Array) => player.play({ config: true, key: false, stream: 0, pts: 0, data })
  const key = (pts: number, data: Uint8Array) => player.play({ config: false, key: true, stream: 0, pts, data })
  const delta = (pts: number, data: Uint8Array) => player.play({ config: false, key: false, stream: 0, pts, data })
  const lastShown = (pts: number) => vi.waitFor(() => expect(shown.at(-1)).toBe(pts))
  return { player, canvas, shown, sizes, faults, config, key, delta, lastShown, beginnings: () => beginnings }
}

/** Which of the three primary colours a canvas shows in its middle. */
function colourOf(canvas: HTMLCanvasElement): string {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
  copy?.drawImage(canvas, 0, 0)
  const [red = 0, green = 0, blue = 0] = copy?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []
  return ['red', 'green', 'blue'][[red, green, blue].indexOf(Math.max(red, green, blue))] ?? ''
}

let on: ReturnType<typeof stage>

beforeEach(() => {
  on = stage()
})

afterEach(() => {
  on.player.stop()
  on.canvas.remove()
})

describe('a player', () => {
  it('shows a key frame and what changes after it, and says which frames are shown', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    expect(colourOf(on.canvas)).toBe('red')
    expect(on.sizes).toEqual([{ width: 32, height: 48 }])
    expect([on.canvas.width, on.canvas.height]).toEqual([32, 48])
    on.delta(2_000, greenDelta)
    await on.lastShown(2_000)
    expect(colourOf(on.canvas)).toBe('green')
    expect(on.beginnings()).toBe(1)
  })

  it('follows the phone when it is turned', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    on.config(landscapeConfig)
    on.key(2_000, blueKey)
    await on.lastShown(2_000)
    expect(colourOf(on.canvas)).toBe('blue')
    expect(on.sizes.at(-1)).toEqual({ width: 48, height: 32 })
    expect([on.canvas.width, on.canvas.height]).toEqual([48, 32])
  })

  it('passes over frames until the first key frame', async () => {
    on.config(portraitConfig)
    on.delta(1_000, greenDelta)
    on.key(2_000, redKey)
    await on.lastShown(2_000)
    expect(on.shown).toEqual([2_000])
  })

  it('passes over frames whose parameter sets it never got', async () => {
    on.key(1_000, redKey)
    on.config(portraitConfig)
    on.key(2_000, redKey)
    await on.lastShown(2_000)
    expect(on.shown).toEqual([2_000])
  })

  it('reaches the newest of many frames that come at once', async () => {
    on.config(portraitConfig)
    on.key(1, redKey)
    on.delta(2, greenDelta)
    for (let pts = 3; pts <= 299; pts += 2) {
      on.key(pts, redKey)
      on.delta(pts + 1, greenDelta)
    }
    await on.lastShown(300)
    expect(colourOf(on.canvas)).toBe('green')
  })

  it.each([
    ['a key frame that is none', () => on.key(1_000, Uint8Array.of(0, 0, 0, 1, 0x65, 0xff, 0xff, 0xff))],
    ['parameter sets without a codec', () => on.config(Uint8Array.of(1, 2, 3))],
    ['a frame cut off', () => on.key(1_000, redKey.subarray(0, 20))],
  ])('says so when it stumbles over %s, and recovers', async (_, spoil) => {
    on.config(portraitConfig)
    spoil()
    await vi.waitFor(() => expect(on.faults).not.toEqual([]))
    on.config(portraitConfig)
    on.key(2_000, redKey)
    await on.lastShown(2_000)
    expect(colourOf(on.canvas)).toBe('red')
  })

  it('begins anew with each stream', async () => {
    on.config(portraitConfig)
    on.key(9_000, redKey)
    await on.lastShown(9_000)
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    expect(on.beginnings()).toBe(2)
  })

  it('keeps the last frame when the stream stops, and takes it to another canvas', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    on.player.stop()
    expect(colourOf(on.canvas)).toBe('red')
    const other = document.createElement('canvas')
    on.player.showOn(null)
    on.player.showOn(other)
    expect([other.width, other.height]).toEqual([32, 48])
    expect(colourOf(other)).toBe('red')
  })

  it('draws no more frames a second than it is paced to, and ends with the newest', async () => {
    on.player.pace(4)
    on.config(portraitConfig)
    on.key(1, redKey)
    await on.lastShown(1)
    const began = performance.now()
    for (let pts = 2; pts <= 20; pts += 1) on.delta(pts, greenDelta)
    await on.lastShown(20)
    expect(on.shown).toEqual([1, 20])
    expect(performance.now() - began).toBeGreaterThan(150)
    expect(colourOf(on.canvas)).toBe('green')
  })

  it('measures itself', async () => {
    on.config(portraitConfig)
    on.player.gestured()
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    const { toScreen, response } = on.player.figures()
    expect(toScreen).toBeGreaterThan(0)
    expect(response).toBeGreaterThanOrEqual(toScreen ?? Infinity)
  })
})
