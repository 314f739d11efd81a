import type { AnyStateMachine } from 'xstate'
import type { Move } from './conversation.ts'
import { chartOf, chartSvg, edgesOf, transitionNames } from './inspector.ts'
import { escaped } from './sequence-svg.ts'
import { walkedChart } from './walked-chart.ts'

/** What was not walked stands back; the numbers are those of the steps. */
const style = `
  .chart { --lit: #0f7b6c; --lit-ground: #e3f4f1 }
  @media (prefers-color-scheme: dark) { .chart { --lit: #3ecdb6; --lit-ground: #12332f } }
  .chart .state:not(.lit), .chart .arrow:not(.lit), .chart .transition:not(.lit) { opacity: 0.42 }
  .chart .lit.state:not(.frame) > rect { fill: var(--lit-ground); stroke: var(--lit); stroke-width: 2.5 }
  .chart .lit.frame > rect { stroke: var(--lit); stroke-width: 1.75 }
  .chart .lit.arrow { --heat: var(--lit) }
  .chart .lit.arrow > .way { stroke-width: 3; stroke-dasharray: none }
  .chart .lit.transition { --heat: var(--lit) }
  .chart .lit.transition > rect:first-of-type { stroke: var(--lit); stroke-width: 1.5 }
  .chart .badge circle { fill: var(--lit); stroke: var(--chart-ground); stroke-width: 2 }
  .chart .badge text { fill: var(--chart-ground); font-size: 11px; font-weight: bold; text-anchor: middle }
`

/** Badges of steps that stand beside each other at a state, at most. */
const maxBadges = 6

/** Wider than this a chart's words are too small on a page: only what was walked is drawn. */
const widest = 1_250

/** Whether a whole chart is legible on a page. */
const fits = (drawing: string): boolean => Number(/width="(\d+)"/.exec(drawing)?.[1]) <= widest

/** The chart, or what was walked of a large one, with the path of the walk lit; where a step ended stands its number. */
export async function litChart(
  machine: AnyStateMachine,
  moves: readonly Move[],
  ends: readonly (ReadonlySet<string> | undefined)[],
): Promise<{ svg: string; isWhole: boolean }> {
  const ways = new Set(moves.flatMap(({ way }) => way.map(({ name }) => name)))
  const passed = moves.flatMap(({ way }) => way.flatMap(({ name, targets }) => [sourceOf(name), ...targets]))
  const states = new Set([...passed, ...moves.flatMap(({ before, after }) => [...(before ?? []), ...after])])
  const whole = await chartSvg(machine)
  if (fits(whole)) return { svg: lit(whole, machine, ways, states, ends), isWhole: true }
  const walked = walkedChart(machine, states, ways)
  const all = new Set(transitionNames(walked))
  return { svg: lit(await chartSvg(walked), walked, all, states, ends), isWhole: false }
}

function lit(
  drawing: string,
  machine: AnyStateMachine,
  ways: ReadonlySet<string>,
  states: ReadonlySet<string>,
  ends: readonly (ReadonlySet<string> | undefined)[],
): string {
  const edges = new Set(
    edgesOf(chartOf(machine))
      .filter(({ transitions }) => transitions.some(({ name }) => ways.has(name)))
      .map(({ from, to }) => `${escaped(from)} ${escaped(to)}`),
  )
  const badges: string[] = []
  const drawn = drawing
    .replaceAll(
      /<g class="state([^"]*)" data-state="([^"]*)">(<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)")?/g,
      (whole, names: string, path: string, _rect: string | undefined, x = '0', y = '0', width = '0') => {
        if (!states.has(path)) return whole
        if (!names.includes('frame'))
          badges.push(...badgesAt(numbersAt(path, ends), Number(x) + Number(width), Number(y)))
        return whole.replace('class="state', 'class="lit state')
      },
    )
    .replaceAll(/<g class="transition ([^"]*)" data-transition="([^"]*)">/g, (whole, _names, name: string) =>
      [...ways].some((way) => escaped(way) === name)
        ? whole.replace('class="transition', 'class="lit transition')
        : whole,
    )
    .replaceAll(
      /<g class="arrow ([^"]*)" data-from="([^"]*)" data-to="([^"]*)">/g,
      (whole, _names, from: string, to: string) =>
        edges.has(`${from} ${to}`) ? whole.replace('class="arrow', 'class="lit arrow') : whole,
    )
  return drawn.replace('</style>', `${style}</style>`).replace(/<\/svg>\n$/, `${badges.join('')}\n</svg>\n`)
}

/** A transition's name begins with the state that it leaves. */
const sourceOf = (name: string): string => name.slice(0, name.indexOf(':'))

const numbersAt = (path: string, ends: readonly (ReadonlySet<string> | undefined)[]): number[] =>
  ends.flatMap((end, index) => (end?.has(path) === true ? [index + 1] : []))

const badgesAt = (numbers: readonly number[], right: number, top: number): string[] =>
  numbers.slice(0, maxBadges).map((number, index, all) => {
    const x = right - (all.length - 1 - index) * 17
    return `<g class="badge"><circle cx="${x}" cy="${top}" r="9"/><text x="${x}" y="${top + 4}">${number}</text></g>`
  })
