import type { AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate'
import type { Proof } from '../../../packages/machines-inspector/src/charts/proof.ts'
import { pathOf, transitionName, transitionNames } from '../../../packages/machines-inspector/src/charts/chart.ts'
import { wordsFor } from './broken-words.ts'
import { randomWalks, shortened, shortestWays } from './generated-paths.ts'
import { GuardWatch } from './guard-watch.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { brokenBy, perform } from './performance.ts'
import { Stage } from './played-machine.ts'
import type { AnySpecification } from './specification.ts'
import { followersOf, TransitionOrder } from './transition-pairs.ts'

/** What the generated paths and the requirements notice of a chart's mutants, and how far they go through it. */
interface Score {
  mutants: number
  survivors: string[]
  /** By transition. */
  transitions: Map<string, Proof>
  /** Which kills of mutants each requirement was the first to make. */
  kills: Map<string, number>
}

const randomWalkCount = 60

/** The chart breaks a requirement as it is, without any mistake that was made on purpose; the message says where. */
export class BrokenRequirement extends Error {}

/** A path, and where the unchanged machine goes on it. */
interface Way {
  specified: AnySpecification
  happenings: string[]
  states: ReadonlySet<string>
  taken: ReadonlySet<string>
  /** Each transition and where it led, and each event that came next: what one has to go through in turn. */
  moves: ReadonlySet<string>
  order: TransitionOrder
}

function wayOf(specified: AnySpecification, happenings: string[]): Way {
  const states = new Set<string>()
  const taken = new Set<string>()
  const moves = new Set<string>()
  const order = new TransitionOrder()
  let before = ''
  const watch = (event: InspectionEvent) => {
    if (event.actorRef.sessionId !== event.rootId) return
    if (event.type === '@xstate.event') moves.add(`${before} ${event.event.type}`)
    if (event.type !== '@xstate.microstep') return
    const { _transitions: transitions } = event
    order.take(transitions)
    for (const transition of transitions) {
      taken.add(transitionName(transition))
      states.add(pathOf(transition.source))
    }
    const { value, _nodes: nodes } = event.snapshot as AnyMachineSnapshot
    before = JSON.stringify([value, transitions.map(transitionName)])
    moves.add(before)
    for (const node of nodes) states.add(pathOf(node))
  }
  const performed = perform(specified, happenings, { watch })
  const broken = brokenBy(specified, performed)
  if (broken !== undefined) throw new BrokenRequirement(wordsFor(specified, shortened(specified, broken)))
  // What only takes time makes no event, unless there is a mistake in a timer.
  const last = performed.steps[performed.taken.length]
  if (last !== undefined && last.at > last.before.at) moves.add(`${performed.place} ${last.happened}`)
  return { specified, happenings: performed.taken, states, taken, moves, order }
}

/** The shortest ways, and those random walks that go where no other one of them went. */
function waysThrough(specified: AnySpecification): Way[] {
  const made = new Set<string>()
  const isNew = ({ moves }: Way): boolean => {
    const { size } = made
    for (const move of moves) made.add(move)
    return made.size > size
  }
  const walks = randomWalks(specified, randomWalkCount).map((way) => wayOf(specified, way))
  return [...walks.filter(isNew), ...shortestWays(specified).map((way) => wayOf(specified, way))]
}

/** Makes every mutant of a chart, and looks which of them a requirement notices on some path. */
export function scoreOf(specifications: readonly AnySpecification[]): Score {
  const ways = specifications
    .flatMap(waysThrough)
    .toSorted((one, other) => one.happenings.length - other.happenings.length)
  const sentences = specifications.flatMap(({ requirements }) => Object.keys(requirements))
  const kills = new Map(sentences.map((sentence) => [sentence, 0]))
  const survivors: Mutant[] = []
  const [{ machine }] = specifications as [AnySpecification] // All are of the same machine, and there is one at least.
  const mutants = mutantsOf(machine)
  for (const mutant of mutants) {
    const killer = killerOf(mutant, specifications, ways)
    if (killer === undefined) survivors.push(mutant)
    else kills.set(killer, (kills.get(killer) ?? 0) + 1)
  }
  return {
    mutants: mutants.length,
    survivors: survivors.map(({ name }) => name),
    kills,
    transitions: proofsOf(machine, ways, mutants, survivors),
  }
}

/** What all of that proves of each transition. */
function proofsOf(
  machine: AnyStateMachine,
  ways: readonly Way[],
  mutants: readonly Mutant[],
  survivors: readonly Mutant[],
): Map<string, Proof> {
  const answers = answersOn(ways)
  const followers = followersOf(machine)
  return new Map(
    transitionNames(machine).map((name) => {
      const isIn = ({ transition }: Mutant): boolean => transition === name
      const made = mutants.filter(isIn).length
      const next = followers.get(name) ?? new Set()
      const came = new Set(ways.flatMap(({ order }) => [...(order.followers.get(name) ?? [])]))
      return [
        name,
        {
          paths: ways.filter(({ taken }) => taken.has(name)).length,
          mutants: made,
          noticed: made - survivors.filter(isIn).length,
          ...answers(name),
          next: next.size,
          followed: [...next].filter((one) => came.has(one)).length,
        },
      ]
    }),
  )
}

/** What the conditions of transitions answer on the paths. */
function answersOn(ways: readonly Way[]): (name: string) => Pick<Proof, 'answered'> {
  const watches = new Map(ways.map(({ specified }) => [specified, new GuardWatch(specified)]))
  for (const { specified, happenings } of ways) {
    const watch = watches.get(specified)
    perform(specified, happenings, { stage: watch?.stage })
  }
  const all = [...watches.values()]
  return (name) => {
    if (!all.some(({ names }) => names.includes(name))) return {}
    const [yes, no] = [true, false].map((answer) => all.some((watch) => watch.saw(name, answer)))
    return { answered: yes && no ? 'true and false' : yes ? 'only true' : no ? 'only false' : 'nothing' }
  }
}

/** The sentence that notices the mistake; undefined where none does. */
function killerOf(
  { made, state, transition }: Mutant,
  specifications: readonly AnySpecification[],
  ways: readonly Way[],
): string | undefined {
  const stages = new Map(specifications.map((specified) => [specified, new Stage(specified, made)]))
  // Until it is in the state that the mistake is in, it is the machine that it was.
  const through = ways.filter(({ states }) => states.has(state))
  // What takes the very transition tells soonest.
  const [taking, others] = [true, false].map((takes) =>
    through.filter(({ taken }) => (transition !== undefined && taken.has(transition)) === takes),
  )
  for (const { specified, happenings } of [...(taking ?? []), ...(others ?? [])]) {
    const broken = brokenBy(specified, perform(specified, happenings, { stage: stages.get(specified) }))
    if (broken !== undefined) return broken.sentence
  }
  return undefined
}
