import type { AnyStateMachine } from 'xstate'
import {
  layoutOf,
  metrics,
  type ChartLayout,
  type Chip,
  type PlacedArrow,
  type PlacedState,
  type Rectangle,
} from './chart-layout.ts'
import { chartStyle, countStyle } from './chart-style.ts'
import { chartOf, type Counts } from './chart.ts'
import type { DrawnText, Span } from './drawn-text.ts'
import { coldest, heatOf, wordsOfProof, type Proof } from './proof.ts'

/** What is proved of each transition, by name; nothing where the chart has no requirements. */
export type Proofs = Readonly<Record<string, Proof>>

interface Point {
  x: number
  y: number
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** A tenth of a pixel is more than anybody sees, and less than where two machines might differ. */
const at = (value: number): string => String(Math.round(value * 10) / 10)
const point = ({ x, y }: Point): string => `${at(x)} ${at(y)}`

const rectangle = ({ x, y, width, height }: Rectangle, radius: number, name = ''): string =>
  `<rect${name === '' ? '' : ` class="${name}"`} x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="${radius}"/>`

const spanned = ({ kind, text }: Span, isHalf: boolean): string => {
  if (kind === 'doing' || kind === 'name') return escaped(text)
  return `<tspan class="${kind === 'guard' && isHalf ? 'guard half' : kind}">${escaped(text)}</tspan>`
}

/** Lines of text whose first baseline is at `y`. They keep their width in whatever font a browser has. */
const textAt = ({ lines }: DrawnText, x: number, y: number, { name = '', isHalf = false } = {}): string[] =>
  lines.map(
    (line, index) =>
      `<text${name === '' ? '' : ` class="${name}"`} x="${at(x)}" y="${at(y + index * metrics.line)}" textLength="${at(line.width)}" lengthAdjust="spacingAndGlyphs">${line.spans.map((span) => spanned(span, isHalf)).join(' ')}</text>`,
  )

/** A way in right angles, with its corners rounded. */
function wayThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${point(first)}`]
  for (const [index, corner] of rest.entries()) {
    const before = points[index] ?? corner
    const next = rest[index + 1]
    if (next === undefined) parts.push(`L${point(corner)}`)
    else {
      const radius = Math.min(6, distance(before, corner) / 2, distance(corner, next) / 2)
      parts.push(`L${point(towards(corner, before, radius))}Q${point(corner)} ${point(towards(corner, next, radius))}`)
    }
  }
  return parts.join('')
}

const distance = (one: Point, other: Point): number => Math.abs(one.x - other.x) + Math.abs(one.y - other.y)

/** So far from one point towards another, which is straight above, below or beside it. */
const towards = (from: Point, to: Point, by: number): Point => ({
  x: from.x + Math.sign(Math.round(to.x - from.x)) * by,
  y: from.y + Math.sign(Math.round(to.y - from.y)) * by,
})

/** The tip of an arrow that comes from `before`. */
function tipAt(end: Point, before: Point): string {
  const foot = towards(end, before, tip)
  const side = {
    x: (Math.sign(Math.round(end.y - foot.y)) * tip) / 2,
    y: (Math.sign(Math.round(end.x - foot.x)) * tip) / 2,
  }
  return `M${point(end)}L${point({ x: foot.x + side.x, y: foot.y + side.y })}L${point({ x: foot.x - side.x, y: foot.y - side.y })}Z`
}

function arrow({ edge, points }: PlacedArrow, proofs: Proofs): string {
  const end = points.at(-1)
  const before = points.at(-2)
  if (end === undefined || before === undefined) throw new Error(`the arrow from ${edge.from} has no length`)
  const heat = coldest(edge.transitions.map(({ name }) => heatNamed(proofs, name))) ?? ''
  return [
    `<g class="arrow ${heat}" data-from="${escaped(edge.from)}" data-to="${escaped(edge.to)}">`,
    `<path class="way" d="${wayThrough([...points.slice(0, -1), towards(end, before, tip - 1)])}"/>`,
    `<path class="tip" d="${tipAt(end, before)}"/>`,
    '</g>',
  ].join('')
}

function heatNamed(proofs: Proofs, name: string) {
  const proof = proofs[name]
  return proof && heatOf(proof)
}

/** Chips one below the other, each of them as wide as all. */
function chipsAt(chips: readonly Chip[], { x, y, width }: Rectangle, proofs: Proofs): string[] {
  let top = y
  return chips.map((chip) => {
    const box = { x, y: top, width, height: chip.height }
    top += chip.height + metrics.chipGap
    return chipAt(chip, box, proofs[chip.transition.name])
  })
}

function chipAt({ transition, lines, width }: Chip, box: Rectangle, proof: Proof | undefined): string {
  const { name, actions } = transition
  const told = [
    name,
    ...(actions.length === 0 ? [] : [`does: ${actions.join(', ')}`]),
    ...(proof ? wordsOfProof(proof) : []),
  ]
  const isHalf = proof?.answered !== undefined && proof.answered !== 'true and false'
  const { x, y, height } = box
  const strip = { x: x + 3, y: y + height - 2, width: box.width - 3, height: 2 }
  return [
    `<g class="transition ${proof ? heatOf(proof) : ''}" data-transition="${escaped(name)}">`,
    `<title>${escaped(told.join('\n'))}</title>`,
    rectangle(box, 3),
    rectangle({ x, y, width: 3, height }, 1.5, 'heat'),
    ...(proof === undefined || proof.next === 0
      ? []
      : [
          rectangle(strip, 1, 'next'),
          rectangle({ ...strip, width: (strip.width * proof.followed) / proof.next }, 1, 'followed'),
        ]),
    ...textAt({ lines, width }, x + metrics.chipInset + 1, y + metrics.chipAbove + baseline, { isHalf }),
    '</g>',
  ].join('')
}

const classesOf = ({ kind, isFrame }: PlacedState, isRegion: boolean): string =>
  [
    'state',
    ...(isFrame ? ['frame'] : []),
    ...(isRegion ? ['region'] : []),
    ...(['history', 'final', 'anywhere'].includes(kind) ? [kind] : []),
  ].join(' ')

const boxOf = ({ box, kind }: PlacedState): string[] => [
  rectangle(box, kind === 'anywhere' || kind === 'history' ? box.height / 2 : 6),
  ...(kind === 'final'
    ? [rectangle({ x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6 }, 4)]
    : []),
]

/** What a state says, from a corner of its box on. */
function wordsAt({ words: { name, deeds, chips, width } }: PlacedState, { x, y }: Point, proofs: Proofs): string[] {
  const left = x + metrics.inset
  let top = y + metrics.inset - 4
  const parts = textAt(name, left, top + baseline + 3, { name: 'name' })
  top += metrics.nameLine
  for (const deed of deeds) {
    parts.push(...textAt(deed, left, top + baseline))
    top += deed.lines.length * metrics.line
  }
  return [...parts, ...chipsAt(chips, { x: left, y: top + 4, width: width - 2 * metrics.inset, height: 0 }, proofs)]
}

/**
 * Where the words of a frame begin: at its left, or further right where an arrow comes through them from above; at its left after all where
 * there is no room.
 */
function clearOf(arrows: readonly PlacedArrow[], { box, words: { width, height } }: PlacedState): number {
  const crossings = arrows
    .flatMap(({ points }) => points.slice(1).map((to, index) => [points[index] ?? to, to] as const))
    .filter(
      ([from, to]) =>
        Math.min(from.y, to.y) < box.y + height &&
        Math.max(from.y, to.y) > box.y &&
        Math.max(from.x, to.x) > box.x &&
        Math.min(from.x, to.x) < box.x + box.width,
    )
    .map(([from, to]) => Math.max(from.x, to.x))
  const isClear = (x: number): boolean =>
    x + width <= box.x + box.width && crossings.every((crossing) => crossing < x + 6 || crossing > x + width - 6)
  return [box.x, ...crossings.toSorted((one, other) => one - other)].find(isClear) ?? box.x
}

/** The dot and the short arrow at the box of a state that something begins in. */
function beginning({ x, y }: Rectangle, direction: ChartLayout['direction']): string {
  const end = direction === 'DOWN' ? { x, y: y + 18 } : { x: x + 18, y }
  const from = direction === 'DOWN' ? { x: x - metrics.beginning, y: end.y } : { x: end.x, y: y - metrics.beginning }
  return [
    '<g class="beginning">',
    `<circle cx="${at(from.x)}" cy="${at(from.y)}" r="4"/>`,
    `<path d="M${point(from)}L${point(towards(end, from, tip))}"/>`,
    `<path d="${tipAt(end, from)}"/>`,
    '</g>',
  ].join('')
}

/** Length of an arrow's tip. */
const tip = 7
/** From the top of a line to where its letters stand. */
const baseline = 11

/** The chart in SVG, with what is proved of it and how often it was gone through. The same of all three gives the same bytes. */
export async function chartSvg(machine: AnyStateMachine, proofs: Proofs = {}, counts?: Counts): Promise<string> {
  const { width, height, direction, states, arrows, beginnings } = await layoutOf(chartOf(machine), counts)
  const frames = states.filter(({ isFrame }) => isFrame)
  const parallel = new Set(frames.filter(({ kind }) => kind === 'parallel').map(({ path }) => path))
  const isRegion = ({ path }: PlacedState): boolean => parallel.has(path.slice(0, path.lastIndexOf('.')))
  const group = (state: PlacedState, parts: readonly string[]): string =>
    `<g class="${classesOf(state, isRegion(state))}" data-state="${escaped(state.path)}">${parts.join('')}</g>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="The chart of ${escaped(machine.id)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${chartStyle}${counts === undefined ? '' : countStyle}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...frames.map((frame) => group(frame, boxOf(frame))),
    ...arrows.map((one) => arrow(one, proofs)),
    ...states.map((state) =>
      state.isFrame
        ? group(state, wordsAt(state, { x: clearOf(arrows, state), y: state.box.y }, proofs))
        : group(state, [...boxOf(state), ...wordsAt(state, state.box, proofs)]),
    ),
    ...beginnings.map((box) => beginning(box, direction)),
    ...arrows.flatMap(({ label, chips }) => chipsAt(chips, label, proofs)),
    '</svg>',
    '',
  ].join('\n')
}
