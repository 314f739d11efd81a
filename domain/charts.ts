import { transition, type AnyStateMachine } from 'xstate'
import {
  deviceLifecycle,
  deviceStatuses,
  isPresent,
  placeAfter,
  type DeviceEvent,
  type DeviceLife,
} from './device-lifecycle.ts'
import { jobItemLifecycle } from './job-item-lifecycle.ts'
import { jobLifecycle } from './job-lifecycle.ts'
import { leaseLifecycle } from './lease-lifecycle.ts'
import { openingLifecycle } from './opening-lifecycle.ts'

/** What has a state of which every change is written down. A lease is its phone's, an opening its environment's. */
export const subjectKinds = ['device', 'opening', 'lease', 'job', 'job_item'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** A change of a state, as it is written down (0047-transitions). */
export interface Transition {
  from: string
  /** The event that led on; empty where nobody said. */
  cause: string
  /** What else the chart asks, as it is after the change. */
  facts: string
  to: string
}

/** A chart as what is written down speaks of it. */
export interface Chart {
  /** In which of them something begins. */
  initial: readonly string[]
  states: readonly string[]
  causes: readonly string[]
  facts: readonly string[]
  /** As it is written: where the text is the same, so is the chart. */
  text: string
  /** Where a cause leads; undefined where the state does not allow it. */
  next(asked: Omit<Transition, 'to'>): string | undefined
}

/** What leads a phone on: an event, or two of which the second follows at once. */
export type PhoneCause = DeviceEvent['type'] | `${DeviceEvent['type']}, ${DeviceEvent['type']}`

/** What befalls a lost phone whose environment is opened on another. */
const abandonedAndAway: PhoneCause = 'abandoned, lost'

type Place = Pick<DeviceLife, 'status' | 'before'>

/** A phone's state with what it was before it went away: `offline/idle`. */
const nameOf = ({ status, before }: Place): string => (before === null ? status : `${status}/${before}`)

const there = deviceStatuses.filter(isPresent)
const places: readonly Place[] = [
  ...there.map((status) => ({ status, before: null })),
  ...[null, ...there].flatMap((before): Place[] => [
    { status: 'offline', before },
    { status: 'booting', before },
  ]),
  { status: 'deleted', before: null }, // Unseen.
  { status: 'deleted', before: 'idle' },
]
const placesByName = new Map(places.map((place) => [nameOf(place), place]))

/** What a phone's state is called, back again; undefined where no phone can be there. */
export const placeNamed = (name: string): Place | undefined => placesByName.get(name)

/** What a machine is written as, its conditions included. */
const textOf = ({ config, implementations }: AnyStateMachine): string =>
  JSON.stringify([config, Object.entries(implementations.guards ?? {}).map(([name, guard]) => [name, String(guard)])])

type Next = Chart['next']

/** The same few hundred questions are asked all the time, and a machine takes its time to answer. */
function remembered(next: Next): Next {
  const answers = new Map<string, string | undefined>()
  return ({ from, cause, facts }) => {
    const question = `${from} ${cause} ${facts}`
    if (!answers.has(question)) answers.set(question, next({ from, cause, facts }))
    return answers.get(question)
  }
}

/** The chart of a phone, or another of its form. */
export const phoneChart = (machine: typeof deviceLifecycle): Chart => ({
  initial: ['offline'],
  states: [...placesByName.keys()],
  causes: [...machine.events, abandonedAndAway],
  facts: ['', 'held', 'occupied', 'held occupied'],
  text: textOf(machine),
  next: remembered(({ from, cause, facts }) => {
    const [held, occupied] = [facts.includes('held'), facts.includes('occupied')]
    let place = placesByName.get(from)
    for (const type of cause.split(', ') as DeviceEvent['type'][])
      // What is no event leads nowhere.
      place = place && placeAfter({ ...place, held, occupied }, { type }, machine)
    return place && nameOf(place)
  }),
})

/** A chart without conditions, each of whose states has one name. @param born states that it begins in, and never comes to */
export function plainChart(machine: AnyStateMachine, born: readonly string[] = []): Chart {
  return {
    initial: [...(machine.root.initial.target ?? []).map(({ key }) => key), ...born],
    states: [...Object.keys(machine.states), ...born],
    causes: machine.events,
    facts: [''],
    text: textOf(machine),
    next: remembered(({ from, cause }) => {
      if (!Object.hasOwn(machine.states, from)) return undefined
      const before = machine.resolveState({ value: from, context: {} })
      const event = { type: cause }
      if (!before.can(event)) return undefined
      return String(transition(machine, before, event)[0].value)
    }),
  }
}

/** The charts that production is held against. */
export const charts: Readonly<Record<SubjectKind, Chart>> = {
  device: phoneChart(deviceLifecycle),
  opening: plainChart(openingLifecycle),
  lease: plainChart(leaseLifecycle),
  job: plainChart(jobLifecycle, ['skipped']),
  job_item: plainChart(jobItemLifecycle),
}

/** Every change of a state that a chart allows. */
export function* allowedBy(chart: Chart): Generator<Transition> {
  for (const from of chart.states)
    for (const cause of chart.causes)
      for (const facts of chart.facts) {
        const to = chart.next({ from, cause, facts })
        if (to !== undefined && to !== from) yield { from, cause, facts, to }
      }
}
