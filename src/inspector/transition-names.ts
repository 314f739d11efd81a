import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { eventName, guardName, pathOf, transitionsOf } from './chart.ts'

/** A transition in words, different from every other one of its chart. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const { source, guard } = transition
  const siblings = transitionsOf(source).filter(({ eventType }) => eventType === transition.eventType)
  const place = siblings.length > 1 ? `, branch ${siblings.indexOf(transition) + 1}` : ''
  const condition = guard === undefined ? '' : ` [${guardName(guard)}]`
  return `${pathOf(source)}: ${eventName(transition, source)}${condition}${place}`
}

/** The state and all within it. */
export const nodesWithin = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesWithin),
]

/** Every transition of a chart, by name. */
export const transitionNames = (machine: AnyStateMachine): string[] =>
  nodesWithin(machine.root).flatMap((node) => transitionsOf(node).map(transitionName))
