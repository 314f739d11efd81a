import { isDeepStrictEqual } from 'node:util'
import { Moments } from '../../../packages/machines-inspector/src/recording/moments.ts'
import type { Recording } from '../../../packages/machines-inspector/src/recording/recording.ts'

/** Where a machine is, by its id: the value of its chart. */
export interface Standing {
  machine: string
  value: unknown
}

/** Where the last machine of this id was at the end of a recording; undefined where there is none. */
export function standingAt(recording: Recording, machine: string): Standing | undefined {
  const { actors, entries } = recording
  const moments = new Moments(recording)
  const named = new Set(actors.filter(({ name }) => name === machine).map(({ session }) => session))
  const last = entries.findLast(({ actor }) => named.has(actor))
  const moment = last && moments.of(last.actor, moments.last)
  return moment && { machine, value: moment.value }
}

export const isSameStanding = (one: Standing | undefined, other: Standing | undefined): boolean =>
  isDeepStrictEqual(one, other)
