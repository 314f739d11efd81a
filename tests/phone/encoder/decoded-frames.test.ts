import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { H264Encoder } from '../../../phone/encoder/h264-encoder.ts'

/** Chromium's WebCodecs is the judge: what it shows must be the encoder's frame, sample by sample. */
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
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

afterAll(async () => {
  await browser?.close()
  server?.close()
})

/** base64 Annex B; a key frame brings the config packet to decode it with. */
interface AccessUnit {
  data: string
  config?: string
}

interface Shown {
  width: number
  height: number
  matrix: string | null
  planes: string
}

/* oxlint-disable unicorn/consistent-function-scoping -- it runs in the page, where nothing of this file's scope exists */
/** Decodes access units one by one, waiting for each frame: a decoder that holds one back times out. */
const decodeInPage = async (units: AccessUnit[]): Promise<Shown[]> => {
  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const shown: Shown[] = []
  let arrived: (frame: VideoFrame) => void = () => {}
  let broke: (error: unknown) => void = () => {}
  const decoder = new VideoDecoder({ output: (frame) => arrived(frame), error: (error) => broke(error) })
  for (const [index, unit] of units.entries()) {
    const sets = bytes(unit.config ?? '')
    if (unit.config) {
      const profile = [...sets.subarray(5, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      decoder.configure({ codec: `avc1.${profile}`, optimizeForLatency: true, hardwareAcceleration: 'prefer-software' })
    }
    const data = bytes(unit.data)
    const packet = new Uint8Array(sets.length + data.length)
    packet.set(sets)
    packet.set(data, sets.length)
    const frame = await new Promise<VideoFrame>((resolve, reject) => {
      arrived = resolve
      broke = reject
      const type = unit.config ? 'key' : 'delta'
      decoder.decode(new EncodedVideoChunk({ type, timestamp: index * 1_000, data: packet }))
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

interface Step {
  kind: 'key' | 'delta'
  draw: (canvas: Canvas) => void
}

/** Runs an encoder of each size through some frames, and expects one decoder to show each of them exactly. */
async function expectExact(...runs: { width: number; height: number; steps: Step[] }[]) {
  const units: AccessUnit[] = []
  const expected: { width: number; height: number; planes: Uint8Array }[] = []
  for (const { width, height, steps } of runs) {
    const encoder = new H264Encoder(width, height, 30)
    const canvas = new Canvas(encoder)
    for (const { kind, draw } of steps) {
      draw(canvas)
      const data = encoder.encode(kind).toString('base64')
      units.push(kind === 'key' ? { data, config: encoder.config.toString('base64') } : { data })
      expected.push({ width, height, planes: encoder.frame.planes() })
    }
  }
  const shown = await page.evaluate(decodeInPage, units)
  expect(shown).toHaveLength(expected.length)
  for (const [index, { width, height, planes }] of expected.entries()) {
    const frame = shown[index]
    expect(frame).toMatchObject({ width, height, matrix: 'bt709' })
    expect(Buffer.from(frame?.planes ?? '', 'base64').equals(planes), `frame ${index}`).toBe(true)
  }
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
    this.#encoder.frame.replace(rgba, x, y, width, height)
  }
}

const noise = (x: number, y: number) => Math.imul(x * 7_919 + y * 104_729 + 1, 0x9e3779b1) >>> 8
const gradient = (_x: number, y: number) => ((y & 255) << 16) | (96 << 8) | (255 - (y & 255))
const stripes = (x: number) => ((x * 5) & 255) * 0x010101
const white = () => 0xffffff
const card = { x: 32, y: 48, width: 64, height: 32 }

function drawMixture(canvas: Canvas) {
  canvas.fill(gradient)
  canvas.fill(white, { x: 0, y: 320, width: 360, height: 160 })
  canvas.fill(stripes, { x: 0, y: 480, width: 360, height: 160 })
  canvas.fill(noise, card)
}

describe('a decoder shows what the encoder was given', () => {
  it('in a key frame of noise, all of it PCM', async () => {
    await expectExact({ width: 360, height: 640, steps: [{ kind: 'key', draw: (canvas) => canvas.fill(noise) }] })
  })

  it('in a key frame of gradient, white and noise, where prediction and PCM meet', async () => {
    await expectExact({ width: 360, height: 640, steps: [{ kind: 'key', draw: drawMixture }] })
  })

  it('in delta frames that change a part, then another, then nothing', async () => {
    await expectExact({
      width: 360,
      height: 640,
      steps: [
        { kind: 'key', draw: (canvas) => canvas.fill(gradient) },
        { kind: 'delta', draw: (canvas) => canvas.fill(noise, card) },
        { kind: 'delta', draw: (canvas) => canvas.fill(white, { x: 0, y: 0, width: 360, height: 96 }) },
        { kind: 'delta', draw: (canvas) => canvas.fill(gradient, card) },
        { kind: 'delta', draw: () => {} },
        { kind: 'delta', draw: (canvas) => canvas.fill(white) },
      ],
    })
  })

  it('when the size is no multiple of 16 and is cropped, also for changes at the far corner', async () => {
    for (const [width, height] of [
      [362, 642],
      [176, 320],
      [18, 30],
      [854, 480],
    ] as const) {
      const [x, y] = [(width - 2) & ~15, (height - 2) & ~15]
      const corner = { x, y, width: width - x, height: height - y }
      await expectExact({
        width,
        height,
        steps: [
          { kind: 'key', draw: (canvas) => canvas.fill(gradient) },
          { kind: 'delta', draw: (canvas) => canvas.fill(noise, corner) },
          { kind: 'delta', draw: (canvas) => canvas.fill(white) },
        ],
      })
    }
  })

  it('when the phone is turned and the size changes with a new config packet', async () => {
    const steps: Step[] = [
      { kind: 'key', draw: (canvas) => canvas.fill(gradient) },
      { kind: 'delta', draw: (canvas) => canvas.fill(noise, card) },
    ]
    await expectExact({ width: 360, height: 640, steps }, { width: 640, height: 360, steps })
  })

  it('past the wrap of frame_num and after a new key frame', async () => {
    const steps: Step[] = [{ kind: 'key', draw: (canvas) => canvas.fill(noise) }]
    for (let frame = 0; frame < 300; frame++) {
      steps.push({
        kind: frame === 280 ? 'key' : 'delta',
        draw: (canvas) => canvas.fill(frame % 2 ? white : stripes, { x: 16, y: 16, width: 32, height: 16 }),
      })
    }
    await expectExact({ width: 64, height: 48, steps })
  })
})
