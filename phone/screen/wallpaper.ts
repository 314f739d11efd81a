import { type Canvas, openCanvas, type Pen } from './canvas.ts'

/** Colours from the top to the bottom of a screen. */
const palettes: string[][] = [
  ['#16344f', '#2f3f73', '#4d3b7a', '#8a4a72'],
  ['#0f2a43', '#155a72', '#1f8a86', '#79c39a'],
  ['#2a1a4a', '#59307f', '#a2487f', '#ef8a6a'],
  ['#10263f', '#1d4c86', '#3c7fc4', '#9cc7ea'],
  ['#1f2f2a', '#2e5a4a', '#5d8a5c', '#c9c27a'],
  ['#2b1d2f', '#5c2b45', '#a8464b', '#eba35c'],
]
const stripRows = 1_024
const strips = new Map<string[], Canvas>()

/**
 * Paints a phone's wallpaper: the same one each time for a serial number.
 *
 * Every row outside the hills' edges has one colour, which the encoder sends in a few bits; a gradient of Skia's is
 * dithered and would cost its full size, so it comes from a strip of one pixel's width.
 */
export function paintWallpaper(pen: Pen, serial: string, width: number, height: number): void {
  const palette = palettes[hash(serial) % palettes.length] ?? []
  pen.save()
  pen.imageSmoothingEnabled = false
  pen.drawImage(stripOf(palette), 0, 0, 1, stripRows, 0, 0, width, height)
  pen.restore()

  const phase = (hash(`${serial} hills`) % 100) / 100
  for (const [level, rise, shade] of [
    [0.66, 0.045, 'rgba(255,255,255,.055)'],
    [0.76, 0.06, 'rgba(0,0,0,.10)'],
    [0.86, 0.05, 'rgba(0,0,0,.13)'],
  ] as const) {
    hill(pen, width, height, level, rise, phase + level * 3)
    pen.fillStyle = shade
    pen.fill()
  }
}

function hill(pen: Pen, width: number, height: number, level: number, rise: number, phase: number): void {
  const crest = (x: number) => height * (level + rise * Math.sin((x / width + phase) * Math.PI * 2))
  pen.beginPath()
  pen.moveTo(0, height)
  for (let step = 0; step <= 24; step++) pen.lineTo((step / 24) * width, crest((step / 24) * width))
  pen.lineTo(width, height)
  pen.closePath()
}

function stripOf(palette: string[]): Canvas {
  const painted = strips.get(palette)
  if (painted) return painted
  const strip = openCanvas(1, stripRows)
  const pen = strip.getContext('2d')
  const image = pen.createImageData(1, stripRows)
  const stops = palette.map((colour) => Number.parseInt(colour.slice(1), 16))
  for (let row = 0; row < stripRows; row++) {
    const place = (row / (stripRows - 1)) * (stops.length - 1)
    const [from, to] = [stops[Math.floor(place)] ?? 0, stops[Math.ceil(place)] ?? 0]
    const mix = (shift: number) =>
      Math.round(((from >> shift) & 255) * (1 - (place % 1)) + ((to >> shift) & 255) * (place % 1))
    image.data.set([mix(16), mix(8), mix(0), 255], row * 4)
  }
  pen.putImageData(image, 0, 0)
  strips.set(palette, strip)
  return strip
}

/** FNV-1a: spreads serial numbers that differ in their last digit. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
