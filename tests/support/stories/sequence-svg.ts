import { operator, server, type Message } from './conversation.ts'
import { folded, type Said } from './fold.ts'
import { wrapped, type Span } from './inspector.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** How a sequence looks, in the colours of the charts; it brings its own ground. */
const style = `
  svg { color-scheme: light dark; --ground: #ffffff; --head: #f1f4f8; --line: #c3ccd6; --text: #1b2430; --soft: #5a6675; --event: #44505e; --call: #2f6fd0; --emitted: #b96a00; --state: #e7f4ea; --state-line: #2b8a4b; --state-text: #1c6434 }
  @media (prefers-color-scheme: dark) { svg { --ground: #0d1117; --head: #1a212b; --line: #3b4653; --text: #e8edf3; --soft: #9ba8b7; --event: #a9b5c3; --call: #6cb2ff; --emitted: #f0a93b; --state: #12301d; --state-line: #4fbf74; --state-text: #8fe0a9 } }
  text { font: 11px Helvetica, Arial, "Liberation Sans", sans-serif; fill: var(--text) }
  .ground { fill: var(--ground) }
  .head rect { fill: var(--head); stroke: var(--line) }
  .head text { font-size: 12.5px; font-weight: bold; text-anchor: middle }
  .head.outside text { font-weight: normal; font-style: italic; fill: var(--soft) }
  .life { stroke: var(--line); stroke-dasharray: 2 4 }
  .way { fill: none; stroke: var(--kind); stroke-width: 1.5 }
  .tip { fill: var(--kind) }
  .said { text-anchor: middle }
  .aside { text-anchor: start }
  .event { --kind: var(--event) } .start { --kind: var(--soft) } .call, .answer { --kind: var(--call) } .emitted { --kind: var(--emitted) }
  .answer .way, .start .way { stroke-dasharray: 5 4 } .emitted .way { stroke-dasharray: 1 3 }
  .call text, .answer text { fill: var(--call) } .emitted text { fill: var(--emitted) } .start text { fill: var(--soft); font-style: italic }
  .back { fill: var(--ground) }
  .state rect { fill: var(--state); stroke: var(--state-line) }
  .state text { fill: var(--state-text); font-weight: bold; text-anchor: middle }
  .deeds rect { fill: var(--ground); stroke: var(--line); stroke-dasharray: 3 3 }
  .deeds text { fill: var(--soft); font-style: italic; text-anchor: middle }
  .times { fill: none; stroke: var(--soft) } .count { fill: var(--soft); font-weight: bold }
`

const metrics = { margin: 16, head: 26, row: 30, pill: 26, narrowest: 96, side: 34, left: 22 }

/** So wide in whatever font a browser has. */
const fitted = (text: string, kind: Span['kind'] = 'doing'): string =>
  `textLength="${Math.round(widthOf(text, kind) * 10) / 10}" lengthAdjust="spacingAndGlyphs"`

const widthOf = (text: string, kind: Span['kind'] = 'doing'): number => wrapped([{ kind, text }], Infinity).width

/** What became of the one who heard it: another state, or what it did without leaving. */
const outcomeOf = ({ state, deeds }: Message): string | undefined => state ?? deeds

/** `operator`, then the cast from the left as far as it speaks, then `server`. */
const lifelinesOf = (messages: readonly Message[], cast: readonly string[]): string[] =>
  [operator, ...cast, server].filter((name) => messages.some(({ from, to }) => from === name || to === name))

/** Of the box with a name. */
const halfOf = (name: string): number => widthOf(name, 'name') / 2 + 12

/** Where the lifelines stand: so far from each other that what is said fits between them. */
function placesOf(lifelines: readonly string[], messages: readonly Message[]): { at: number[]; width: number } {
  const gaps = lifelines
    .slice(1)
    .map((name, index) => Math.max(metrics.narrowest, halfOf(name) + halfOf(lifelines[index] ?? '') + 14))
  let beyond = halfOf(lifelines.at(-1) ?? '')
  const wide = (from: number, to: number, width: number): void => {
    const between = gaps.slice(from, to).reduce((sum, gap) => sum + gap, 0)
    if (between < width) gaps[to - 1] = (gaps[to - 1] ?? 0) + width - between
  }
  for (const message of messages) {
    const { from, to, label } = message
    const outcome = outcomeOf(message)
    const [one, other] = [lifelines.indexOf(from), lifelines.indexOf(to)].toSorted((a, b) => a - b) as [number, number]
    const width = widthOf(label) + 22
    if (one !== other) wide(one, other, width)
    else if (one < gaps.length) wide(one, one + 1, width + metrics.side)
    else beyond = Math.max(beyond, width + metrics.side)
    if (outcome === undefined) continue
    const half = widthOf(outcome, 'event') / 2 + 12
    const own = lifelines.indexOf(to)
    if (own < gaps.length) wide(own, own + 1, half + 12)
    else beyond = Math.max(beyond, half)
    if (own > 0) wide(own - 1, own, half + 12)
  }
  const first = Math.max(
    halfOf(lifelines[0] ?? ''),
    ...messages
      .filter(({ to }) => to === lifelines[0])
      .map((message) => widthOf(outcomeOf(message) ?? '', 'event') / 2 + 12),
  )
  const at = [metrics.margin + metrics.left + first]
  for (const gap of gaps) at.push((at.at(-1) ?? 0) + gap)
  return { at: at.map(Math.round), width: Math.round((at.at(-1) ?? 0) + beyond + metrics.margin) }
}

/** What was said in a step, in SVG: those who spoke, from the top down what they said, and what became of those who heard it. */
export function sequenceSvg(messages: readonly Message[], cast: readonly string[], title: string): string {
  const { said, left, leftAt } = folded(messages)
  const shown = said.flatMap(({ messages }) => messages)
  const lifelines = lifelinesOf(shown, cast)
  const { at, width } = placesOf(lifelines, shown)
  const x = (name: string): number => at[lifelines.indexOf(name)] ?? 0
  const parts: string[] = []
  let y = metrics.margin + metrics.head + 6
  const draw = ({ messages, times }: Said): void => {
    const top = y
    for (const message of messages) {
      y += metrics.row
      parts.push(arrow(message, x(message.from), x(message.to), y))
      const outcome = outcomeOf(message)
      if (outcome === undefined) continue
      parts.push(pill(outcome, x(message.to), y + 4, message.state === undefined ? 'deeds' : 'state'))
      y += metrics.pill
    }
    if (times > 1) parts.push(repeated(times, top + 8, y + 6))
  }
  for (const [index, one] of said.entries()) {
    if (left > 0 && index === leftAt) {
      y += metrics.row
      parts.push(`<text class="aside" x="${metrics.margin + metrics.left}" y="${y}">… ${left} more</text>`)
    }
    draw(one)
  }
  const height = y + metrics.margin + 8
  const heads = lifelines.map((name) => {
    const half = halfOf(name)
    const outside = name === operator || name === server ? ' outside' : ''
    return [
      `<path class="life" d="M${x(name)} ${metrics.margin + metrics.head}V${height - 8}"/>`,
      `<g class="head${outside}"><rect x="${x(name) - half}" y="${metrics.margin}" width="${2 * half}" height="${metrics.head}" rx="5"/><text x="${x(name)}" y="${metrics.margin + 17}" ${fitted(name, 'name')}>${escaped(name)}</text></g>`,
    ].join('')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    ...heads,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function arrow({ kind, label, from, to }: Message, start: number, end: number, y: number): string {
  const width = widthOf(label)
  if (from === to) {
    const right = start + metrics.side - 8
    return `<g class="${kind}"><path class="way" d="M${start} ${y - 12}H${right - 4}Q${right} ${y - 12} ${right} ${y - 8}V${y - 4}Q${right} ${y} ${right - 4} ${y}H${start + 7}"/>${tip(start, y, 1)}<rect class="back" x="${right + 4}" y="${y - 15}" width="${width + 6}" height="15"/><text class="aside" x="${right + 7}" y="${y - 3}" ${fitted(label)}>${escaped(label)}</text></g>`
  }
  const towards = Math.sign(end - start)
  const middle = Math.round((start + end) / 2)
  return `<g class="${kind}"><rect class="back" x="${Math.round(middle - width / 2 - 4)}" y="${y - 16}" width="${Math.round(width + 8)}" height="14"/><text class="said" x="${middle}" y="${y - 5}" ${fitted(label)}>${escaped(label)}</text><path class="way" d="M${start} ${y}H${end - 7 * towards}"/>${tip(end, y, -towards)}</g>`
}

const tip = (x: number, y: number, back: number): string => `<path class="tip" d="M${x} ${y}l${7 * back} -4v8z"/>`

function pill(state: string, x: number, y: number, kind: 'state' | 'deeds'): string {
  const half = Math.round(widthOf(state, 'event') / 2 + 9)
  return `<g class="${kind}"><rect x="${x - half}" y="${y}" width="${2 * half}" height="19" rx="9.5"/><text x="${x}" y="${y + 13}" ${fitted(state, 'event')}>${escaped(state)}</text></g>`
}

const repeated = (times: number, top: number, bottom: number): string => {
  const x = metrics.margin + 6
  return `<path class="times" d="M${x + 5} ${top}H${x}V${bottom}H${x + 5}"/><text class="count" transform="translate(${x - 4} ${(top + bottom) / 2 + 4}) rotate(-90)" text-anchor="middle">× ${times}</text>`
}
