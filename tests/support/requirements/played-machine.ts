import {
  createActor,
  type Actor,
  type ActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type InspectionEvent,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate'
import { forgetEverything } from './browser-memory.ts'
import { fresh } from './mutants.ts'
import { SimulatedTime } from './simulated-time.ts'
import { Step, type Call } from './step.ts'

/** What somebody that was called sends to itself, as the path wants it. */
type Line =
  | { type: 'played.done'; output: unknown }
  | { type: 'played.failed'; error: unknown }
  | { type: 'played.shows'; context: unknown }
  | { type: 'played.tells'; news: EventObject }

type PlayedSnapshot = Snapshot<unknown> & { input: unknown; context: unknown }

/** A machine whose every call is played by whichever path is under way: made once, for all paths. */
export class Stage {
  readonly machine: AnyStateMachine
  play: Pick<Play<AnyStateMachine>, 'isCalled' | 'isSpokenTo' | 'isLeft'> | undefined

  /** With a mistake, where one is made on purpose; one that has it turn in a circle stops it, instead of whoever plays it. */
  constructor({ machine, real = [] }: { machine: AnyStateMachine; real?: readonly string[] }, mistaken = fresh) {
    const actors: Record<string, unknown> = { ...machine.implementations.actors }
    for (const name of Object.keys(actors)) if (!real.includes(name)) actors[name] = this.#played(name)
    this.machine = mistaken(machine.provide({ actors } as Parameters<AnyStateMachine['provide']>[0])) // Named as in the machine.
  }

  /** Somebody who does what the path says, and nothing by itself. */
  #played(to: string): ActorLogic<PlayedSnapshot, EventObject, unknown> {
    return {
      getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input, context: {} }),
      getPersistedSnapshot: (snapshot) => snapshot,
      start: ({ input }, { self }) => this.play?.isCalled(self, { to, input, heard: [] }),
      transition: (snapshot, event, { self, emit }): PlayedSnapshot => {
        const line = event as Line // Whatever else comes is told.
        if (line.type === 'played.shows') return { ...snapshot, context: line.context }
        if (line.type === 'played.tells') {
          emit(line.news)
          return snapshot
        }
        if (line.type === 'played.done') {
          this.play?.isLeft(self)
          return { ...snapshot, status: 'done', error: undefined, output: line.output }
        }
        if (line.type === 'played.failed') {
          this.play?.isLeft(self)
          return { ...snapshot, status: 'error', output: undefined, error: line.error }
        }
        if (event.type === 'xstate.stop') {
          this.play?.isLeft(self)
          return { ...snapshot, status: 'stopped', output: undefined, error: undefined }
        }
        this.play?.isSpokenTo({ to, message: event })
        return snapshot
      },
    }
  }
}

/** One run of a machine whose every call is played. */
export class Play<Machine extends AnyStateMachine> {
  readonly time = new SimulatedTime()
  /** What the specification's own stand-ins have noted. */
  readonly notes: string[] = []
  readonly #open = new Map<AnyActorRef, Call>()
  #called: Call[] = []
  #told: EventObject[] = []
  #said: { to: string; message: EventObject }[] = []
  readonly #actor: Actor<Machine>
  #crash: unknown

  constructor(
    stage: Stage,
    input: InputFrom<Machine> | ((play: Play<Machine>) => InputFrom<Machine>) | undefined,
    watch?: (event: InspectionEvent) => void,
  ) {
    forgetEverything()
    stage.play = this
    this.#actor = createActor(
      stage.machine as Machine,
      {
        clock: this.time,
        input: typeof input === 'function' ? (input as (play: Play<Machine>) => unknown)(this) : input,
        ...(watch && { inspect: watch }),
      } as ConstructorParameters<typeof Actor<Machine>>[1],
    ) // The input is of this machine.
    this.#actor.on('*', (event) => void this.#told.push(event as EventObject)) // Whatever the machine emits.
    this.#actor.subscribe({ error: (error: unknown) => (this.#crash = error) })
    this.#actor.start()
  }

  isCalled(ref: AnyActorRef, call: Call): void {
    this.#open.set(ref, call)
    this.#called.push(call)
  }
  isSpokenTo(said: { to: string; message: EventObject }): void {
    this.#said.push(said)
  }
  isLeft(ref: AnyActorRef): void {
    this.#open.delete(ref)
  }

  get snapshot(): SnapshotFrom<Machine> {
    return this.#actor.getSnapshot()
  }

  /** Why the machine has stopped, which it never may: an error that nobody handles. */
  get crash(): unknown {
    return this.#crash
  }

  /** Somebody at the page, or the console around the machine; nobody speaks to one that has ended. */
  send(event: EventFromLogic<Machine>): boolean {
    if ((this.snapshot as AnyMachineSnapshot).status !== 'active') return false // A machine's.
    this.#actor.send(event)
    return true
  }

  /** What somebody that was called has to report, and goes on; `after` something else where it says so, and then `once`. */
  report(
    from: string,
    event: EventFromLogic<Machine>,
    { after, once = false }: { after?: string; once?: boolean } = {},
  ): boolean {
    const ref = this.#refTo(from)
    const call = ref && this.#open.get(ref)
    if (!ref || !call || (once && call.heard.includes(event.type)) || (after && !call.heard.includes(after)))
      return false
    this.#open.set(ref, { ...call, heard: [...call.heard, event.type] })
    return this.send(event)
  }

  /** Whoever was called last answers. */
  answer = (from: string, output?: unknown): boolean => this.#line(from, { type: 'played.done', output })
  fail = (from: string, error: unknown = new Error('no connection')): boolean =>
    this.#line(from, { type: 'played.failed', error })
  /** A machine within is in another state. */
  show = (from: string, context: unknown): boolean => this.#line(from, { type: 'played.shows', context })
  /** A machine within tells news to whoever listens. */
  tell = (from: string, news: EventObject): boolean => this.#line(from, { type: 'played.tells', news })

  wait(milliseconds: number): boolean {
    this.time.pass(milliseconds)
    return true
  }

  stop(): void {
    this.#actor.stop()
  }

  /** What was to be seen of what happened since it was asked last. */
  step<Screen>(happened: string, screen: Screen, before: Step<Screen> | undefined): Step<Screen> {
    const step = new Step(
      {
        happened,
        screen,
        at: this.time.now(),
        told: this.#told,
        said: this.#said,
        called: this.#called,
        waitsFor: [...this.#open.values()],
      },
      before,
    )
    this.#told = []
    this.#said = []
    this.#called = []
    return step
  }

  #refTo(name: string): AnyActorRef | undefined {
    let last: AnyActorRef | undefined
    for (const [ref, { to }] of this.#open) if (to === name) last = ref
    return last
  }

  #line(from: string, line: Line): boolean {
    const ref = this.#refTo(from)
    ref?.send(line)
    return ref !== undefined
  }
}
