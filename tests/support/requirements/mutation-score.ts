import type { InspectionEvent } from 'xstate'
import { pathOf } from '../../../src/inspector/chart.ts'
import { transitionName, transitionNames } from '../transition-names.ts'
import { randomWalks, shortestWays, wordsFor } from './generated-paths.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { brokenBy, perform } from './performance.ts'
import { Stage } from './played-machine.ts'
import type { AnySpecification } from './specification.ts'

/** What the generated paths and the requirements notice of a chart's mutants, and how far they go through it. */
export interface Score {
  mutants: number
  survivors: string[]
  /** By transition: whether a path takes it, and whether each of its mutants is noticed. */
  transitions: Map<string, 'never taken' | 'taken' | 'guarded'>
  /** Which kills of mutants each requirement was the first to make. */
  kills: Map<string, number>
}

const randomWalkCount = 60

/** A path, and where the unchanged machine goes on it. */
interface Way {
  happenings: string[]
  states: ReadonlySet<string>
  taken: ReadonlySet<string>
}

function wayOf(specified: AnySpecification, happenings: string[]): Way {
  const states = new Set<string>()
  const taken = new Set<string>()
  const watch = (event: InspectionEvent) => {
    if (event.type !== '@xstate.microstep' || event.actorRef.sessionId !== event.rootId) return
    const { _transitions: transitions } = event
    for (const transition of transitions) taken.add(transitionName(transition))
    const { _nodes: nodes } = event.snapshot as unknown as { _nodes: Parameters<typeof pathOf>[0][] } // A machine's.
    for (const node of nodes) states.add(pathOf(node))
  }
  const performed = perform(specified, happenings, { watch })
  const broken = brokenBy(specified, performed)
  if (broken !== undefined) throw new Error(`without any mistake ${wordsFor(broken)}`)
  return { happenings: performed.taken, states, taken }
}

/** Makes every mutant of the chart, and looks which of them a requirement notices on some path. */
export function scoreOf(specified: AnySpecification): Score {
  const all = [...shortestWays(specified), ...randomWalks(specified, randomWalkCount)]
  const ways = all.map((way) => wayOf(specified, way))
  const kills = new Map(Object.keys(specified.requirements).map((sentence) => [sentence, 0]))
  const survivors: Mutant[] = []
  const mutants = mutantsOf(specified.machine)
  for (const mutant of mutants) {
    const killer = killerOf(mutant, specified, ways)
    if (killer === undefined) survivors.push(mutant)
    else kills.set(killer, (kills.get(killer) ?? 0) + 1)
  }
  const taken = new Set(ways.flatMap((way) => [...way.taken]))
  const unguarded = new Set(survivors.map(({ transition }) => transition))
  return {
    mutants: mutants.length,
    survivors: survivors.map(({ name }) => name),
    kills,
    transitions: new Map(
      transitionNames(specified.machine).map((name) => [
        name,
        !taken.has(name) ? 'never taken' : unguarded.has(name) ? 'taken' : 'guarded',
      ]),
    ),
  }
}

/** The sentence that notices the mistake; undefined where none does. */
function killerOf(mutant: Mutant, specified: AnySpecification, ways: readonly Way[]): string | undefined {
  const stage = new Stage(specified, mutant.made)
  for (const { happenings, states } of ways) {
    // Until it is in the state that the mistake is in, it is the machine that it was.
    if (!states.has(mutant.state)) continue
    const broken = brokenBy(specified, perform(specified, happenings, { stage }))
    if (broken !== undefined) return broken.sentence
  }
  return undefined
}
