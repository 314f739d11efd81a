import { statesWithin, type ChartState, type ChartTransition } from './chart.ts'

/** An arrow of a drawing: every transition between the same two places stands on it, one a line. */
export interface ChartEdge {
  from: string
  to: string
  lines: string[]
  /** The least of its transitions, where it is known how well they are tested. */
  heat?: Heat
}

/** How well a transition is tested: no generated path takes it, one does, or every mistake in it is noticed by a requirement. */
export const heats = ['cold', 'taken', 'guarded'] as const
export type Heat = (typeof heats)[number]

/** The heat of a state's transition, by its place among them. */
export type HeatOf = (state: ChartState, place: number) => Heat | undefined

const colder = (one: Heat | undefined, other: Heat | undefined): Heat | undefined =>
  heats.find((heat) => heat === one || heat === other)

/** The place in a drawn state that stands for whichever of its states is current. */
export const anywhereIn = (path: string): string => `${path}.anywhere`

const isWithin = (path: string, outer: string): boolean => path.startsWith(`${outer}.`)

const wordsOf = ({ event, guard }: ChartTransition): string => (guard === '' ? event : `${event} [${guard}]`)

/**
 * The arrows of a chart. Those that only act, and lead nowhere, are `reactionsOf` their state. Where a drawing can't have
 * arrows at frames, they begin at *anywhere* in the frame and end where the frame begins.
 */
export function edgesOf(
  chart: ChartState,
  { atFrames = true, heatOf }: { atFrames?: boolean; heatOf?: HeatOf } = {},
): ChartEdge[] {
  const states = new Map(statesWithin(chart).map((state) => [state.path, state]))
  /** Where a state begins when it is entered as a whole. */
  const beginning = (path: string): string => {
    const { initial } = states.get(path) ?? {}
    return initial === undefined ? path : beginning(initial)
  }
  const edges = new Map<string, ChartEdge>()
  for (const state of states.values())
    for (const [place, transition] of state.transitions.entries())
      for (const target of transition.targets) {
        // No drawing can lead from a frame to itself or into itself, nor from within to the frame.
        const again = target === state.path && state.initial !== undefined
        const leavesFrame = !atFrames && state.initial !== undefined
        const from = again || leavesFrame || isWithin(target, state.path) ? anywhereIn(state.path) : state.path
        const to = again || !atFrames || isWithin(state.path, target) ? beginning(target) : target
        const edge = edges.get(`${from} ${to}`) ?? { from, to, lines: [] }
        edge.lines.push(wordsOf(transition))
        const heat = colder(edge.heat, heatOf?.(state, place))
        if (heat !== undefined) edge.heat = heat
        edges.set(`${from} ${to}`, edge)
      }
  const all = [...edges.values()]
  const isFrame = (path: string): boolean => states.get(path)?.initial !== undefined
  // Between two frames, the way there and the way back would lie on each other.
  const liesOn = (edge: ChartEdge, other: ChartEdge): boolean =>
    isFrame(edge.from) && isFrame(edge.to) && other.from === edge.to && other.to === edge.from
  return all.map((edge, place) =>
    all.slice(0, place).some((other) => liesOn(edge, other)) ? { ...edge, to: beginning(edge.to) } : edge,
  )
}

/** What a state does without being left, one a line. */
export const reactionsOf = ({ transitions }: ChartState): string[] =>
  transitions
    .filter(({ targets }) => targets.length === 0)
    .map((transition) => [wordsOf(transition), transition.actions.join(', ')].filter((part) => part !== '').join(' / '))
