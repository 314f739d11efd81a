import { createMachine, type AnyStateMachine } from 'xstate'
import { chartOf, type ChartState, type ChartTransition } from './inspector.ts'

/** A state as XState takes it; what a drawing says stands in it as words. */
type Config = Record<string, unknown>

/** Of a chart what was walked: those states, with where each frame begins, and those transitions. It is only to be drawn. */
export function walkedChart(
  machine: AnyStateMachine,
  states: ReadonlySet<string>,
  ways: ReadonlySet<string>,
): AnyStateMachine {
  const chart = chartOf(machine)
  const isKept = (state: ChartState, frame: ChartState): boolean =>
    states.has(state.path) || state.path === frame.initial
  const eventsOf = (transitions: readonly ChartTransition[]): Config => {
    const kept = transitions.filter(({ name }) => ways.has(name))
    return Object.fromEntries(
      kept.map(({ event }) => [
        event,
        kept
          .filter((transition) => transition.event === event)
          .map(({ targets, guard, actions }) => ({
            ...(targets.length > 0 && { target: targets.map((target) => `#${target}`) }),
            ...(guard !== '' && { guard }),
            actions,
          })),
      ]),
    )
  }
  const configOf = (state: ChartState): Config => {
    const within = state.states.filter((inner) => isKept(inner, state))
    return {
      id: state.path,
      entry: state.entry,
      exit: state.exit,
      invoke: state.invokes.map((src) => ({ src })),
      on: eventsOf(state.transitions),
      ...(state.kind === 'final' && { type: 'final' }),
      ...(state.kind === 'history' && { type: 'history' }),
      ...(state.kind === 'parallel' && within.length > 0 && { type: 'parallel' }),
      ...(state.initial !== undefined && within.length > 0 && { initial: state.initial.split('.').at(-1) }),
      ...(within.length > 0 && { states: Object.fromEntries(within.map((inner) => [inner.name, configOf(inner)])) }),
    }
  }
  return createMachine({ ...configOf(chart), id: machine.id })
}
