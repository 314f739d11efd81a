import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Figures } from '../../src/video/video-figures.ts'
import type { FrameSize } from '../../src/video/video-painter.ts'
import { VideoPlayer } from '../../src/video/video-player.ts'
import { blueKey, greenDelta, landscapeConfig, portraitConfig, redKey } from '../video/recorded-frames.ts'

/** A player with Chromium's own decoder, where it is seen, and what it reports. */
function stage() {
  const place = document.body.appendChild(document.createElement('div'))
  const player = new VideoPlayer()
  const shown: number[] = []
  const sizes: FrameSize[] = []
  const faults: string[] = []
  const figures: Figures[] = []
  let beginnings = 0
  player.showIn(place)
  const start = () =>
    player.start({
      began: () => {
        beginnings += 1
      },
      shown: (pts) => shown.push(pts),
      resized: (size) => sizes.push(size),
      stumbled: (message) => faults.push(message),
      measured: (each) => figures.push(each),
    })
  start()
  const config = (data: Uint8Array) => player.play({ config: true, key: false, stream: 0, pts: 0, data })
  const key = (pts: number, data: Uint8Array) => player.play({ config: false, key: true, stream: 0, pts, data })
  const delta = (pts: number, data: Uint8Array) => player.play({ config: false, key: false, stream: 0, pts, data })
  const lastShown = (pts: number) => expect.poll(() => shown.at(-1)).toBe(pts)
  return {
    player,
    start,
    place,
    shown,
    sizes,
    faults,
    figures,
    config,
    key,
    delta,
    lastShown,
    beginnings: () => beginnings,
  }
}

const canvasIn = (place: HTMLElement): HTMLCanvasElement => {
  const canvas = place.querySelector('canvas')
  if (canvas === null) throw new Error('nothing is shown there')
  return canvas
}

const sizeIn = (place: HTMLElement): readonly number[] => [canvasIn(place).width, canvasIn(place).height]

/** Which of the three primary colours is seen in the middle. */
function colourIn(place: HTMLElement): string {
  const canvas = canvasIn(place)
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
  on.player.close()
  on.place.remove()
})

describe('a player', () => {
  it('shows a key frame and what changes after it, and says which frames are shown', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    await expect.poll(() => colourIn(on.place)).toBe('red')
    expect(on.sizes).toEqual([{ width: 32, height: 48 }])
    await expect.poll(() => sizeIn(on.place)).toEqual([32, 48])
    on.delta(2_000, greenDelta)
    await on.lastShown(2_000)
    await expect.poll(() => colourIn(on.place)).toBe('green')
    expect(on.beginnings()).toBe(1)
  })

  it('follows the phone when it is turned', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    on.config(landscapeConfig)
    on.key(2_000, blueKey)
    await on.lastShown(2_000)
    await expect.poll(() => colourIn(on.place)).toBe('blue')
    expect(on.sizes.at(-1)).toEqual({ width: 48, height: 32 })
    await expect.poll(() => sizeIn(on.place)).toEqual([48, 32])
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
    await expect.poll(() => colourIn(on.place)).toBe('green')
  })

  it.each([
    ['a key frame that is none', () => on.key(1_000, Uint8Array.of(0, 0, 0, 1, 0x65, 0xff, 0xff, 0xff))],
    ['parameter sets without a codec', () => on.config(Uint8Array.of(1, 2, 3))],
    ['a frame cut off', () => on.key(1_000, redKey.subarray(0, 20))],
  ])('says so when it stumbles over %s, and recovers', async (_, spoil) => {
    on.config(portraitConfig)
    spoil()
    await expect.poll(() => on.faults).not.toEqual([])
    on.config(portraitConfig)
    on.key(2_000, redKey)
    await on.lastShown(2_000)
    await expect.poll(() => colourIn(on.place)).toBe('red')
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

  it('keeps the last frame when the stream stops, and takes it to another place', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    on.player.stop()
    await expect.poll(() => colourIn(on.place)).toBe('red')
    const other = document.body.appendChild(document.createElement('div'))
    on.player.showIn(other)
    expect(on.place.childElementCount).toBe(0)
    expect(colourIn(other)).toBe('red')
    other.remove()
  })

  it('leaves the place to the next player', async () => {
    on.config(portraitConfig)
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    const next = stage()
    next.player.showIn(on.place)
    next.config(landscapeConfig)
    next.key(1_000, blueKey)
    await next.lastShown(1_000)
    expect(on.place.childElementCount).toBe(1)
    await expect.poll(() => colourIn(on.place)).toBe('blue')
    next.player.close()
    next.place.remove()
  })

  it('says so when its worker breaks, and goes on with another one in the same place', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    const broken = stage()
    broken.config(portraitConfig)
    broken.key(1_000, redKey)
    await broken.lastShown(1_000)
    const worker = posted.mock.contexts.at(-1)
    posted.mockRestore()
    if (!(worker instanceof Worker)) throw new Error('no worker was asked')
    const ended = vi.spyOn(worker, 'terminate')
    worker.dispatchEvent(new ErrorEvent('error', { message: 'a mistake' }))
    expect(broken.faults).toEqual(['a mistake'])
    expect(ended).toHaveBeenCalledOnce()
    broken.start()
    broken.config(landscapeConfig)
    broken.key(2_000, blueKey)
    await broken.lastShown(2_000)
    await expect.poll(() => colourIn(broken.place)).toBe('blue')
    broken.player.close()
    broken.place.remove()
  })

  it('shares four workers with others, where the machine has cores for them', async () => {
    const cores = vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(16)
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    const others = Array.from({ length: 9 }, stage)
    const drawing = posted.mock.calls.flatMap(([order], at) =>
      (order as { type: string }).type === 'draw' ? [posted.mock.contexts[at]] : [],
    )
    cores.mockRestore()
    posted.mockRestore()
    const shares = new Map(drawing.map((worker) => [worker, drawing.filter((each) => each === worker).length]))
    expect([...shares.values()].toSorted((a, b) => a - b)).toEqual([2, 2, 2, 3])
    for (const { player, place } of others) {
      player.close()
      place.remove()
    }
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
    await expect.poll(() => colourIn(on.place)).toBe('green')
  })

  it('measures itself', async () => {
    on.config(portraitConfig)
    on.player.gestured()
    on.key(1_000, redKey)
    await on.lastShown(1_000)
    await vi.waitFor(() => expect(on.figures).not.toEqual([]), 5_000)
    const { toScreen, response } = on.figures[0] ?? {}
    expect(toScreen).toBeGreaterThan(0)
    expect(response).toBeGreaterThanOrEqual(toScreen ?? Infinity)
  })
})
