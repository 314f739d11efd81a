import {
  createActor,
  createMachine,
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate'
import { Moments } from './moments.ts'
import { Reader, type ReaderOptions, type Shown } from './reader.ts'
import type { Moment, RecordedEntry, Recording } from './recording.ts'
import { SecretNames } from './secret-names.ts'
import { Secrets } from './secrets.ts'
import { changesBetween, wordsIn, Writer, type Change, type Written } from './written.ts'

/** What became of an actor's events when they were given to its machine once more. */
export interface Replayed {
  session: string
  machine: string
  /** Events that were given to it. */
  events: number
  /** Those among them whose outcome hung on what no recording has: a function, a store, the clock. It was taken from the recording. */
  taken: number
  /** Where something else came of it than was recorded: the entry, and what would have to change. */
  differing: { entry: number; event: string; changes: readonly Change[] }[]
}

/** Nobody who does anything: what a machine would start, send or say is not done. */
function inertScope(): AnyActorScope {
  const self = createActor(createMachine({}))
  return {
    self,
    id: '',
    sessionId: '',
    logger: () => undefined,
    defer: () => undefined,
    emit: () => undefined,
    system: self.system,
    stopChild: () => undefined,
    actionExecutor: () => undefined,
  }
}

/** One machine that is given events without being run: no call is made, no timer set, no action done. */
export class Rerun {
  readonly #machine: AnyStateMachine
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #scope = inertScope()
  #snapshot: AnyMachineSnapshot
  #moment: Moment

  constructor(machine: AnyStateMachine, base: Moment, options?: ReaderOptions) {
    this.#machine = machine
    this.#reader = new Reader(options)
    this.#writer = new Writer(new Secrets(new SecretNames()), this.#reader.known)
    this.#moment = base
    this.#snapshot = this.#restored(base)
  }

  get moment(): Moment {
    return this.#moment
  }

  /** Goes on from another moment. */
  take(moment: Moment): void {
    this.#moment = moment
    this.#snapshot = this.#restored(moment)
  }

  /** Gives it an event. @returns whether it asked something that no recording has */
  give(event: RecordedEntry['event'], at: number): boolean {
    if (this.#moment.status !== 'active') return false // It has ended.
    const raw = this.#eventOf(event)
    this.#reader.asked = false
    // What it reads from the clock is when it was, as nearly as that is known.
    const { now } = Date
    Date.now = () => {
      this.#reader.asked = true
      return at
    }
    try {
      const next = this.#machine.transition(this.#snapshot, raw, this.#scope) as AnyMachineSnapshot // Its own.
      this.#snapshot = next
      this.#moment = this.#written(next)
    } catch (error) {
      // The page that it looked at is not here.
      if (error instanceof ReferenceError) this.#reader.asked = true
      this.#moment = { ...this.#moment, status: 'error', error: this.#writer.write(error) }
    } finally {
      Date.now = now
    }
    return this.#reader.asked
  }

  #eventOf({ type, ...carried }: RecordedEntry['event']): EventObject {
    if (!type.startsWith('xstate.snapshot.')) return { ...(this.#reader.read(carried) as object), type }
    return { type, snapshot: this.#reader.snapshot(carried.snapshot as Moment) } as EventObject
  }

  #restored(moment: Moment): AnyMachineSnapshot {
    const { status, value, context, output, error, children, history } = moment
    const restored = this.#machine.restoreSnapshot(
      {
        status,
        value,
        context: this.#reader.read(context ?? {}),
        output: output && this.#reader.read(output),
        error: error && this.#reader.read(error),
        children: {},
        historyValue: Object.fromEntries(
          Object.entries((history ?? {}) as Record<string, string[]>).map(([id, ids]) => [
            id,
            ids.map((id) => ({ id })),
          ]),
        ),
      } as unknown as Parameters<AnyStateMachine['restoreSnapshot']>[0], // As it would be kept.
      this.#scope,
    ) as AnyMachineSnapshot
    return {
      ...restored,
      children: this.#reader.read(children ?? {}) as Record<string, AnyActorRef>,
    } as AnyMachineSnapshot
  }

  #written(snapshot: AnyMachineSnapshot): Moment {
    const { status, context, output, error, children } = snapshot
    const fields = {
      status,
      context,
      children,
      ...(output !== undefined && { output }),
      ...(error !== undefined && { error }),
    }
    return { ...(this.#writer.write(fields) as { [name: string]: Written }), status, value: snapshot.value as Written }
  }
}

/** Gives every machine of a recording its events again, from the first snapshot that there is of it, and compares what comes of each. */
export function replay(
  recording: Recording,
  machineOf: (id: string) => AnyStateMachine | undefined,
  { errorOf }: Pick<ReaderOptions, 'errorOf'> = {},
): Replayed[] {
  const moments = new Moments(recording)
  return recording.actors.flatMap(({ session, name, isMachine }) => {
    const machine = isMachine ? machineOf(name) : undefined
    return machine === undefined ? [] : [replayOf(moments, session, machine, errorOf)]
  })
}

function replayOf(
  moments: Moments,
  session: string,
  machine: AnyStateMachine,
  errorOf: ReaderOptions['errorOf'],
): Replayed {
  const replayed: Replayed = { session, machine: machine.id, events: 0, taken: 0, differing: [] }
  let now = 0
  const shown: Shown = (other) => moments.of(other, now)
  const options = errorOf === undefined ? { shown } : { shown, errorOf }
  let rerun: Rerun | undefined
  const base = moments.of(session, 0)
  if (base !== undefined) rerun = new Rerun(machine, base, options)
  for (const [entry, { actor, event, at, changes }] of moments.recording.entries.entries()) {
    if (actor !== session || changes === null) continue
    const recorded = moments.of(session, entry + 1)
    if (recorded === undefined) continue
    if (rerun === undefined) {
      rerun = new Rerun(machine, recorded, options)
      continue
    }
    now = entry
    const asked = rerun.give(event, at)
    replayed.events += 1
    const differences = changesBetween(comparable(rerun.moment), comparable(recorded))
    if (differences.length > 0) {
      if (asked) replayed.taken += 1
      else replayed.differing.push({ entry, event: event.type, changes: differences })
    }
    // It goes on from what it came to. Who its actors are is known only from the recording, where it says the same.
    rerun.take(recorded)
  }
  return replayed
}

/** A moment without what another run would call otherwise: sessions, and the names that XState makes up. */
function comparable(moment: Moment): Written {
  const { status, value, context, output } = moment
  return withoutSessions({ status, value: value ?? null, context: context ?? null, output: output ?? null })
}

function withoutSessions(written: Written): Written {
  if (typeof written !== 'object' || written === null) return written
  if (Array.isArray(written)) return (written as readonly Written[]).map(withoutSessions)
  const fields = written as { readonly [name: string]: Written }
  if (fields.$ === 'actor') return { $: 'actor', id: wordsIn(fields.id).replace(/^x:\d+$/, '') }
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withoutSessions(field)]))
}
