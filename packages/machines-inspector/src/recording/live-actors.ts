import { StateMachine, type ActorRefLike, type AnyActorRef, type AnyStateMachine, type InspectionEvent } from 'xstate'

/** Events kept of each actor. */
const maxEvents = 30
/** What XState sends to an actor when it starts. */
const started = 'xstate.init'

export interface SeenEvent {
  /** Grows by one with each event of the page. */
  count: number
  /** Unix time in milliseconds. */
  at: number
  type: string
  /** What it carried, with its secrets. */
  carried: object
}

export interface LiveActor {
  ref: AnyActorRef
  /** Undefined where the actor is no machine. */
  machine: AnyStateMachine | undefined
  /** Of the actor that started it; undefined at the root. */
  parent: string | undefined
  /** The newest first. */
  events: readonly SeenEvent[]
}

/** Before the page is next drawn; where there is no page, as soon as may be. */
const soon = (work: () => void): void => {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(work)
  else setTimeout(work)
}

/** An actor as the inspection tells of it: what it runs is known of the library's own actors. */
type InspectedActor = AnyActorRef & { logic?: unknown; _parent?: AnyActorRef }

function liveActor(actorRef: ActorRefLike): LiveActor {
  const ref = actorRef as InspectedActor // Only the library's own actors are inspected.
  const { _parent: parent } = ref
  const machine = ref.logic instanceof StateMachine ? (ref.logic as AnyStateMachine) : undefined
  return { ref, machine, parent: parent?.sessionId, events: [] }
}

/** Every actor of a page that is alive, and what it heard last. Announces changes once a frame. */
export class LiveActors {
  readonly #actors = new Map<string, LiveActor>()
  readonly #listeners = new Set<() => void>()
  #shown: readonly LiveActor[] = []
  #count = 0
  #announcing = false

  /**
   * To be given to every actor that has no parent as its `inspect`. An actor lives from the event that starts it: React
   * makes some that it never starts, and starts others again.
   */
  readonly collect = (event: InspectionEvent): void => {
    if (event.type === '@xstate.event') this.#hear(event.actorRef, event.event)
    if (event.type === '@xstate.snapshot' && event.snapshot.status !== 'active')
      this.#actors.delete(event.actorRef.sessionId)
    this.#announce()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The actors in the order of their start; another array after every change. */
  readonly all = (): readonly LiveActor[] => this.#shown

  /** The machine of an actor that is alive. */
  machineOf(session: string): AnyStateMachine | undefined {
    return this.#actors.get(session)?.machine
  }

  #hear(actorRef: ActorRefLike, { type, ...carried }: { type: string }): void {
    const actor = this.#actors.get(actorRef.sessionId) ?? (type === started ? liveActor(actorRef) : undefined)
    if (actor === undefined) return
    this.#count += 1
    const heard = { count: this.#count, at: Date.now(), type, carried }
    this.#actors.set(actorRef.sessionId, { ...actor, events: [heard, ...actor.events].slice(0, maxEvents) })
  }

  #announce(): void {
    if (this.#announcing) return
    this.#announcing = true
    soon(() => {
      this.#announcing = false
      this.#shown = [...this.#actors.values()]
      for (const listener of this.#listeners) listener()
    })
  }
}
