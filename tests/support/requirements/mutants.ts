import { not, raise, StateMachine, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate'
import {
  actionName,
  nodesWithin,
  pathOf,
  transitionName,
  transitionsOf,
} from '../../../packages/machines-inspector/src/charts/chart.ts'

/** A deliberate mistake in a chart. */
export interface Mutant {
  /** In words, different from every other one of its chart. */
  name: string
  /** The state that the mistake is in, by path. */
  state: string
  /** The transition that it is in; undefined where it is in none. */
  transition?: string
  /** Another machine, with the mistake. */
  made: (machine: AnyStateMachine) => AnyStateMachine
}

/** Makes the mistake in a node that nobody else uses. */
type Mistake = (node: AnyStateNode) => void

/** No chart of ours takes so many steps at once; a mistake may have one turn in a circle for ever. */
const maxIterations = 100

/** A machine that may be changed: the same chart, read anew from what it is written in. */
export function fresh(machine: AnyStateMachine): AnyStateMachine {
  const { config, implementations } = machine
  return new StateMachine({ ...config, options: { maxIterations } }, implementations) as AnyStateMachine // As it was.
}

const nodeAt = (machine: AnyStateMachine, path: readonly string[]): AnyStateNode =>
  path.reduce((node, key) => node.states[key] as AnyStateNode, machine.root) // The path of a node of the same chart.

/** The next of a state's siblings; undefined where it is alone. */
function siblingOf(node: AnyStateNode): AnyStateNode | undefined {
  const siblings = Object.values(node.parent?.states ?? {}).filter(({ type }) => type !== 'history')
  const next = siblings[(siblings.indexOf(node) + 1) % siblings.length]
  return next === node ? undefined : next
}

const without = <Item>(list: readonly Item[], at: number): Item[] => list.filter((_, index) => index !== at)

/** Puts others in the place of one of a state's transitions, by its place among all that leave the state. */
export function replaceTransition(
  node: AnyStateNode,
  at: number,
  others: (transition: AnyTransitionDefinition) => AnyTransitionDefinition[],
): void {
  const wanted = transitionsOf(node)[at]
  const replaced = (list: AnyTransitionDefinition[]) => list.flatMap((one) => (one === wanted ? others(one) : [one]))
  if (node.always) node.always = replaced(node.always)
  for (const [event, list] of node.transitions) node.transitions.set(event, replaced(list))
}

/** Mistakes in one transition: what is said of it, and what stands in its place. */
function mistakesIn({ guard, target = [], actions }: AnyTransitionDefinition) {
  type Mutation = [words: string, others: (transition: AnyTransitionDefinition) => AnyTransitionDefinition[]]
  const all: Mutation[] = [['is removed', () => []]]
  if (guard !== undefined) {
    all.push(['asks the opposite', (one) => [{ ...one, guard: not(one.guard as never) }]]) // The guard as it is written.
    all.push(['asks nothing', (one) => [{ ...one, guard: undefined }]])
  }
  if (target.length > 0) all.push(['leads nowhere', (one) => [{ ...one, target: undefined }]])
  const other = target[0] && siblingOf(target[0])
  if (other)
    all.push([
      `leads to ${other.key}`,
      (one) => [{ ...one, target: one.target?.slice(0, 1).map(siblingOf) as AnyStateNode[] }],
    ]) // It has one.
  for (const [at, action] of actions.entries())
    all.push([`does not ${actionName(action)} (${at + 1})`, (one) => [{ ...one, actions: without(one.actions, at) }]])
  return all
}

/** The timer of `after`, which XState keeps among what is done on entry. */
interface Timer {
  event: { type: string }
  id: string
  delay: number | string | ((args: unknown, params: unknown) => number)
}

/** The same timer, so many times as long. */
function prolonged({ event, id, delay }: Timer, factor: number, { implementations }: AnyStateMachine) {
  const meant = typeof delay === 'string' ? (implementations.delays?.[delay] as Timer['delay']) : delay
  return raise(event, {
    id,
    delay: (args: unknown) => factor * (typeof meant === 'function' ? meant(args, undefined) : Number(meant)),
  })
}

/** Every deliberate mistake that is made in a chart: some for each thing that it says. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const mutants: Mutant[] = []
  for (const node of nodesWithin(machine.root)) {
    const add = (words: string, mistake: Mistake, transition?: string) =>
      mutants.push({
        name: `${transition ?? pathOf(node)} ${words}`,
        state: pathOf(node),
        transition,
        made(original) {
          const mutant = fresh(original)
          mistake(nodeAt(mutant, node.path))
          return mutant
        },
      })

    for (const [at, transition] of transitionsOf(node).entries())
      for (const [words, others] of mistakesIn(transition))
        add(words, (own) => replaceTransition(own, at, others), transitionName(transition))

    for (const moment of ['entry', 'exit'] as const)
      for (const [at, action] of node[moment].entries()) {
        const timer = action as unknown as Timer // Where it is one.
        if (actionName(action) !== '')
          add(`does not ${actionName(action)} on ${moment} (${at + 1})`, (own) => {
            own[moment] = without(own[moment], at)
          })
        else if (moment === 'entry' && timer.delay !== undefined)
          for (const [words, factor] of [
            ['twice as late', 2],
            ['in half the time', 0.5],
          ] as const)
            add(`${timer.event.type} ${words}`, (own) => {
              own.entry = own.entry.with(at, prolonged(own.entry[at] as unknown as Timer, factor, own.machine)) // A timer, too.
            })
      }

    for (const [at, { src, id }] of node.invoke.entries())
      add(`does not run ${typeof src === 'string' ? src : id}`, (own) => {
        Object.defineProperty(own, 'invoke', { value: without(own.invoke, at) })
      })

    const beginning = node.type === 'compound' ? node.initial.target[0] : undefined
    const other = beginning && siblingOf(beginning)
    if (other)
      add(`begins in ${other.key}`, (own) => {
        Object.defineProperty(own, 'initial', { value: { ...own.initial, target: [own.states[other.key]] } })
      })
  }
  return mutants
}
