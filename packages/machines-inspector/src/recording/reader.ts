import { matchesState, type AnyActorRef, type StateValue } from 'xstate'
import { UnreadableRecording, type RecordingProblem } from './recording-file.ts'
import type { Moment } from './recording.ts'
import { wordsIn, type Written } from './written.ts'

/** What actors that were recorded show just then; undefined where there is none of that name. */
export type Shown = (session: string) => Moment | undefined

/** An error as it was written down: its class is known by its name alone. */
export interface RecordedError {
  name: string
  message: string
  /** Its own fields. */
  fields: Readonly<Record<string, unknown>>
}

/** Makes an error of an application's own class, since charts tell what went wrong by it; undefined where it is of no such class. */
export type ErrorOf = (recorded: RecordedError) => Error | undefined

export interface ReaderOptions {
  shown?: Shown
  errorOf?: ErrorOf
}

/**
 * Makes contexts and events of what is written. Actors show what they showed; what is no plain data, a function or a store, is
 * nothing that a recording has, so that it only notes that it was asked.
 */
export class Reader {
  /** What stands for something, as it was written. */
  readonly known = new WeakMap<object, Written>()
  /** Whether something was asked that a recording does not have. */
  asked = false
  readonly #shown: Shown
  readonly #errorOf: ErrorOf
  readonly #read = new WeakMap<object, unknown>()

  constructor({ shown = () => undefined, errorOf = () => undefined }: ReaderOptions = {}) {
    this.#shown = shown
    this.#errorOf = errorOf
  }

  read(written: Written): unknown {
    if (typeof written !== 'object' || written === null) return written
    if (this.#read.has(written)) return this.#read.get(written)
    const value = this.#make(written)
    this.#read.set(written, value)
    if (typeof value === 'function' || this.#isActor(written)) this.known.set(value as object, written)
    return value
  }

  #isActor = (written: Written): boolean =>
    typeof written === 'object' &&
    written !== null &&
    !Array.isArray(written) &&
    '$' in written &&
    written.$ === 'actor'

  #make(written: Exclude<Written, string | number | boolean | null>): unknown {
    if (Array.isArray(written)) return (written as readonly Written[]).map((item) => this.read(item))
    const fields = written as { readonly [name: string]: Written }
    const all = () => (fields.of as readonly Written[]).map((item) => this.read(item))
    switch (fields.$) {
      case undefined:
        return this.#fields(Object.entries(fields))
      case 'plain':
        return this.#fields(fields.of as readonly [string, Written][])
      case 'undefined':
        return undefined
      case 'number':
        return Number(fields.of)
      case 'bigint':
        return BigInt(wordsIn(fields.of))
      case 'map':
        return new Map(all() as [unknown, unknown][])
      case 'set':
        return new Set(all())
      case 'date':
        return new Date(Number(fields.of))
      case 'regexp':
        return new RegExp(wordsIn(fields.of), wordsIn(fields.flags))
      case 'error':
        return this.#error(fields)
      case 'actor':
        return this.#actor(wordsIn(fields.id), wordsIn(fields.session))
      default:
        return this.#outside()
    }
  }

  #fields = (entries: readonly [string, Written][]) =>
    Object.fromEntries(entries.map(([name, field]) => [name, this.read(field)]))

  #error({ name, message, of }: { readonly [name: string]: Written }): Error {
    const fields = this.read(of ?? {}) as Record<string, unknown>
    const recorded = { name: wordsIn(name), message: wordsIn(message), fields }
    const known = this.#errorOf(recorded)
    if (known !== undefined) return known
    if (name === 'UnreadableRecording') return new UnreadableRecording(fields.problem as RecordingProblem)
    return Object.assign(new Error(recorded.message), fields, { name: recorded.name })
  }

  /** An actor that shows what it showed, and does nothing. */
  #actor(id: string, sessionId: string): AnyActorRef {
    const leave = { unsubscribe: () => undefined }
    const getSnapshot = () => {
      const moment = this.#shown(sessionId)
      if (moment === undefined) this.asked = true
      return this.snapshot(moment ?? { status: 'active', context: {} })
    }
    const actor = { id, sessionId, getSnapshot, send: () => undefined, on: () => leave, subscribe: () => leave }
    return Object.assign(actor, { ref: actor }) as unknown as AnyActorRef // As much of one as a chart that is not run asks.
  }

  /** A snapshot as others look at it. */
  snapshot({ status, value, context, output, children }: Moment) {
    return {
      status,
      value,
      context: this.read(context ?? {}),
      children: this.read(children ?? {}),
      output: output === undefined ? undefined : this.read(output),
      matches: (state: StateValue) => value !== undefined && matchesState(state, value as StateValue),
      // Its own chart's guards would have to be asked.
      can: () => this.#ask() ?? false,
      hasTag: () => this.#ask() ?? false,
    }
  }

  #ask = (): undefined => {
    this.asked = true
  }

  #outside(): unknown {
    const ask = this.#ask
    return new Proxy(() => undefined, { get: ask, apply: ask, has: () => ask() ?? false, ownKeys: () => ask() ?? [] })
  }
}
