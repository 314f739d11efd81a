import type { Moments } from './moments.ts'
import type { Moment } from './recording.ts'

/** Which entries of a recording somebody wants to see. */
export interface EntryFilter {
  /** Of this actor alone; of all where it is undefined. */
  session: string | undefined
  /** Whether only those that led to another state, or to the actor's end. */
  onlyTransitions: boolean
  /** Part of an event's type, or of an actor's name. */
  text: string
}

export const everything: EntryFilter = { session: undefined, onlyTransitions: false, text: '' }

const placeOf = (moment: Moment | undefined): string => JSON.stringify([moment?.status, moment?.value])

/** Whether the entry led its actor elsewhere. */
export function isTransition(moments: Moments, entry: number): boolean {
  const { actor } = moments.recording.entries[entry] ?? { actor: '' }
  return placeOf(moments.of(actor, entry)) !== placeOf(moments.of(actor, entry + 1))
}

/** The places of the entries that the filter lets through. */
export function entriesThrough(moments: Moments, { session, onlyTransitions, text }: EntryFilter): number[] {
  const { actors, entries } = moments.recording
  const names = new Map(actors.map((actor) => [actor.session, actor.name]))
  const wanted = text.trim().toLowerCase()
  return entries.flatMap(({ actor, event }, at) =>
    (session === undefined || actor === session) &&
    (wanted === '' || `${names.get(actor)} ${event.type}`.toLowerCase().includes(wanted)) &&
    (!onlyTransitions || isTransition(moments, at))
      ? [at]
      : [],
  )
}
