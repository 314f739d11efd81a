import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import {
  nodesWithin,
  pathOf,
  transitionName,
  transitionsOf,
} from '../../../packages/machines-inspector/src/charts/chart.ts'

const regionsOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).filter(({ type }) => type !== 'history')

/** The states that come with one that is entered: where it begins, and where that does. */
function descent(node: AnyStateNode): AnyStateNode[] {
  if (node.type === 'parallel') return [node, ...regionsOf(node).flatMap(descent)]
  if (node.type === 'compound') return [node, ...(node.initial.target as AnyStateNode[]).flatMap(descent)] // Nodes.
  // It leads to any state that its parent has been in.
  if (node.type === 'history') return nodesWithin(node.parent as AnyStateNode).filter(({ type }) => type !== 'history')
  return [node]
}

const ancestorsOf = (node: AnyStateNode): AnyStateNode[] =>
  node.parent === undefined ? [] : [node.parent, ...ancestorsOf(node.parent)]

/** What stays as it is while a transition is taken: the state around its source and all its targets. */
function domainOf({ source, target = [], reenter }: AnyTransitionDefinition): AnyStateNode | undefined {
  const isIn = (node: AnyStateNode, outer: AnyStateNode): boolean => ancestorsOf(node).includes(outer)
  if (!reenter && target.every((one) => one === source || isIn(one, source))) return source
  return ancestorsOf(source).find((outer) => target.every((one) => isIn(one, outer)))
}

/** The states that a transition may enter, by path. */
function enteredBy(transition: AnyTransitionDefinition): string[] {
  const { source, target = [], reenter } = transition
  const domain = domainOf(transition)
  return target.flatMap((one) => {
    const around = ancestorsOf(one)
    const between = domain === undefined ? around : around.slice(0, Math.max(0, around.indexOf(domain)))
    const inside = new Set([one, ...around])
    const regions = [...between, ...(domain ? [domain] : [])]
      .filter((outer) => outer.type === 'parallel' && outer !== one)
      .flatMap((outer) => regionsOf(outer).filter((region) => !inside.has(region)))
    const remains = one === source && one === domain && !reenter
    const entered = [...descent(one), ...between, ...regions.flatMap(descent)]
    return entered.filter((node) => !(remains && node === one)).map(pathOf)
  })
}

const leaves = ({ target }: AnyTransitionDefinition): boolean => target !== undefined && target.length > 0

/** By transition: those that leave a state that it may enter. */
export function followersOf(machine: AnyStateMachine): Map<string, Set<string>> {
  const nodes = nodesWithin(machine.root)
  const out = new Map(nodes.map((node) => [pathOf(node), transitionsOf(node).filter(leaves).map(transitionName)]))
  return new Map(
    nodes
      .flatMap(transitionsOf)
      .map((transition) => [
        transitionName(transition),
        new Set(enteredBy(transition).flatMap((path) => out.get(path) ?? [])),
      ]),
  )
}

/** The order in which one machine takes its transitions: which of them left a state that another one had entered. */
export class TransitionOrder {
  /** By transition. */
  readonly followers = new Map<string, Set<string>>()
  /** By the state's path: the transition that entered it last. */
  readonly #entered = new Map<string, string>()

  /** Those of one step. */
  take(transitions: readonly AnyTransitionDefinition[]): void {
    for (const transition of transitions.filter(leaves)) {
      const before = this.#entered.get(pathOf(transition.source))
      if (before === undefined) continue
      const followers = this.followers.get(before) ?? new Set()
      this.followers.set(before, followers.add(transitionName(transition)))
    }
    for (const transition of transitions)
      for (const path of enteredBy(transition)) this.#entered.set(path, transitionName(transition))
  }
}
