import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { actorName } from '../recording/actor-name.ts'

/** How often transitions were taken, by name; those that are in it are drawn with their count. */
export type Counts = ReadonlyMap<string, number>

/** What a chart says of one way out of a state, in words. */
export interface ChartTransition {
  /** Different from every other one of its chart. */
  name: string
  /**
   * What happens: an event's type, `✓ load` for an answer, `✗ load` for a failure, `load changes`, `after second`, or
   * `at once`.
   */
  event: string
  /** The condition's name, or what it computes where it has none; empty where there is none. */
  guard: string
  /** Paths of the states that it leads to; empty where it stays in its state. */
  targets: string[]
  actions: string[]
}

export interface ChartState {
  /** Keys from the machine's id down, joined by dots: unique in the chart. */
  path: string
  name: string
  kind: AnyStateNode['type']
  description: string
  entry: string[]
  exit: string[]
  /** Names of the actors that live as long as the state is current. */
  invokes: string[]
  transitions: ChartTransition[]
  /** The path of the state within that it begins in. */
  initial: string | undefined
  states: ChartState[]
}

/** Everything that a machine's chart says, as plain data: what the drawings, the tables and the inspector show. */
export const chartOf = (machine: AnyStateMachine): ChartState => stateOf(machine.root)

/** The state and all within it, from the outside in. */
export const statesWithin = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesWithin)]

/** Every transition that leaves the node itself, in the order in which the chart considers them. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

export const pathOf = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.')

/** The state and all within it, as the machine has them. */
export const nodesWithin = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesWithin),
]

/** A transition in words, different from every other one of its chart. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const { source, guard } = transition
  const siblings = transitionsOf(source).filter(({ eventType }) => eventType === transition.eventType)
  const place = siblings.length > 1 ? `, branch ${siblings.indexOf(transition) + 1}` : ''
  const condition = guard === undefined ? '' : ` [${guardName(guard)}]`
  return `${pathOf(source)}: ${eventName(transition, source)}${condition}${place}`
}

/** Every transition of a chart, by name. */
export const transitionNames = (machine: AnyStateMachine): string[] =>
  nodesWithin(machine.root).flatMap((node) => transitionsOf(node).map(transitionName))

function stateOf(node: AnyStateNode): ChartState {
  const states = Object.values(node.states)
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined
  return {
    path: pathOf(node),
    name: node.key,
    kind: node.type,
    description: node.description ?? '',
    entry: node.entry.map(actionName).filter(isWord),
    exit: node.exit.map(actionName).filter(isWord),
    invokes: node.invoke.map(({ src, id }) => actorName(src, id)),
    transitions: transitionsOf(node).map((transition) => ({
      name: transitionName(transition),
      event: eventName(transition, node),
      guard: guardName(transition.guard),
      targets: (transition.target ?? []).map(pathOf),
      actions: transition.actions.map(actionName).filter(isWord),
    })),
    initial: initial && pathOf(initial),
    states: states.map(stateOf),
  }
}

const isWord = (text: string): boolean => text !== ''

/** An event of the chart's own making, in words; any other by its type. */
export function eventName({ eventType }: Pick<AnyTransitionDefinition, 'eventType'>, node: AnyStateNode): string {
  const type = String(eventType)
  if (type === '') return 'at once'
  const actor = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/.exec(type)
  if (actor !== null) {
    const [, news, id] = actor
    const invoked = node.invoke.find((invocation) => invocation.id === id)
    const name = invoked === undefined ? id : actorName(invoked.src, invoked.id)
    return news === 'snapshot' ? `${name} changes` : `${news === 'done.actor' ? '✓' : '✗'} ${name}`
  }
  if (type.startsWith('xstate.after.')) return `after ${type.slice('xstate.after.'.length, -node.id.length - 1)}`
  if (type.startsWith('xstate.done.state.')) return 'when all is done'
  return type
}

/** A guard: its name, an object with it, or a function; those that XState combines carry their parts. */
type Guard = string | { type: string } | (((...args: unknown[]) => unknown) & { guards?: Guard[]; check?: unknown })

function guardName(guard: unknown): string {
  if (guard === undefined) return ''
  const known = guard as Guard // What a chart may hold.
  if (typeof known === 'string') return known
  if (typeof known !== 'function') {
    const { type, params } = known as { type: string; params?: unknown }
    return [type, ...telling(params)].join(' ')
  }
  if (known.name === 'not') return `not (${(known.guards ?? []).map(guardName).join()})`
  if (known.guards !== undefined) return known.guards.map(guardName).join(known.name === 'or' ? ' or ' : ' and ')
  if (known.name === 'stateIn') return 'another region agrees'
  return withoutParameters(String(known))
}

/** What of a guard's params tells it from its other uses: the values, or the codes that a function picks. */
function telling(params: unknown): string[] {
  if (typeof params === 'function') return [...String(params).matchAll(/\bcodes\.(\w+)/g)].map(([, code = '']) => code)
  return typeof params === 'object' && params !== null ? Object.values(params).map(String) : []
}

/** What an arrow function computes, on one line. */
const withoutParameters = (source: string): string =>
  source
    .replace(/^\([^=]*\)\s*=>\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** An action: its name, an object with it, or one of XState's own, which carries what it was made from. */
interface BuiltIn {
  type: string
  assignment?: unknown
  to?: unknown
  event?: unknown
  eventOrExpr?: unknown
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action
  const { type, assignment, to, event, eventOrExpr } = action as BuiltIn // What a chart may hold.
  const said = event ?? eventOrExpr
  const what = typeof said === 'object' && said !== null && 'type' in said ? String(said.type) : ''
  if (type === 'xstate.assign') {
    const fields = typeof assignment === 'object' && assignment !== null ? Object.keys(assignment) : []
    return ['set', fields.join(', ')].filter(isWord).join(' ')
  }
  if (type === 'xstate.emit') return `say ${what === '' ? 'so' : what}`
  // A timer of `after` is among the transitions.
  if (type === 'xstate.raise') return what.startsWith('xstate.after.') ? '' : `raise ${what}`.trim()
  if (type === 'xstate.sendTo') return `tell ${typeof to === 'string' ? to : 'it'} ${what}`.trim()
  return type === 'xstate.cancel' ? '' : (type ?? '')
}
