import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate'
import { callers } from './callers.ts'
import type { Call } from './calls.ts'
import { ChartPath, type Places } from './chart-path.ts'
import { emitters } from './emitters.ts'
import {
  errorOf,
  Moments,
  Reader,
  transitionName,
  type ChartTransition,
  type Moment,
  type RecordedActor,
  type RecordedEntry,
  type Recording,
  type Shown,
} from './inspector.ts'

/** Who is no actor, and speaks all the same. */
export const operator = 'operator'
export const server = 'server'

/** What one said to another, and what came of it. */
export interface Message {
  kind: 'event' | 'call' | 'answer' | 'emitted' | 'start'
  from: string
  to: string
  label: string
  /** The states that the one who heard it came to; undefined where it stayed where it was. */
  state?: string | undefined
  /** What it did without leaving. */
  deeds?: string | undefined
}

/** One move of the machine that a story is about. */
export interface Move {
  event: string
  before: Places | undefined
  after: Places
  way: readonly ChartTransition[]
}

/** What came of a step. */
export interface StepRecord {
  messages: Message[]
  moves: Move[]
  /** Where the machine was when the picture was taken. */
  at: Places | undefined
}

interface Asked {
  recording: Recording
  calls: readonly Call[]
  /** When the first step began, and when each ended, in Unix milliseconds. */
  began: number
  ends: readonly number[]
  /** The machine that it is about. */
  chart: string
  cast: readonly string[]
  /** Events that are left out where they lead nowhere. */
  quiet?: readonly string[] | undefined
  machineOf: (id: string) => AnyStateMachine | undefined
}

/** Callbacks that hear what comes over the network, or those who do. */
const fromNetwork = /childEvents|socket|broker|connection|relay|transfer|upload/i

/** Reads from a recording, and from the calls of that time, who said what to whom in each step. */
export function conversation({ recording, calls, began, ends, chart, cast, quiet, machineOf }: Asked): StepRecord[] {
  const { entries } = recording
  const moments = new Moments(recording)
  const actors = new Map(recording.actors.map((actor) => [actor.session, actor]))
  const callsOf = callers(recording, calls)
  const emitterOf = emitters(recording)
  const paths = new Map<string, ChartPath>()
  const pathOf = (name: string): ChartPath | undefined => {
    const machine = machineOf(name)
    if (machine !== undefined && !paths.has(name)) paths.set(name, new ChartPath(machine))
    return paths.get(name)
  }
  const isCast = (actor: RecordedActor | undefined): boolean =>
    actor?.isMachine === true && cast.includes(actor.name) && (actor.name !== chart || mains.has(actor))
  const actorOf = (session: string | null | undefined) => actors.get(session ?? '')
  const mains = mainActors(recording, chart)

  /** Who said it, and how; undefined where nobody did who is of the cast. */
  function saying(index: number, to: RecordedActor, label: string): Message | undefined {
    const { event, source: session } = entries[index] as RecordedEntry // It is there: it is read one by one.
    const { type } = event
    const [source, parent, emitter] = [actorOf(session), actorOf(to.parent), emitterOf.get(index)]
    const said = (from: string, kind: Message['kind'] = 'event', words = label): Message => ({
      kind,
      from,
      to: to.name,
      label: words,
    })
    if (type === 'xstate.init')
      return said(
        parent !== undefined && isCast(parent) ? parent.name : parent === undefined ? operator : to.name,
        'start',
        'starts',
      )
    if (type.startsWith('xstate.snapshot.')) return undefined
    if (source !== undefined && isCast(source)) return said(source.name)
    if (/^xstate\.(?:done|error)\.actor\./.test(type)) {
      const statuses = source === undefined ? [] : (callsOf.get(source.session) ?? []).map(({ status }) => status)
      if (statuses.length === 0) return said(to.name)
      return said(server, 'answer', `${[...new Set(statuses)].join(', ')} · ${label}`)
    }
    if (emitter !== undefined && isCast(emitter)) return said(emitter.name, 'emitted')
    if (emitter !== undefined && !fromNetwork.test(emitter.name)) return undefined
    if (source === undefined) return said(type.startsWith('xstate.') ? to.name : operator)
    if (source.isMachine) return undefined
    return said(fromNetwork.test(source.name) ? server : to.name)
  }

  const steps = ends.map((): StepRecord => ({ messages: [], moves: [], at: undefined }))
  let current: Places | undefined
  let step = 0
  for (const [index, { at, actor: session, event }] of entries.entries()) {
    while (step < ends.length && at > (ends[step] ?? 0)) {
      Object.assign(steps[step] ?? {}, { at: current })
      step += 1
    }
    const record = steps[step]
    if (record === undefined) break
    const actor = actorOf(session)
    const parent = actorOf(actor?.parent)
    if (actor === undefined || event.type === 'xstate.stop') continue
    const say = (message: Message): void => {
      if (at >= began) record.messages.push(message)
    }
    if (!actor.isMachine && event.type === 'xstate.init' && parent !== undefined && isCast(parent))
      for (const { what } of callsOf.get(session) ?? [])
        say({ kind: 'call', from: parent.name, to: server, label: what })
    const path = pathOf(actor.name)
    if (!isCast(actor) || path === undefined) continue

    const [before, after] = [moments.of(session, index), moments.of(session, index + 1)]
    const was = event.type === 'xstate.init' ? undefined : placesAt(path, before)
    const is = placesAt(path, after)
    const label = was === undefined ? event.type : path.wordsOf(event.type, was)
    const isElsewhere = is !== undefined && (was === undefined || !sameSet(was, is))
    const come = isElsewhere
      ? path.leavesOf(is).filter((leaf) => was === undefined || !path.leavesOf(was).includes(leaf))
      : []
    if (!isElsewhere && quiet?.includes(label) === true) continue
    let deeds = ''
    if (mains.has(actor) && is !== undefined) {
      const taken = takenFirst(machineOf(chart), before, event, (other) => moments.of(other, index))
      const isIgnored = !isElsewhere && taken?.length === 0
      const way = isIgnored ? undefined : path.way(was, label, is, taken)
      if (isElsewhere && way === undefined)
        throw new Error(`${chart}: no way by ${label} to ${path.leavesOf(is).join(' · ')}`)
      if (isElsewhere || (way !== undefined && way.length > 0 && !event.type.startsWith('xstate.')))
        record.moves.push({ event: was === undefined ? '●' : label, before: was, after: is, way: way ?? [] })
      if (!isElsewhere) deeds = deedsOf(way)
      current = is
    }
    const said = saying(index, actor, label)
    const outcome = { state: come.length > 0 ? come.join(' · ') : undefined, deeds: deeds === '' ? undefined : deeds }
    if (said !== undefined) say({ ...said, ...outcome })
    else if (come.length > 0) say({ kind: 'event', from: actor.name, to: actor.name, label, ...outcome })
  }
  for (const record of steps.slice(step)) record.at = current
  return steps
}

/** Of the actors of a machine the one that was told most, and those that were there before it or after it. */
function mainActors({ actors, entries }: Recording, chart: string): ReadonlySet<RecordedActor> {
  const lives = actors
    .filter(({ name, isMachine }) => isMachine && name === chart)
    .map((actor) => {
      const own = [...entries.keys()].filter((at) => entries[at]?.actor === actor.session)
      return { actor, length: own.length, first: own[0] ?? 0, last: own.at(-1) ?? entries.length }
    })
    .toSorted((a, b) => b.length - a.length)
  if (lives.length === 0) throw new Error(`no ${chart} was recorded`)
  const mains: typeof lives = []
  for (const life of lives)
    if (mains.every(({ first, last }) => life.last < first || life.first > last)) mains.push(life)
  return new Set(mains.map(({ actor }) => actor))
}

const placesAt = (path: ChartPath, moment: Moment | undefined): Places | undefined =>
  moment?.value === undefined ? undefined : path.placesOf(moment.value as StateValue)

const sameSet = (one: Places, other: Places): boolean =>
  one.size === other.size && [...one].every((path) => other.has(path))

/** What a transition that leads nowhere does, as far as it has names. */
export const deedsOf = (way: readonly ChartTransition[] | undefined): string =>
  (way ?? [])
    .filter(({ targets }) => targets.length === 0)
    .flatMap(({ actions }) => actions)
    .filter((action) => !/^(?:set|tell|say|raise|xstate)/.test(action))
    .join(', ')

/** The names of the transitions that XState itself chooses there; undefined where their guards ask what a recording does not have. */
function takenFirst(
  machine: AnyStateMachine | undefined,
  moment: Moment | undefined,
  { type, ...carried }: RecordedEntry['event'],
  shown: Shown,
): string[] | undefined {
  if (machine === undefined || moment === undefined) return undefined
  const reader = new Reader({ shown, errorOf })
  try {
    const { value, context } = moment
    const snapshot: AnyMachineSnapshot = machine.resolveState({
      value: value as StateValue,
      context: reader.read(context ?? {}),
    })
    const event = { ...(reader.read(carried) as object), type }
    const taken = machine.getTransitionData(snapshot, event).map(transitionName)
    return reader.asked ? undefined : taken
  } catch {
    return undefined // It looked at the page, which is not here.
  }
}
