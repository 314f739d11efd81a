import type { Moment, Recording } from './recording.ts'
import { changed, changesBetween, type Change } from './written.ts'

/** A field of an actor that is not the same at two moments. */
export interface Difference {
  session: string
  /** Undefined where the actor is not there at one of them. */
  changes: readonly Change[] | undefined
}

/** What every actor of a recording was after each of its entries. Moments are counted from 0, before the first entry. */
export class Moments {
  readonly recording: Recording
  /** By actor: the moment after each of its entries, with the place of that entry. */
  readonly #of = new Map<string, { after: number; moment: Moment }[]>()

  constructor(recording: Recording) {
    this.recording = recording
    for (const { session, base } of recording.actors)
      this.#of.set(session, base === null ? [] : [{ after: 0, moment: base }])
    for (const [at, { actor, changes }] of recording.entries.entries()) {
      if (changes === null) continue
      const known = this.#of.get(actor) ?? []
      const moment = changed(known.at(-1)?.moment ?? {}, changes) as Moment // As it was written down.
      known.push({ after: at + 1, moment })
      this.#of.set(actor, known)
    }
  }

  /** How many moments come after the beginning. */
  get last(): number {
    return this.recording.entries.length
  }

  /** What the actor was then; undefined where it had not started. */
  of(session: string, at: number): Moment | undefined {
    const known = this.#of.get(session) ?? []
    let low = 0
    let high = known.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((known[middle]?.after ?? Infinity) <= at) low = middle + 1
      else high = middle
    }
    return known[low - 1]?.moment
  }

  /** Whether the actor was running then. */
  isAlive(session: string, at: number): boolean {
    return this.of(session, at)?.status === 'active'
  }

  /** Which actors are not the same at both, and in what. */
  between(one: number, other: number): Difference[] {
    return this.recording.actors.flatMap(({ session }): Difference[] => {
      const before = this.of(session, one)
      const after = this.of(session, other)
      if (before === after) return []
      if (before === undefined || after === undefined) return [{ session, changes: undefined }]
      const changes = changesBetween(before, after)
      return changes.length === 0 ? [] : [{ session, changes }]
    })
  }
}
