import type { Change, Written } from './written.ts'

/** How a recording is written down. A later version that reads it says so. */
export const recordingVersion = 2

/** An actor's snapshot, written down without secrets. */
export interface Moment {
  readonly [name: string]: Written
  status: string
}

/** An actor that took events while they were recorded. */
export interface RecordedActor {
  session: string
  id: string
  /** Its machine's id, or what it was started from. */
  name: string
  isMachine: boolean
  /** The session of the actor that started it; null at a root. */
  parent: string | null
  /** What it was before the first of its entries; null where that one starts it. */
  base: Moment | null
}

/** What an actor did with an event, beside becoming another snapshot. */
export type Deed =
  | { did: 'emitted'; event: Written }
  | { did: 'timer set'; timer: string; event: string; delay: number }
  | { did: 'timer cancelled'; timer: string }

/** One event that an actor took, and what came of it. */
export interface RecordedEntry {
  /** Unix time in milliseconds. */
  at: number
  actor: string
  /** The session of the actor that sent it; null where none did. */
  source: string | null
  event: { readonly [name: string]: Written; type: string }
  /** How its snapshot differs from the one before; null where there is none, because it never came to the event. */
  changes: readonly Change[] | null
  deeds: readonly Deed[]
}

/** Something that was done at the page, in the words of whoever recorded it: by these it can be done again. */
export interface RecordedStep {
  readonly [name: string]: Written
  does: string
}

/** What the machines of a page did for a while, as it stands in a file. */
export interface Recording {
  format: 'phonedeck recording'
  version: number
  /** Which console it was. */
  build: string
  /** Unix time in milliseconds. */
  savedAt: number
  /** What somebody wrote about it; empty where nobody did. */
  note: string
  actors: readonly RecordedActor[]
  entries: readonly RecordedEntry[]
  /** Empty where nobody listened to what was done. */
  steps: readonly RecordedStep[]
}
