import type { AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { GuardWatch } from './guard-watch.ts'
import { perform, type Broken } from './performance.ts'
import type { AnySpecification } from './specification.ts'

/** Of a longer path only its end is told edge by edge. */
const stepsTold = 8

/** What the chart did in one step. */
interface Deed {
  /** Transitions that were taken, and conditions that were asked, each with its answer, in turn. */
  edges: readonly string[]
  state: string
}

/** What the chart does at each step of a path, the beginning first. */
function deedsOn(specified: AnySpecification, path: readonly string[]): Deed[] {
  const deeds: Deed[] = []
  let edges: string[] = []
  const guards = new GuardWatch(specified, (name, answer) => {
    // What is asked before a transition is known to be possible is asked again when it is taken.
    const words = `${name} says ${answer ? 'yes' : 'no'}`
    if (!edges.includes(words)) edges.push(words)
  })
  const watch = (event: InspectionEvent) => {
    if (event.actorRef.sessionId !== event.rootId || event.type !== '@xstate.microstep') return
    const { _transitions: transitions } = event
    edges.push(...transitions.map((transition) => `${guards.nameOf(transition)} is taken`))
  }
  perform(
    {
      ...specified,
      // It is looked at when a step is over, and may itself ask conditions: what a button may do.
      screen: (snapshot, play) => {
        const screen = specified.screen(snapshot, play)
        deeds.push({ edges, state: JSON.stringify((snapshot as AnyMachineSnapshot).value) }) // A machine's.
        edges = []
        return screen
      },
    },
    path,
    { stage: guards.stage, watch, fair: [] },
  )
  return deeds
}

/**
 * For people: which sentence is broken, after what, by which edges of the chart with the answers of their conditions, and in which state
 * with what on the screen.
 */
export function wordsFor(specified: AnySpecification, { sentence, after, screen, crash }: Broken): string {
  const path = ['at first', ...after]
  const deeds = deedsOn(specified, after)
  const from = Math.max(0, path.length - stepsTold)
  const story = path.slice(from).flatMap((happened, at) => {
    const { edges = [], state = 'it stopped' } = deeds[from + at] ?? {}
    return [
      `  ${happened} → ${state}`,
      ...(edges.length > 0 ? edges : ['no edge is taken']).map((edge) => `      ${edge}`),
    ]
  })
  return [
    `"${sentence}" is broken ${after.length === 0 ? 'at first' : `after ${after.join(' → ')}`}${crash instanceof Error ? `: ${crash.message}` : ''}`,
    ...story,
    `  and then is to be seen: ${JSON.stringify(screen)}`,
  ].join('\n')
}
