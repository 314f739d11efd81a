import type * as Skia from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { createRequire } from 'node:module'

export type { Canvas, SKRSContext2D as Pen }

/**
 * Skia and a Chinese font cost about 30 MB, which sixty phones that nobody looks at need not pay: they are loaded, once a
 * process, when something is first drawn. `require` because drawing has to begin within the touch that asks for it.
 */
let skia: typeof Skia | undefined

function loadSkia(): typeof Skia {
  if (skia) return skia
  const require = createRequire(import.meta.url)
  // `require` is untyped; this is the module's own declaration.
  const loaded = require('@napi-rs/canvas') as typeof Skia
  const faces: [string, string, number][] = [
    ['Phone Latin', 'latin', 400],
    ['Phone Han', 'chinese-simplified', 400],
    ['Phone Latin Medium', 'latin', 500],
    ['Phone Han Medium', 'chinese-simplified', 500],
    ['Phone Latin Light', 'latin', 300],
  ]
  for (const [name, subset, weight] of faces) {
    const file = require.resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-${subset}-${weight}-normal.woff2`)
    if (!loaded.GlobalFonts.registerFromPath(file, name)) throw new Error(`Cannot register the font ${file}`)
  }
  skia = loaded
  return loaded
}

/** A canvas of so many pixels; the first one of a process loads Skia and the fonts. */
export function openCanvas(width: number, height: number): Canvas {
  return loadSkia().createCanvas(width, height)
}

type Weight = 'light' | 'regular' | 'medium'

/** The phone's font as a CSS font string; `light` has no Chinese of its own. */
export function font(size: number, weight: Weight = 'regular'): string {
  if (weight === 'light') return `${size}px "Phone Latin Light", "Phone Han"`
  if (weight === 'medium') return `${size}px "Phone Latin Medium", "Phone Han Medium"`
  return `${size}px "Phone Latin", "Phone Han"`
}

let ruler: SKRSContext2D | undefined
const widths = new Map<string, Map<string, number>>()

/** The advance of one character (grapheme) in a font of `font()`, remembered since measuring costs 40 µs. */
export function characterWidth(character: string, face: string): number {
  let known = widths.get(face)
  if (!known) widths.set(face, (known = new Map()))
  const remembered = known.get(character)
  if (remembered !== undefined) return remembered
  ruler ??= openCanvas(1, 1).getContext('2d')
  ruler.font = face
  const width = ruler.measureText(character).width
  if (known.size < 10_000) known.set(character, width)
  return width
}
