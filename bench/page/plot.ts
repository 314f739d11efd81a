import type { Point, Series } from '../figure.ts'
import { growthOf } from './growth.ts'
import { inShort } from './table.ts'

const [width, height] = [680, 400]
const [left, right, bottom, lineHeight] = [72, 28, 52, 20]

/** Of series that are ours, in their order, on light and on dark; those that ours are judged by are grey and dashed. */
const colours = [
  ['#215db0', '#4c90f0'],
  ['#b3660f', '#ec9a3c'],
  ['#1c6e42', '#32a467'],
  ['#7c327c', '#bd6bbd'],
] as const

const style = `
  svg { font: 13px system-ui, sans-serif; --paper: #fff; --ink: #1c2127; --faint: #5f6b7c; --line: #dce0e5; --peer: #738091 }
  ${colours.map(([light], index) => `.s${index} { --colour: ${light} }`).join(' ')} .peer { --colour: var(--peer) }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #1c2127; --ink: #f6f7f9; --faint: #abb3bf; --line: #404854; --peer: #8f99a8 }
    ${colours.map(([, dark], index) => `.s${index} { --colour: ${dark} }`).join(' ')}
  }
  .paper { fill: var(--paper) } text { fill: var(--ink) } .faint { fill: var(--faint) } .title { font-weight: 600 }
  .grid { stroke: var(--line) } circle { fill: var(--colour) } .path { fill: none; stroke: var(--colour); stroke-width: 2 }
  .spread { stroke: var(--colour); opacity: 0.5 } .peer .path { stroke-dasharray: 5 4 }`

const textOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** 1, 2 and 5 of each power of ten, or other digits, from the last that is not above the least to the first that is not below the most. */
export function stepsFrom(least: number, most: number, digits: readonly number[] = [1, 2, 5]): number[] {
  const powers = Array.from({ length: 40 }, (_, index) => index - 20)
  const steps = powers.flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)))
  return steps.slice(
    steps.findLastIndex((step) => step <= least),
    steps.findIndex((step) => step >= most) + 1,
  )
}

/** Of the axis of values, from end to end: a tenfold at least, so that what is flat looks flat; powers of ten where more were a crowd. */
function ticksOf(points: readonly Point[]): number[] {
  const values = points.flatMap(({ value, spread = [] }) => [value, ...spread])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const half = Math.sqrt(10)
  const middle = Math.sqrt(least * most)
  const ends = [Math.min(least, middle / half), Math.max(most, middle * half)] as const
  const steps = stepsFrom(...ends)
  return steps.length > 8 ? stepsFrom(...ends, [1]) : steps
}

/** Where a value of a logarithmic axis is, between two places. */
const place = (value: number, [least, most]: readonly [number, number], from: number, to: number): number =>
  Number((from + (Math.log(value / least) / Math.log(most / least)) * (to - from)).toFixed(1))

/** Series of one plot as SVG, on axes of logarithms, with how each grows in words. */
export function plotOf(series: readonly Series[]): string {
  const [{ plot, sizes, unit } = { plot: '', sizes: '', unit: '' }] = series
  const points = series.flatMap((one) => one.points)
  const counts = [...new Set(points.map(({ size }) => size))].toSorted((a, b) => a - b)
  const ticks = ticksOf(points)
  const ends = [ticks[0] ?? 1, ticks.at(-1) ?? 10] as const
  const [top, floor] = [50 + series.length * lineHeight, height - bottom + series.length * lineHeight]
  const x = (size: number): number =>
    place(size, [counts[0] ?? size, counts.at(-1) ?? size], left + 16, width - right - 16)
  const y = (value: number): number => place(value, ends, floor, top)

  const grid = [
    ...ticks.map(
      (tick) =>
        `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(tick)}" y2="${y(tick)}"/>` +
        `<text class="faint" x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${inShort(tick)}</text>`,
    ),
    ...counts.map(
      (count) =>
        `<line class="grid" x1="${x(count)}" x2="${x(count)}" y1="${floor}" y2="${floor + 5}"/>` +
        `<text class="faint" x="${x(count)}" y="${floor + 20}" text-anchor="middle">${inShort(count)}</text>`,
    ),
    `<text class="faint" x="${(left + width - right) / 2}" y="${floor + 40}" text-anchor="middle">${textOf(sizes)}</text>`,
    `<text class="faint" x="${left - 8}" y="${top - 14}" text-anchor="end">${textOf(unit)}</text>`,
  ]
  let ours = 0
  const drawn = series.map(({ name, points, isPeer }, index) => {
    const line = 46 + index * lineHeight
    const path = points.map(({ size, value }, at) => `${at === 0 ? 'M' : 'L'}${x(size)} ${y(value)}`).join('')
    return [
      `<g class="${isPeer ? 'peer' : `s${ours++ % colours.length}`}">`,
      `<path class="path" d="M${left} ${line - 4}h24"/>`,
      `<text x="${left + 32}" y="${line}">${textOf(name)} <tspan class="faint">${growthOf(points)}</tspan></text>`,
      `<path class="path" d="${path}"/>`,
      ...points.flatMap(({ size, spread }) =>
        spread === undefined
          ? []
          : [`<line class="spread" x1="${x(size)}" x2="${x(size)}" y1="${y(spread[0])}" y2="${y(spread[1])}"/>`],
      ),
      ...points.map(({ size, value }) => `<circle cx="${x(size)}" cy="${y(value)}" r="4"/>`),
      '</g>',
    ].join('\n')
  })
  const whole = floor + bottom
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${width}" height="${whole}" role="img">`,
    `<title>${textOf(plot)}</title>`,
    `<style>${style}\n</style>`,
    `<rect class="paper" width="${width}" height="${whole}" rx="6"/>`,
    `<text class="title" x="${left}" y="24">${textOf(plot)}</text>`,
    ...grid,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}
