import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { H264Encoder } from '../../../phone/encoder/h264-encoder.ts'

/** Chromium's WebCodecs is the judge: what it shows must be the encoder's picture, sample by sample. */
let server: Server
let browser: Browser
let page: Page

beforeAll(async () => {
  // WebCodecs exists in secure contexts only, which 127.0.0.1 is and about:blank is not.
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>decoder</title>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

afterAll(async () => {
  await browser?.close()
  server?.close()
})

interface AccessUnit {
  data: string
  key: boolean
}

interface Shown {
  width: number
  height: number
  matrix: string | null
  planes: string
}

/* oxlint-disable unicorn/consistent-function-scoping -- it runs in the page, where nothing of this file's scope exists */
/** Decodes access units (base64 Annex B) one by one, waiting for each picture: a decoder that holds one back times out. */
const decodeInPage = async ({ config, units }: { config: string; units: AccessUnit[] }): Promise<Shown[]> => {
  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const sets = bytes(config)
  const shown: Shown[] = []
  let arrived: (frame: VideoFrame) => void = () => {}
  let broke: (error: unknown) => void = () => {}
  const decoder = new VideoDecoder({ output: (frame) => arrived(frame), error: (error) => broke(error) })
  const profile = [...sets.subarray(5, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  decoder.configure({ codec: `avc1.${profile}`, optimizeForLatency: true, hardwareAcceleration: 'prefer-software' })
  for (const [index, unit] of units.entries()) {
    const data = bytes(unit.data)
    const packet = new Uint8Array(data.length + (unit.key ? sets.length : 0))
    if (unit.key) packet.set(sets)
    packet.set(data, packet.length - data.length)
    const frame = await new Promise<VideoFrame>((resolve, reject) => {
      arrived = resolve
      broke = reject
      decoder.decode(
        new EncodedVideoChunk({ type: unit.key ? 'key' : 'delta', timestamp: index * 1_000, data: packet }),
      )
    })
    if (frame.format !== 'I420' || !frame.visibleRect) throw new Error(`unexpected format ${frame.format}`)
    const { width, height } = frame.visibleRect
    const planes = new Uint8Array(frame.allocationSize())
    await frame.copyTo(planes)
    let text = ''
    for (let at = 0; at < planes.length; at += 8_192) text += String.fromCharCode(...planes.subarray(at, at + 8_192))
    shown.push({ width, height, matrix: frame.colorSpace.matrix, planes: btoa(text) })
    frame.close()
  }
  decoder.close()
  return shown
}
/* oxlint-enable unicorn/consistent-function-scoping */

/** Runs an encoder through some pictures and expects Chromium to show each of them exactly. */
async function expectExact(
  width: number,
  height: number,
  steps: { kind: 'key' | 'delta'; draw: (canvas: Canvas) => void }[],
) {
  const encoder = new H264Encoder(width, height, 30)
  const canvas = new Canvas(encoder)
  const units: AccessUnit[] = []
  const expected: Uint8Array[] = []
  for (const { kind, draw } of steps) {
    draw(canvas)
    units.push({ data: encoder.encode(kind).toString('base64'), key: kind === 'key' })
    expected.push(encoder.picture.planes())
  }
  const shown = await page.evaluate(decodeInPage, { config: encoder.config.toString('base64'), units })
  for (const [index, picture] of shown.entries()) {
    expect({ width: picture.width, height: picture.height, matrix: picture.matrix }).toEqual({
      width,
      height,
      matrix: 'bt709',
    })
    expect(Buffer.from(picture.planes, 'base64').equals(expected[index] ?? new Uint8Array()), `picture ${index}`).toBe(
      true,
    )
  }
  expect(shown).toHaveLength(steps.length)
}

/** Feeds an encoder with areas filled by a function of the pixel. */
class Canvas {
  #encoder: H264Encoder
  constructor(encoder: H264Encoder) {
    this.#encoder = encoder
  }

  fill(colour: (x: number, y: number) => number, area?: { x: number; y: number; width: number; height: number }) {
    const { x, y, width, height } = area ?? { x: 0, y: 0, width: this.#encoder.width, height: this.#encoder.height }
    const rgba = new Uint8Array(width * height * 4)
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const rgb = colour(x + column, y + row)
        rgba.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], (row * width + column) * 4)
      }
    }
    this.#encoder.picture.replace(rgba, x, y, width, height)
  }
}

const noise = (x: number, y: number) => Math.imul(x * 7_919 + y * 104_729 + 1, 0x9e3779b1) >>> 8
const gradient = (_x: number, y: number) => ((y & 255) << 16) | (96 << 8) | (255 - (y & 255))
const stripes = (x: number) => ((x * 5) & 255) * 0x010101
const white = () => 0xffffff
const card = { x: 32, y: 48, width: 64, height: 32 }

describe('a decoder shows what the encoder was given', () => {
  it('in a key frame of noise, all of it PCM', async () => {
    await expectExact(360, 640, [{ kind: 'key', draw: (canvas) => canvas.fill(noise) }])
  })

  it('in a key frame of gradient, white and noise, where prediction and PCM meet', async () => {
    await expectExact(360, 640, [
      {
        kind: 'key',
        draw: (canvas) => {
          canvas.fill(gradient)
          canvas.fill(white, { x: 0, y: 320, width: 360, height: 160 })
          canvas.fill(stripes, { x: 0, y: 480, width: 360, height: 160 })
          canvas.fill(noise, card)
        },
      },
    ])
  })

  it('in delta frames that change a part, then another, then nothing', async () => {
    await expectExact(360, 640, [
      { kind: 'key', draw: (canvas) => canvas.fill(gradient) },
      { kind: 'delta', draw: (canvas) => canvas.fill(noise, card) },
      { kind: 'delta', draw: (canvas) => canvas.fill(white, { x: 0, y: 0, width: 360, height: 96 }) },
      { kind: 'delta', draw: (canvas) => canvas.fill(gradient, card) },
      { kind: 'delta', draw: () => {} },
      { kind: 'delta', draw: (canvas) => canvas.fill(white) },
    ])
  })

  it('when the size is no multiple of 16 and is cropped, also for changes at the far corner', async () => {
    for (const [width, height] of [
      [362, 642],
      [176, 320],
      [18, 30],
      [854, 480],
    ] as const) {
      await expectExact(width, height, [
        { kind: 'key', draw: (canvas) => canvas.fill(gradient) },
        {
          kind: 'delta',
          draw: (canvas) => {
            const [x, y] = [(width - 2) & ~15, (height - 2) & ~15]
            canvas.fill(noise, { x, y, width: width - x, height: height - y })
          },
        },
        { kind: 'delta', draw: (canvas) => canvas.fill(white) },
      ])
    }
  })

  it('past the wrap of frame_num and after a new key frame', async () => {
    const steps: Parameters<typeof expectExact>[2] = [{ kind: 'key', draw: (canvas) => canvas.fill(noise) }]
    for (let frame = 0; frame < 300; frame++) {
      steps.push({
        kind: frame === 280 ? 'key' : 'delta',
        draw: (canvas) => canvas.fill(frame % 2 ? white : stripes, { x: 16, y: 16, width: 32, height: 16 }),
      })
    }
    await expectExact(64, 48, steps)
  }, 30_000)
})
