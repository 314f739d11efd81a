import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesWithin, transitionsOf } from './chart.ts'

/** An event that somebody may send to a machine. */
interface SendableEvent {
  type: string
  /** Whether something would come of it just now; what it carries may decide that as well. */
  isHeard: boolean
  /** Whether its transitions look at what it carries: it can't be made from its name alone. */
  carries: boolean
}

/** Of guards and of XState's own actions: what they were made from. */
const parts = ['assignment', 'event', 'to', 'params', 'guards', 'collect', 'input', 'type'] as const

/** Whether the source of a guard or an action, or of what it is made from, reads the event. */
function readsEvent(part: unknown, named: Readonly<Record<string, unknown>>): boolean {
  if (typeof part === 'string') {
    const implementation = named[part]
    return implementation !== undefined && typeof implementation !== 'string' && readsEvent(implementation, named)
  }
  if (Array.isArray(part)) return part.some((one) => readsEvent(one, named))
  if (typeof part === 'function' && /\bevent\b/.test(String(part))) return true
  if (part === null || (typeof part !== 'function' && typeof part !== 'object')) return false
  const fields = part as Record<string, unknown> // A function, or an object.
  const own = parts.some((name) => Object.hasOwn(fields, name) && readsEvent(fields[name], named))
  return (
    own ||
    (Object.hasOwn(fields, 'assignment') &&
      Object.values(fields.assignment ?? {}).some((one) => readsEvent(one, named)))
  )
}

/** What the machine does in a transition from this state on by the event. */
function doneBy(node: AnyStateNode, event: string): unknown[] {
  const transitions = transitionsOf(node).filter(({ eventType }) => eventType === event)
  return transitions.flatMap(({ guard, actions, target = [] }) => [
    guard,
    ...actions,
    ...target.flatMap((one) => [...one.entry, ...one.invoke.map(({ input }) => input)]),
  ])
}

/** The events that the machine knows of, in the order of its chart: those that only XState sends are none. */
export function sendableEvents(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): SendableEvent[] {
  const { guards, actions } = machine.implementations
  const named = { ...guards, ...actions }
  const nodes = nodesWithin(machine.root)
  const types = new Set(nodes.flatMap((node) => transitionsOf(node).map(({ eventType }) => String(eventType))))
  return [...types]
    .filter((type) => type !== '' && type !== '*' && !type.startsWith('xstate.'))
    .map((type) => ({
      type,
      isHeard: isHeard(snapshot, type),
      carries: nodes.some((node) => doneBy(node, type).some((part) => readsEvent(part, named))),
    }))
}

function isHeard(snapshot: AnyMachineSnapshot, type: string): boolean {
  try {
    return snapshot.can({ type })
  } catch {
    // A condition that looks into what the event carries: a state that knows the event may hear it.
    const { _nodes: nodes } = snapshot
    return nodes.some((node) => node.transitions.has(type))
  }
}
