import type { EventObject } from 'xstate'

/** Somebody that the machine has called: a server, a socket, another machine. The path plays all of them. */
export interface Call {
  to: string
  input: unknown
  /** What it has reported so far, by type. */
  heard: readonly string[]
}

/** One step of a path: what happened, and what was to be seen of it. */
export class Step<Screen> {
  readonly happened: string
  readonly screen: Screen
  /** Milliseconds since the beginning. */
  readonly at: number
  /** What it told whoever listens, in this step. */
  readonly told: readonly EventObject[]
  /** What it said to those it had called, in this step. */
  readonly said: readonly { to: string; message: EventObject }[]
  /** Whom it was waiting for when the step was over. */
  readonly waitsFor: readonly Call[]
  readonly #called: readonly Call[]
  readonly #before: Step<Screen> | undefined
  #past: readonly Step<Screen>[] | undefined

  constructor(
    seen: Pick<Step<Screen>, 'happened' | 'screen' | 'at' | 'told' | 'said' | 'waitsFor'> & { called: readonly Call[] },
    before: Step<Screen> | undefined,
  ) {
    this.happened = seen.happened
    this.screen = seen.screen
    this.at = seen.at
    this.told = seen.told
    this.said = seen.said
    this.waitsFor = seen.waitsFor
    this.#called = seen.called
    this.#before = before
  }

  /** The step before; the beginning is its own. */
  get before(): Step<Screen> {
    return this.#before ?? this
  }

  /** Every step from the beginning to this one. */
  get past(): readonly Step<Screen>[] {
    this.#past ??= [...(this.#before?.past ?? []), this]
    return this.#past
  }

  /** What it called somebody with in this step, call by call. */
  calls(to: string): unknown[] {
    return this.#called.filter((call) => call.to === to).map(({ input }) => input)
  }

  /** Whether somebody that it waits for has reported this. */
  heard(from: string, type: string): boolean {
    return this.waitsFor.some(({ to, heard }) => to === from && heard.includes(type))
  }

  /** The steps since something was last so, that one first; none where it never was. */
  since(predicate: (step: Step<Screen>) => boolean): readonly Step<Screen>[] {
    const { past } = this
    const last = past.findLastIndex(predicate)
    return last < 0 ? [] : past.slice(last)
  }

  /** How many of its calls to somebody are not answered yet. */
  waits(to: string): number {
    return this.waitsFor.filter((call) => call.to === to).length
  }

  /** The types of what it told in this step. */
  get news(): string[] {
    return this.told.map(({ type }) => type)
  }
}
