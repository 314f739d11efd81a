import type { AnyStateMachine } from 'xstate'
import type { Moments } from './moments.ts'
import type { ReaderOptions } from './reader.ts'
import type { Moment, RecordedEntry } from './recording.ts'
import { Rerun } from './replay.ts'

/** An event with its time. */
export type Given = Pick<RecordedEntry, 'event' | 'at'>

/** What a machine did, as short as it can be told. */
export interface Shrunk {
  /** Where it begins. */
  base: Moment
  /** As few events as still lead there; all of them where what they lead to hangs on what no recording has. */
  events: Given[]
  /** Where it ended when it was recorded. */
  end: Moment
  /** How many events there were. */
  recorded: number
  /** Whether the events lead there when they are given to the machine once more. */
  leadsThere: boolean
}

/** The shortest part of a list that is still enough, as far as leaving out pieces finds it: halves, quarters, single ones. */
export function shortest<Item>(items: readonly Item[], isEnough: (part: readonly Item[]) => boolean): Item[] {
  let kept = [...items]
  for (let size = Math.ceil(kept.length / 2); size > 0;) {
    const before = kept.length
    for (let at = 0; at < kept.length;) {
      const part = kept.toSpliced(at, size)
      if (isEnough(part)) kept = part
      else at += size
    }
    // What could be left out may have been what made another one needed.
    if (size > 1 || kept.length === before) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return kept
}

/** Where an actor's path ended: in which state, or over which error. */
const endOf = ({ status, value, error }: Moment): string =>
  JSON.stringify(status === 'error' ? [status, error] : [status, value])

/** The shortest way in which a machine comes from the first snapshot that there is of an actor to its last state, or to its failure. */
export function shrink(
  moments: Moments,
  session: string,
  machine: AnyStateMachine,
  options?: Pick<ReaderOptions, 'errorOf'>,
): Shrunk | undefined {
  const entries = moments.recording.entries.flatMap((entry, at) =>
    // Whoever stopped it in the end has nothing to do with where it was.
    entry.actor === session && entry.changes !== null && entry.event.type !== 'xstate.stop'
      ? [{ ...entry, after: at + 1 }]
      : [],
  )
  const [first] = entries
  const last = entries.at(-1)
  const begun = moments.of(session, 0)
  const base = begun ?? (first && moments.of(session, first.after))
  const end = last ? moments.of(session, last.after) : begun
  if (base === undefined || end === undefined) return undefined
  const events = (begun === undefined ? entries.slice(1) : entries).map(({ event, at }): Given => ({ event, at }))
  const wanted = endOf(end)
  const leads = (part: readonly Given[]): boolean => {
    const rerun = new Rerun(machine, base, options)
    for (const { event, at } of part) rerun.give(event, at)
    return endOf(rerun.moment) === wanted
  }
  const leadsThere = leads(events)
  return { base, events: leadsThere ? shortest(events, leads) : events, end, recorded: events.length, leadsThere }
}
