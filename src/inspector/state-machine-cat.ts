import type { AnyStateMachine } from 'xstate'
import { anywhereIn, edgesOf, reactionsOf, type HeatOf } from './chart-edges.ts'
import { chartOf, type ChartState } from './chart.ts'

/** A state as state-machine-cat takes it. */
interface CatState {
  name: string
  label: string
  type: 'regular' | 'initial' | 'final' | 'parallel'
  typeExplicitlySet: true
  class?: string
  actions?: { type: 'entry' | 'exit' | 'activity'; body: string }[]
  statemachine?: { states: CatState[]; transitions?: CatTransition[] }
}

interface CatTransition {
  id: number
  from: string
  to: string
  label: string
  class?: string
}

export interface CatMachine {
  states: CatState[]
  transitions: CatTransition[]
}

/** The machine's chart as state-machine-cat draws it, with its heat where that is known. The names of its states are their paths. */
export function catMachineOf(machine: AnyStateMachine, heatOf?: HeatOf): CatMachine {
  const chart = chartOf(machine)
  const edges = edgesOf(chart, { heatOf })
  const froms = new Set(edges.map(({ from }) => from))
  const beginnings: CatTransition[] = []
  let ids = 0
  const nextId = (): number => (ids += 1)

  const draw = (state: ChartState): CatState => {
    const anywhere = anywhereIn(state.path)
    const states = state.states.map(draw)
    if (froms.has(anywhere))
      states.unshift({
        name: anywhere,
        label: 'in any state',
        type: 'regular',
        typeExplicitlySet: true,
        class: 'anywhere',
      })
    if (state.initial !== undefined) {
      const beginning = `${state.path}.^initial`
      states.unshift({ name: beginning, label: '', type: 'initial', typeExplicitlySet: true })
      beginnings.push({ id: nextId(), from: beginning, to: state.initial, label: '' })
    }
    // A final state is drawn as a mere dot, which says neither its name nor that it is lit: its class says the rest.
    const isRegion = state.states.length > 0
    return {
      name: state.path,
      label: state.name,
      type: 'regular',
      typeExplicitlySet: true,
      ...(state.kind === 'final' ? { class: 'ending' } : {}),
      actions: [
        ...[...new Set(state.invokes)].map((body) => ({ type: 'activity' as const, body: `runs ${body}` })),
        ...state.entry.map((body) => ({ type: 'entry' as const, body })),
        ...state.exit.map((body) => ({ type: 'exit' as const, body })),
        ...reactionsOf(state).map((body) => ({ type: 'activity' as const, body })),
      ],
      ...(isRegion ? { statemachine: { states } } : {}),
    }
  }
  const root = draw(chart)
  const arrows = edges.map(({ from, to, lines, heat }) => ({
    id: nextId(),
    from,
    to,
    label: lines.join('\n'),
    ...(heat && { class: heat }),
  }))
  return { states: [root], transitions: [...beginnings, ...arrows] }
}
