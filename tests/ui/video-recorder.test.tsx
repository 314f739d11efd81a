import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordedType, recordVideo } from '../../src/video/video-recorder.ts'
import { VideoPlayer } from '../../src/video/video-player.ts'
import { greenDelta, landscapeConfig, blueKey, portraitConfig, redKey } from '../video/recorded-frames.ts'

let player: VideoPlayer
let shown: number[]

beforeEach(() => {
  shown = []
  player = new VideoPlayer()
  player.showIn(document.body.appendChild(document.createElement('div')))
  player.start({
    began: () => undefined,
    shown: (pts) => shown.push(pts),
    resized: () => undefined,
    stumbled: () => undefined,
    measured: () => undefined,
  })
})
afterEach(() => {
  player.close()
  document.body.replaceChildren()
})

const play = async (pts: number, data: Uint8Array, kind: 'config' | 'key' | 'delta'): Promise<void> => {
  player.play({ config: kind === 'config', key: kind === 'key', stream: 0, pts, data })
  if (kind !== 'config') await expect.poll(() => shown.at(-1)).toBe(pts)
}

/** The red, green and blue in the middle of what is drawn. */
function middleOf(frame: CanvasImageSource, width: number, height: number): readonly number[] {
  const copy = new OffscreenCanvas(width, height).getContext('2d')
  copy?.drawImage(frame, 0, 0)
  return [...(copy?.getImageData(width / 2, height / 2, 1, 1).data ?? [])].slice(0, 3)
}
const strongest = (colour: readonly number[]): string =>
  ['red', 'green', 'blue'][colour.indexOf(Math.max(...colour))] ?? ''

describe('a screenshot', () => {
  it('is a PNG of the picture as it is seen', async () => {
    await play(0, portraitConfig, 'config')
    await play(1_000, redKey, 'key')
    const frame = await player.still()
    expect(frame.type).toBe('image/png')
    const image = await createImageBitmap(frame)
    expect([image.width, image.height]).toEqual([32, 48])
    expect(strongest(middleOf(image, 32, 48))).toBe('red')
  })

  it('is not to be had before the first frame', async () => {
    await expect(player.still()).rejects.toThrow('there is no picture')
  })
})

describe('a recording', () => {
  it('plays: as long as it was recorded, though the video stood still, in the size of its first frame', async () => {
    await play(0, portraitConfig, 'config')
    await play(1_000, redKey, 'key')
    let slices = 0
    const finished = Promise.withResolvers<Blob>()
    const began = performance.now()
    const stop = recordVideo(player, { width: 32, height: 48 }, recordedType() ?? '', {
      grew: () => {
        slices += 1
      },
      finished: finished.resolve,
      failed: (message) => finished.reject(new Error(message)),
    })
    await vi.waitFor(() => expect(slices).toBeGreaterThan(1), 10_000) // The red frame, for two seconds.
    await play(2_000, greenDelta, 'delta')
    await play(0, landscapeConfig, 'config')
    await play(3_000, blueKey, 'key')
    await vi.waitFor(() => expect(slices).toBeGreaterThan(2), 10_000)
    stop()
    const video = document.createElement('video')
    video.muted = true
    const file = await finished.promise
    const length = (performance.now() - began) / 1_000
    expect(file.type).toBe('video/webm')
    video.src = URL.createObjectURL(file)
    await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
    expect([video.videoWidth, video.videoHeight]).toEqual([32, 48])
    expect(strongest(middleOf(video, 32, 48))).toBe('red')
    const ended = new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }))
    video.playbackRate = 4
    await video.play()
    await ended
    expect(strongest(middleOf(video, 32, 48))).toBe('blue')
    expect(video.currentTime).toBeGreaterThan(length - 1)
    expect(video.currentTime).toBeLessThan(length + 1)
  })

  it('leaves nothing running', async () => {
    await play(0, portraitConfig, 'config')
    await play(1_000, redKey, 'key')
    const finished = Promise.withResolvers<Blob>()
    const watch = vi.spyOn(player, 'watch')
    const stop = recordVideo(player, { width: 33, height: 49 }, recordedType() ?? '', {
      grew: () => undefined,
      finished: finished.resolve,
      failed: () => undefined,
    })
    stop()
    stop()
    await finished.promise
    const look = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect')
    await play(2_000, greenDelta, 'delta')
    expect(watch).toHaveBeenCalledOnce()
    expect(look).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
