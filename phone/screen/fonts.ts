import { createRequire } from 'node:module'
import { openCanvas, type Pen, registerFont } from './canvas.ts'

const require = createRequire(import.meta.url)

type Weight = 'light' | 'regular' | 'medium'

/** The family that slices of rare characters are added to when a text first has one. */
const rare = 'Phone Rare'
/** Up to here Unicode is Latin, which the everyday fonts have. */
const lastLatin = 0x24f
/** Characters whose width is remembered, for each font. */
const maxRemembered = 10_000

/** The phone's font as a CSS font string; size in the pen's units. `light` has Latin only: it is for the clock. */
export function font(size: number, weight: Weight = 'regular'): string {
  if (weight === 'light') return `${size}px "Phone Latin Light"`
  if (weight === 'medium') return `${size}px "Phone Latin Medium", "Phone Han Medium", "${rare}"`
  return `${size}px "Phone Latin", "Phone Han", "${rare}"`
}

let ruler: Pen | undefined
const widths = new Map<string, Map<string, number>>()

/**
 * The advance of one character in a font of `font()`. It is remembered, since measuring costs 40 µs; a character that is
 * met for the first time also gets its slice of the font, so a text that has been measured can be drawn.
 */
export function characterWidth(character: string, face: string): number {
  let known = widths.get(face)
  if (!known) widths.set(face, (known = new Map<string, number>()))
  const remembered = known.get(character)
  if (remembered !== undefined) return remembered
  provide(character.codePointAt(0) ?? 0)
  ruler ??= openCanvas(1, 1).getContext('2d')
  ruler.font = face
  const { width } = ruler.measureText(character)
  if (known.size < maxRemembered) known.set(character, width)
  return width
}

interface Slice {
  first: number
  last: number
  subset: string
}

let slices: Slice[] | undefined
const registeredSlices = new Set<string>()

/** Registers the slice of Noto Sans SC that has a code point, if there is one. */
function provide(codePoint: number): void {
  if (codePoint <= lastLatin) return
  slices ??= readSlices()
  let low = 0
  let high = slices.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((slices[middle]?.first ?? Infinity) <= codePoint) low = middle
    else high = middle - 1
  }
  const slice = slices[low]
  if (!slice || slice.first > codePoint || slice.last < codePoint || registeredSlices.has(slice.subset)) return
  registeredSlices.add(slice.subset)
  registerFont(rare, slice.subset, 400)
}

/** Which slice has which code points, sorted, from the font's package: `{"[4]": "U+1f1e9-1f1f5,U+..."}`. */
function readSlices(): Slice[] {
  // `require` is untyped; the package's file is a table of strings.
  const table = require('@fontsource/noto-sans-sc/unicode.json') as Record<string, string>
  return Object.entries(table)
    .flatMap(([subset, ranges]) =>
      ranges.split(',').map((range) => {
        const [first = 0, last = first] = range
          .replace('U+', '')
          .split('-')
          .map((bound) => Number.parseInt(bound, 16))
        return { first, last, subset: subset.replace(/[[\]]/g, '') }
      }),
    )
    .toSorted((one, other) => one.first - other.first)
}
