import {
  StateMachine,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate'
import { actorName } from './actor-name.ts'
import {
  recordingVersion,
  type Deed,
  type Moment,
  type RecordedActor,
  type RecordedEntry,
  type RecordedStep,
  type Recording,
} from './recording.ts'
import { SecretNames } from './secret-names.ts'
import { Secrets } from './secrets.ts'
import { eventWeight } from './weight.ts'
import { changesBetween, Writer, type Written } from './written.ts'

/** What is kept at most. The oldest goes first. */
export interface Bounds {
  entries: number
  /** About, as it stands in the page's memory. */
  bytes: number
}

const usualBounds: Bounds = { entries: 20_000, bytes: 16_000_000 }

interface RecorderOptions {
  /** What secrets are called; the usual names where it is left out. */
  secrets?: SecretNames
  bounds?: Bounds
  /** Unix time in milliseconds. */
  now?: () => number
}

/** What a recording is to be made of. */
interface Wanted {
  build: string
  note?: string
  since?: number
  /** What is told of a field's contents stands in its `value`, with the field's name in `field`, so that secrets are masked. */
  steps?: readonly { does: string }[]
}

/** What an entry weighs with its snapshot, beside what its event brought: what is large in a context came with an event. */
const entryBytes = 600

/** An actor as the inspection tells of it. */
type Inspected = AnyActorRef & { logic?: unknown; _parent?: AnyActorRef }

type SomeSnapshot = Snapshot<unknown>

/**
 * Of a snapshot what tells it from another: its other parts are the machine's own, and the same in each. The snapshot itself is not
 * kept hold of: to keep twenty thousand of them alive cost more than all that is done here.
 */
interface Known {
  /** Undefined as long as it is not known. */
  status: SomeSnapshot['status'] | undefined
  value: unknown
  context: unknown
  children: unknown
  /** What few have. */
  rest: Pick<AnyMachineSnapshot, 'output' | 'error' | 'historyValue'> | undefined
}

interface Actor {
  session: string
  id: string
  src: Inspected['src']
  parent: string | null
  /** Let go of once it has ended, with all that it holds. */
  ref: Inspected | undefined
  machine: AnyStateMachine | undefined
  /** What it was before the oldest of its entries that is kept. */
  base: Known | undefined
  /** Events that were sent to it and that it has not come to yet. */
  waiting: Entry[]
  /** What it did with the event that it is at. */
  doing: unknown[]
  /** How many of its entries are kept. */
  kept: number
}

interface Entry extends Known {
  at: number
  actor: Actor
  source: string | null
  event: EventObject
  /** Actions as they were inspected, to be read when they are written down. */
  deeds: readonly unknown[]
  bytes: number
  /** Whether there was no more room for it. */
  isGone: boolean
}

const none: readonly unknown[] = []
/** Actions that are written down. */
const told: ReadonlySet<string> = new Set(['xstate.emit', 'xstate.raise', 'xstate.sendTo', 'xstate.cancel'])

/**
 * Keeps what every actor of a page does, as far back as it has room. While it listens it only keeps hold of events, states and contexts, which
 * never change; what they say is read, and freed of secrets, when a recording is made of it.
 */
export class Recorder {
  readonly #bounds: Bounds
  readonly #now: () => number
  readonly #secrets: SecretNames
  readonly #actors = new Map<string, Actor>()
  /** In the order in which the events were sent. The oldest is at `#first`; what stands before it is gone. */
  #entries: (Entry | undefined)[] = []
  #first = 0
  #bytes = 0
  readonly #weighed = new WeakSet<object>()

  constructor({ secrets = new SecretNames(), bounds = usualBounds, now = () => Date.now() }: RecorderOptions = {}) {
    this.#bounds = bounds
    this.#now = now
    this.#secrets = secrets
  }

  get size(): number {
    return this.#entries.length - this.#first
  }

  get bytes(): number {
    return this.#bytes
  }

  /** How many entries there are of the time since then. */
  sizeSince(since: number): number {
    const first = this.#entries.findIndex((entry) => entry !== undefined && entry.at >= since)
    return first === -1 ? 0 : this.#entries.length - first
  }

  /** The machine of an actor of which something is kept. */
  machineOf(session: string): AnyStateMachine | undefined {
    return this.#actors.get(session)?.machine
  }

  /** To be given to every actor that has no parent as its `inspect`. */
  readonly observe = (event: InspectionEvent): void => {
    switch (event.type) {
      case '@xstate.event':
        return this.#sent(event.actorRef as Inspected, event.sourceRef as Inspected | undefined, event.event)
      case '@xstate.snapshot':
        return this.#became(event.actorRef as Inspected, event.event, event.snapshot)
      case '@xstate.action':
        if (told.has(event.action.type)) this.#actors.get(event.actorRef.sessionId)?.doing.push(event.action)
        return
      default:
    }
  }

  #sent(ref: Inspected, source: Inspected | undefined, event: EventObject): void {
    const actor = this.#actors.get(ref.sessionId) ?? this.#meet(ref, event)
    actor.waiting.push(this.#push(actor, event, source?.sessionId ?? null))
  }

  #became(ref: Inspected, event: EventObject, snapshot: SomeSnapshot): void {
    const actor = this.#actors.get(ref.sessionId) ?? this.#meet(ref, event)
    // Whoever stops an actor sends it nothing.
    const entry = actor.waiting[0]?.event === event ? (actor.waiting.shift() as Entry) : this.#push(actor, event, null)
    learn(entry, snapshot, actor.machine !== undefined)
    if (entry.isGone) actor.base = momentAlone(entry)
    if (snapshot.status !== 'active') actor.ref = undefined
    if (actor.doing.length > 0) {
      entry.deeds = actor.doing
      actor.doing = []
    }
    this.#makeRoom()
  }

  #meet(ref: Inspected, event: EventObject): Actor {
    const machine = ref.logic instanceof StateMachine ? (ref.logic as AnyStateMachine) : undefined
    const base = event.type === 'xstate.init' ? undefined : knownOf(ref.getSnapshot() as SomeSnapshot, machine)
    const { sessionId: session, id, src, _parent: parent } = ref
    const actor: Actor = {
      session,
      id,
      src,
      parent: parent?.sessionId ?? null,
      ref,
      machine,
      base,
      waiting: [],
      doing: [],
      kept: 0,
    }
    this.#actors.set(ref.sessionId, actor)
    return actor
  }

  #push(actor: Actor, event: EventObject, source: string | null): Entry {
    const bytes = entryBytes + eventWeight(event, this.#weighed)
    const entry: Entry = {
      at: this.#now(),
      actor,
      source,
      event,
      status: undefined,
      value: undefined,
      context: undefined,
      children: undefined,
      rest: undefined,
      deeds: none,
      bytes,
      isGone: false,
    }
    this.#entries.push(entry)
    this.#bytes += bytes
    actor.kept += 1
    return entry
  }

  #makeRoom(): void {
    while (this.size > this.#bounds.entries || (this.#bytes > this.#bounds.bytes && this.size > 1)) this.#dropOldest()
    // Once in so many, so that moving them up costs each of them nothing.
    if (this.#first < 1_024 || this.#first < this.#entries.length / 2) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  #dropOldest(): void {
    const entry = this.#entries[this.#first] as Entry // There is one: the size says so.
    this.#entries[this.#first] = undefined
    this.#first += 1
    this.#bytes -= entry.bytes
    entry.isGone = true
    const { actor } = entry
    actor.kept -= 1
    if (entry.status !== undefined) actor.base = momentAlone(entry)
    if (actor.kept === 0 && actor.base !== undefined && actor.base.status !== 'active')
      this.#actors.delete(actor.session)
  }

  /** What is kept of the time since then, and what was done at the page meanwhile, written down without secrets. */
  recording({ build, note = '', since = 0, steps = [] }: Wanted): Recording {
    const kept = this.#entries.slice(this.#first) as Entry[] // What stands before is gone.
    const recent = kept.filter(({ at }) => at >= since)
    const before = new Map(
      kept.filter(({ at, status }) => at < since && status !== undefined).map((entry) => [entry.actor, entry]),
    )
    const bases = new Map([...this.#actors.values()].map((actor) => [actor, before.get(actor) ?? actor.base]))
    const actors = [...bases].filter(
      ([actor, base]) => base?.status === 'active' || recent.some((entry) => entry.actor === actor),
    )

    const secrets = new Secrets(this.#secrets)
    secrets.learn(note)
    secrets.learn(steps)
    for (const [{ machine }, base] of actors) if (machine !== undefined) secrets.learn(plainMoment(base))
    for (const entry of recent) {
      secrets.learn({ ...entry.event })
      secrets.learn([...entry.deeds])
      if (entry.actor.machine !== undefined) secrets.learn(plainMoment(entry))
    }
    const writer = new Writer(secrets)
    const moments = new Map(actors.map(([actor, base]) => [actor, momentOf(actor, base, writer)]))
    return {
      format: 'phonedeck recording',
      version: recordingVersion,
      build,
      savedAt: this.#now(),
      note: secrets.masked(note),
      actors: actors.map(([actor]): RecordedActor => {
        const { session, id, src, parent, machine } = actor
        return {
          session,
          id,
          name: machine?.id ?? actorName(src, id),
          isMachine: machine !== undefined,
          parent,
          base: moments.get(actor) ?? null,
        }
      }),
      entries: recent.map((entry) => {
        const { actor, at, source } = entry
        const moment = momentOf(actor, cameTo(entry), writer)
        const changes = moment && changesBetween(moments.get(actor) ?? {}, moment)
        if (moment !== null) moments.set(actor, moment)
        return {
          at,
          actor: actor.session,
          source,
          event: written(entry, writer),
          changes,
          deeds: deedsOf(entry, writer),
        }
      }),
      steps: steps.map((step) => writer.write(step) as RecordedStep),
    }
  }
}

const nothingKnown: Readonly<Known> = {
  status: undefined,
  value: undefined,
  context: undefined,
  children: undefined,
  rest: undefined,
}

/** Notes what a snapshot says: of what is no machine only whether it still runs. */
function learn(known: Known, snapshot: SomeSnapshot, isMachine: boolean): void {
  known.status = snapshot.status
  if (!isMachine) return
  const { value, context, children, output, error, historyValue } = snapshot as AnyMachineSnapshot & SomeSnapshot
  known.value = value
  known.context = context
  known.children = children
  if (output !== undefined || error !== undefined || hasAny(historyValue)) known.rest = { output, error, historyValue }
}

function hasAny(fields: object): boolean {
  for (const _ in fields) return true
  return false
}

function knownOf(snapshot: SomeSnapshot, machine: AnyStateMachine | undefined): Known {
  const known = { ...nothingKnown }
  learn(known, snapshot, machine !== undefined)
  return known
}

const forgotten: EventObject = { type: '' }

/** Without the event that led there. Nobody looks at that of an entry that is gone. */
function momentAlone(entry: Entry): Known {
  entry.event = forgotten
  entry.deeds = none
  return entry
}

/** What came of an event: nothing yet, or an error, of which nobody is told where the actor stops over it. */
function cameTo(entry: Entry): Known {
  const { status, actor, event } = entry
  if (status !== undefined || actor.waiting[0]?.event !== event) return entry
  const now = actor.ref?.getSnapshot() as SomeSnapshot | undefined // Every actor's.
  return now?.status === 'error' ? knownOf(now, actor.machine) : entry
}

function plainMoment(known: Known | undefined): Record<string, unknown> | undefined {
  if (known?.status === undefined) return undefined
  const { status, value, context, children, rest } = known
  if (rest === undefined) return { status, value, context, children }
  const { output, error, historyValue } = rest
  return {
    status,
    value,
    context,
    children,
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(hasAny(historyValue) && {
      history: Object.fromEntries(
        Object.entries(historyValue as Record<string, AnyStateNode[]>).map(([id, nodes]) => [
          id,
          nodes.map((node) => node.id),
        ]),
      ),
    }),
  }
}

/** Of machines everything; of what else runs only whether it still does: the machine that started it is told the rest. */
function momentOf({ machine }: Actor, known: Known | undefined, writer: Writer): Moment | null {
  if (known?.status === undefined) return null
  if (machine === undefined) return { status: known.status }
  const { value, ...others } = plainMoment(known) ?? {}
  // The names of states are the chart's, whatever they say.
  const fields = writer.write(others) as { readonly [name: string]: Written; status: string }
  return { ...fields, value: value as Written }
}

/** An event that a child's snapshot came with holds that child's own moment, which is recorded as its own. */
function written({ event, actor }: Entry, writer: Writer): RecordedEntry['event'] {
  const { type, ...carried } = event as EventObject & Record<string, unknown>
  if (actor.machine === undefined && type.startsWith('xstate.promise.')) return { type }
  const { snapshot } = carried
  if (type.startsWith('xstate.snapshot.') && typeof snapshot === 'object' && snapshot !== null) {
    const { status, value, context, output } = snapshot as Record<string, unknown>
    return { type, snapshot: writer.write({ status, value, context, output }) }
  }
  return { ...(writer.write(carried) as { readonly [name: string]: Written }), type }
}

/** An action as it was inspected. */
interface Action {
  type: string
  params?: unknown
}

function deedsOf({ deeds }: Entry, writer: Writer): Deed[] {
  return (deeds as Action[]).flatMap(({ type, params }): Deed[] => {
    if (type === 'xstate.cancel') return [{ did: 'timer cancelled', timer: (params as { sendId: string }).sendId }]
    const { event, id, delay } = params as { event: EventObject; id?: string; delay?: number }
    if (type === 'xstate.emit') return [{ did: 'emitted', event: writer.write(event) }]
    return delay === undefined ? [] : [{ did: 'timer set', timer: String(id), event: event.type, delay }]
  })
}
