import { fileURLToPath } from 'node:url'
import type { SKRSContext2D } from '@napi-rs/canvas'

const width = 132
const height = 44
const font = 'Captcha'
const fontFile = fileURLToPath(
  new URL('../../node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-latin-700-normal.woff2', import.meta.url),
)

const between = (low: number, high: number): number => low + Math.random() * (high - low)
const ink = (): string => `hsl(${between(190, 250)} ${between(35, 60)}% ${between(25, 45)}%)`

/** The drawing library is large, so it loads with the first picture. */
let library: ReturnType<typeof loadLibrary> | undefined

const loadLibrary = async () => {
  const loaded = await import('@napi-rs/canvas')
  loaded.GlobalFonts.registerFromPath(fontFile, font)
  return loaded
}

function scribble(paper: SKRSContext2D): void {
  paper.strokeStyle = ink()
  paper.lineWidth = between(1, 2)
  paper.beginPath()
  paper.moveTo(between(0, 20), between(5, height - 5))
  paper.bezierCurveTo(
    ...([between(30, 60), between(-10, height + 10), between(70, 100), between(-10, height + 10)] as const),
    between(width - 20, width),
    between(5, height - 5),
  )
  paper.stroke()
}

/** Draws a few characters, each turned, slanted and shifted, with lines across. Answers a PNG. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const { createCanvas } = await (library ??= loadLibrary())
  const canvas = createCanvas(width, height)
  const paper = canvas.getContext('2d')
  paper.fillStyle = '#f4f6f9'
  paper.fillRect(0, 0, width, height)

  const place = width / (text.length + 0.6)
  paper.textAlign = 'center'
  paper.textBaseline = 'middle'
  for (const [index, character] of text.split('').entries()) {
    paper.setTransform(1, between(-0.25, 0.25), between(-0.35, 0.35), 1, place * (index + 0.8), height / 2)
    paper.rotate(between(-0.3, 0.3))
    paper.font = `${Math.round(between(25, 31))}px ${font}`
    paper.fillStyle = ink()
    paper.fillText(character, between(-2, 2), between(-3, 3))
  }
  paper.resetTransform()
  for (let line = 0; line < 3; line += 1) scribble(paper)
  return canvas.encode('png')
}
