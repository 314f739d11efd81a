import { statesWithin, type ChartState, type ChartTransition } from './chart.ts'

/** An arrow of a drawing: every transition between the same two places stands on it. */
export interface ChartEdge {
  from: string
  to: string
  transitions: ChartTransition[]
}

/** The place in a drawn state that stands for whichever of its states is current. */
export const anywhereIn = (path: string): string => `${path}.anywhere`

const isWithin = (path: string, outer: string): boolean => path.startsWith(`${outer}.`)

/**
 * The arrows of a chart; transitions that only act, and lead nowhere, have none. Where a drawing can't have arrows at frames,
 * they begin at *anywhere* in the frame and end where the frame begins.
 */
export function edgesOf(chart: ChartState, { atFrames = true }: { atFrames?: boolean } = {}): ChartEdge[] {
  const states = new Map(statesWithin(chart).map((state) => [state.path, state]))
  /** Where a state begins when it is entered as a whole. */
  const beginning = (path: string): string => {
    const { initial } = states.get(path) ?? {}
    return initial === undefined ? path : beginning(initial)
  }
  const edges = new Map<string, ChartEdge>()
  for (const state of states.values())
    for (const transition of state.transitions)
      for (const target of transition.targets) {
        // No drawing can lead from a frame to itself or into itself, nor from within to the frame.
        const again = target === state.path && state.initial !== undefined
        const leavesFrame = !atFrames && state.initial !== undefined
        const from = again || leavesFrame || isWithin(target, state.path) ? anywhereIn(state.path) : state.path
        const to = again || !atFrames || isWithin(state.path, target) ? beginning(target) : target
        const edge = edges.get(`${from} ${to}`) ?? { from, to, transitions: [] }
        edge.transitions.push(transition)
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
