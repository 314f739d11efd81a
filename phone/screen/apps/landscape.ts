import type { Pen } from '../canvas.ts'

/** A photograph's height where its width is 1. */
export const photoHeight = 4 / 3

const skies = ['#8ec5f0', '#f3b48c', '#b9a5e0', '#f7d08a', '#7fc9bd', '#5d79b8']
const hills = ['#4f8a6b', '#7a5a86', '#3f6f9f', '#8a6b4a', '#2f7d7a', '#344a78']

type Point = [x: number, y: number]

/** Draws, in place of a photograph, a landscape into 1 by `photoHeight`: another for each number. */
export function landscape(pen: Pen, number: number): void {
  const vary = (factor: number, range: number) => ((number * factor) % range) / 100
  pen.save()
  pen.beginPath()
  pen.rect(0, 0, 1, photoHeight)
  pen.clip()
  pen.fillStyle = skies[(number * 5) % skies.length] ?? ''
  pen.fillRect(0, 0, 1, photoHeight)
  pen.fillStyle = 'rgba(255,255,255,.8)'
  pen.beginPath()
  pen.arc(0.2 + vary(37, 60), 0.4 + vary(13, 16), 0.09, 0, Math.PI * 2)
  pen.fill()
  cloud(pen, 0.12 + vary(29, 50), 0.2 + vary(7, 8))
  cloud(pen, 0.7 - vary(23, 50), 0.33 + vary(19, 9))

  const colour = hills[(number * 7) % hills.length] ?? ''
  pen.fillStyle = colour
  pen.globalAlpha = 0.6
  hill(pen, 0.28 + vary(11, 30), 0.58)
  pen.globalAlpha = 1
  const near = 0.72 - vary(17, 30)
  // The slope hides the foot of what stands on it.
  for (const share of [0.44, 0.52, 0.57, 0.66]) tree(pen, onSlope(near, 0.72, -1, share))
  for (const share of [0.38, 0.66]) tree(pen, onSlope(near, 0.72, 1, share))
  house(pen, onSlope(near, 0.72, 1, 0.52))
  pen.fillStyle = colour
  hill(pen, near, 0.72)
  pen.restore()
}

function hill(pen: Pen, peak: number, height: number): void {
  pen.beginPath()
  pen.moveTo(peak - 0.75, photoHeight)
  pen.quadraticCurveTo(peak - 0.1, height, peak, height)
  pen.quadraticCurveTo(peak + 0.1, height, peak + 0.75, photoHeight)
  pen.fill()
}

/** A point of a hill's left (-1) or right (1) slope, `share` of the way up its curve. */
function onSlope(peak: number, height: number, side: 1 | -1, share: number): Point {
  const rest = 1 - share
  return [
    peak + side * (rest * rest * 0.75 + 2 * rest * share * 0.1),
    rest * rest * photoHeight + (1 - rest * rest) * height,
  ]
}

function cloud(pen: Pen, x: number, y: number): void {
  pen.fillStyle = 'rgba(255,255,255,.45)'
  pen.beginPath()
  pen.roundRect(x, y, 0.22, 0.03, 0.015)
  pen.roundRect(x + 0.05, y - 0.022, 0.12, 0.03, 0.015)
  pen.fill()
}

function tree(pen: Pen, [x, y]: Point): void {
  pen.fillStyle = '#33484a'
  pen.fillRect(x - 0.004, y - 0.02, 0.008, 0.036)
  for (const [foot, width] of [
    [0.01, 0.026],
    [0.035, 0.019],
  ] as const) {
    pen.beginPath()
    pen.moveTo(x - width, y - foot)
    pen.lineTo(x, y - foot - 0.05)
    pen.lineTo(x + width, y - foot)
    pen.fill()
  }
}

function house(pen: Pen, [x, y]: Point): void {
  pen.fillStyle = '#f4efe6'
  pen.fillRect(x - 0.034, y - 0.032, 0.068, 0.082)
  pen.fillStyle = '#a4503c'
  pen.beginPath()
  pen.moveTo(x - 0.046, y - 0.03)
  pen.lineTo(x, y - 0.07)
  pen.lineTo(x + 0.046, y - 0.03)
  pen.fill()
  pen.fillStyle = '#ffcf5a'
  pen.fillRect(x - 0.018, y - 0.02, 0.014, 0.016)
  pen.fillRect(x + 0.008, y - 0.02, 0.014, 0.016)
}
