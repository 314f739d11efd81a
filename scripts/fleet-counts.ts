import { createActor, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate'
import { placeNamed, type SubjectKind, type Transition } from '../domain/charts.ts'
import { advance, deviceLifecycle, snapshotOf, type DeviceEvent } from '../domain/device-lifecycle.ts'
import { jobItemLifecycle } from '../domain/job-item-lifecycle.ts'
import { jobLifecycle } from '../domain/job-lifecycle.ts'
import { leaseLifecycle } from '../domain/lease-lifecycle.ts'
import { openingLifecycle } from '../domain/opening-lifecycle.ts'
import { chartOf, statesWithin, transitionName } from '../packages/machines-inspector/src/charts/chart.ts'

/** Where the counts are kept, from the repository's root. */
export const fleetCountsFile = 'docs/machines/demo-fleet.json'

/** A transition as the database writes it down, and how often it was made. */
export interface CountedTransition extends Transition {
  kind: SubjectKind
  count: number
}

/** What was counted in the demo fleet, and when. */
export interface FleetCounts {
  /** The day, and the commit that was measured. */
  on: string
  commit: string
  /** How long the fleet worked. */
  minutes: number
  phones: number
  transitions: CountedTransition[]
}

/** A kind of transition a line, so that a later count can be compared with it. */
export const writtenCounts = ({ transitions, ...rest }: FleetCounts): string =>
  [
    `${JSON.stringify(rest, undefined, 1).slice(0, -2)},`,
    ' "transitions": [',
    transitions.map((one) => `  ${JSON.stringify(one)}`).join(',\n'),
    ' ]',
    '}',
    '',
  ].join('\n')

/** By what is counted, the chart that it goes through. */
const lifecycles: Readonly<Record<SubjectKind, AnyStateMachine>> = {
  device: deviceLifecycle,
  opening: openingLifecycle,
  lease: leaseLifecycle,
  job: jobLifecycle,
  job_item: jobItemLifecycle,
}

/** The names of the chart's transitions that an event takes, those at once among them. */
function takenBy(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: { type: string }): string[] {
  const taken: string[] = []
  const actor = createActor(machine, {
    snapshot,
    inspect: (news) => {
      if (news.type !== '@xstate.microstep') return
      const { _transitions: transitions } = news
      taken.push(...transitions.map(transitionName))
    },
  }).start()
  taken.length = 0 // What it did at its start.
  actor.send(event)
  actor.stop()
  return taken
}

/** The names of the chart's transitions that stand behind one that is written down. */
function namesOf({ kind, from, cause, facts }: CountedTransition): string[] {
  const machine = lifecycles[kind]
  if (kind !== 'device') {
    const isThere = Object.hasOwn(machine.states, from)
    return isThere ? takenBy(machine, machine.resolveState({ value: from, context: {} }), { type: cause }) : []
  }
  const [held, occupied] = [facts.includes('held'), facts.includes('occupied')]
  const names: string[] = []
  let place = placeNamed(from)
  for (const type of cause.split(', ') as DeviceEvent['type'][]) {
    if (place === undefined) return names
    const life = { ...place, held, occupied }
    names.push(...takenBy(machine, snapshotOf(life), { type }))
    place = advance(life, { type })
  }
  return names
}

/**
 * How often each transition of a chart was taken, by its name; undefined where nothing of the chart is written down. One that leaves
 * its state as it is, and from which nothing follows, is not among them: it changes no state, so that nobody has written it down.
 */
export function countsOf({ transitions }: Pick<FleetCounts, 'transitions'>, machine: AnyStateMachine) {
  if (!Object.values(lifecycles).includes(machine)) return undefined
  const counts = new Map<string, number>()
  for (const { path, transitions: own } of statesWithin(chartOf(machine)))
    for (const { name, targets } of own) if (targets.some((target) => target !== path)) counts.set(name, 0)
  for (const transition of transitions.filter(({ kind }) => lifecycles[kind] === machine))
    for (const name of namesOf(transition)) counts.set(name, (counts.get(name) ?? 0) + transition.count)
  return counts
}
