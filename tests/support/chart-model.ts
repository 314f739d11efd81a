import { TestModel } from '@xstate/test'
import {
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate'

/** More steps than any of our charts needs; a chart that does is not closed, because its context grows. */
const traversalLimit = 20_000

/** An event, also one of those that only the chart itself raises: `xstate.done.actor.…`, `xstate.after.…`. */
export type ChartEvent = EventObject & Record<string, unknown>

export interface ChartUnderTest<Machine extends AnyStateMachine> {
  machine: Machine
  input?: InputFrom<Machine>
  /** Every event that may happen, each with what it carries. */
  events: readonly ChartEvent[]
  /** What of the context tells one state from another, beside the state's value. Nothing by default. */
  keep?: (context: SnapshotFrom<Machine>['context']) => unknown
  /** Whether whoever performs the paths can make this event happen here, where they can not make all happen anywhere. */
  possible?: (before: SnapshotFrom<Machine>, event: ChartEvent) => boolean
  /** Events after which a tour ends: whoever makes them happen has left. */
  last?: readonly string[]
}

/**
 * The shortest paths that go through every transition of the chart: one for each state with each event and state that
 * led there. An event is followed where the chart takes it; that others are ignored has to be asserted in words.
 */
export function shortestPaths<Machine extends AnyStateMachine>(chart: ChartUnderTest<Machine>) {
  const { machine, input, keep } = chart
  const serialize = (snapshot: AnyMachineSnapshot, event?: EventObject, before?: AnyMachineSnapshot) =>
    JSON.stringify([before?.value, event, snapshot.value, keep?.(snapshot.context)])
  // TestModel wants an event type; ours has also the events that only the chart raises.
  const model = new TestModel<AnyMachineSnapshot, ChartEvent, unknown>(machine, {
    events: (snapshot) => eventsAt(chart, snapshot),
    serializeState: serialize,
    limit: traversalLimit,
  })
  return model.getShortestPaths({ input })
}

/** What may happen in a state. Also an event that the chart forbids is taken: nothing else may come of it. */
const eventsAt = <Machine extends AnyStateMachine>(
  { machine, events, possible }: ChartUnderTest<Machine>,
  snapshot: AnyMachineSnapshot,
): ChartEvent[] =>
  events.filter(
    (event) =>
      machine.getTransitionData(snapshot, event).length > 0 &&
      // The snapshots are the machine's.
      (possible?.(snapshot as SnapshotFrom<Machine>, event) ?? true),
  )

/** An event and the state that it leads to; of the first step of a path, the beginning. */
export type Step = Pick<ReturnType<typeof shortestPaths>[number]['steps'][number], 'event' | 'state'>

/**
 * Few long walks that take every step of the shortest paths: each goes on with the nearest step that none has taken, until it can
 * reach no more of them.
 */
export function tours<Machine extends AnyStateMachine>(chart: ChartUnderTest<Machine>): Step[][] {
  const { machine, keep } = chart
  const stepKey = (before: AnyMachineSnapshot, { event, state }: Step) =>
    JSON.stringify([before.value, event, state.value, keep?.(state.context)])
  const wanted = new Set<string>()
  let beginning: Step | undefined
  for (const { steps } of shortestPaths(chart))
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1]
      if (before) wanted.add(stepKey(before.state, step))
      else beginning = step
    }
  if (beginning === undefined) return []

  const isLast = ({ event }: Step) => chart.last?.includes(event.type) ?? false
  const nearest = (from: AnyMachineSnapshot): Step[] | undefined => {
    const seen = new Set<string>()
    const ways: Step[][] = [[]]
    for (const way of ways) {
      const here = way.at(-1)?.state ?? from
      const events = eventsAt(chart, here)
      // What may happen tells apart what the context is, where that is more than is kept.
      const key = JSON.stringify([here.value, keep?.(here.context), events.map((event) => chart.events.indexOf(event))])
      if (seen.has(key)) continue
      seen.add(key)
      for (const event of events) {
        // Both are the machine's.
        const [state] = transition(machine, here as SnapshotFrom<Machine>, event as EventFromLogic<Machine>)
        const step: Step = { event, state }
        if (wanted.has(stepKey(here, step))) return [...way, step]
        if (!isLast(step)) ways.push([...way, step])
      }
    }
    return undefined
  }

  const all: Step[][] = []
  while (wanted.size > 0) {
    const tour = [beginning]
    let here = beginning
    for (let way = nearest(here.state); way !== undefined && !isLast(here); way = nearest(here.state))
      for (const step of way) {
        wanted.delete(stepKey(here.state, step))
        tour.push(step)
        here = step
      }
    if (tour.length === 1) throw new Error(`no tour takes ${[...wanted].join()}`)
    all.push(tour)
  }
  return all
}

export const titleOf = ({ steps }: { steps: readonly Step[] }): string =>
  steps
    .map(({ event }) => event.type)
    .slice(1)
    .join(' → ') || 'at first'

/** A call that the test answers when it likes. */
export function answeredByHand<Output>() {
  let pending: PromiseWithResolvers<Output> | undefined
  const current = (): PromiseWithResolvers<Output> => {
    if (pending === undefined) throw new Error('nobody has called')
    return pending
  }
  return {
    calls: 0,
    call(): Promise<Output> {
      this.calls += 1
      pending = Promise.withResolvers<Output>()
      return pending.promise
    },
    async answer(output: Output): Promise<void> {
      current().resolve(output)
      await settled()
    },
    async fail(error: unknown): Promise<void> {
      current().reject(error)
      await settled()
    },
  }
}

/** Until all that promises set off has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
