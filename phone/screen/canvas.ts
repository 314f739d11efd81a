import type * as Skia from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { createRequire } from 'node:module'

export type { Canvas, SKRSContext2D as Pen }

const require = createRequire(import.meta.url)

/** Noto Sans SC's files that every phone needs: Latin, and the Chinese of everyday; the light one is for the clock. */
const everydayFonts: [family: string, subset: string, weight: number][] = [
  ['Phone Latin', 'latin', 400],
  ['Phone Han', 'chinese-simplified', 400],
  ['Phone Latin Medium', 'latin', 500],
  ['Phone Han Medium', 'chinese-simplified', 500],
  ['Phone Latin Light', 'latin', 300],
]

let skia: typeof Skia | undefined

/**
 * Skia and the fonts cost about 30 MB, which sixty phones that nobody looks at need not pay: they are loaded, once a
 * process, when something is first drawn or measured. `require`, because drawing has to begin within the touch that asks
 * for it.
 */
function loadSkia(): typeof Skia {
  if (skia) return skia
  // A phone looks the same on every machine: the machine's own fonts are left alone, which also halves the loading time.
  process.env.DISABLE_SYSTEM_FONTS_LOAD = '1'
  // `require` is untyped; this is the module's own declaration.
  skia = require('@napi-rs/canvas') as typeof Skia
  for (const [family, subset, weight] of everydayFonts) registerFont(family, subset, weight)
  return skia
}

export function openCanvas(width: number, height: number): Canvas {
  return loadSkia().createCanvas(width, height)
}

/** Adds one of Noto Sans SC's files to a family: a named subset, or a numbered slice of it. */
export function registerFont(family: string, subset: string, weight: number): void {
  // woff rather than woff2: half a megabyte more on disk, but it unpacks twice as fast.
  const file = require.resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-${subset}-${weight}-normal.woff`)
  if (!loadSkia().GlobalFonts.registerFromPath(file, family)) throw new Error(`Cannot register the font ${file}`)
}
