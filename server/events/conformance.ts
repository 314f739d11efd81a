import type { Kysely } from 'kysely'
import { charts } from '../../domain/charts.ts'
import { TransitionCheck, type Deviation, type MadeTransition } from '../../domain/transition-check.ts'
import type { Tables } from '../store/tables.ts'
import { transitionQueries } from '../store/transitions.ts'

/** A transition that was made, and how often. */
export interface Counted extends Pick<MadeTransition, 'kind' | 'from' | 'cause' | 'to'> {
  count: number
}

/** Where something deviates, and the transition that tells; without one it is where the subject stands that does. */
export type Found = Deviation & Pick<MadeTransition, 'kind' | 'subject'> & { id?: number; at?: number }

interface Conformance {
  transitions: number
  /** Everything that has a state: phones and their leases, environments, jobs and their items. */
  subjects: number
  /** The most frequent first. */
  counts: Counted[]
}

/**
 * Holds everything that is written of states against the charts, as it was at one moment; servers may work meanwhile.
 *
 * @param onFound is told of each deviation
 */
export async function checkConformance(db: Kysely<Tables>, onFound: (found: Found) => void): Promise<Conformance> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const written = transitionQueries(tx)
      const check = new TransitionCheck(charts)
      const counts = new Map<string, Counted>()
      let [transitions, subjects] = [0, 0]
      for await (const { id, at, ...transition } of written.walk()) {
        const { kind, subject, from, cause, to } = transition
        transitions += 1
        const key = `${kind} ${from} ${cause} ${to}`
        const counted = counts.get(key) ?? { kind, from, cause, to, count: 0 }
        counted.count += 1
        counts.set(key, counted)
        const deviation = check.read(transition)
        if (deviation !== undefined) onFound({ ...deviation, kind, subject, id, at })
      }
      for await (const standing of written.standings()) {
        subjects += 1
        const deviation = check.compare(standing)
        if (deviation !== undefined) onFound({ ...deviation, kind: standing.kind, subject: standing.subject })
      }
      return { transitions, subjects, counts: [...counts.values()].toSorted((a, b) => b.count - a.count) }
    })
}

const words = (from: string, cause: string, to: string): string => `${from} –(${cause || 'no cause'})→ ${to}`

/** A deviation in one line, for whoever runs the servers. */
export function deviationLine(found: Found): string {
  const { kind, subject, id, at } = found
  const where = `${kind} ${subject}${at === undefined ? '' : `, transition ${id} at ${new Date(at).toISOString()}`}`
  return `${where}: ${wordsOf(found)}`
}

function wordsOf(deviation: Deviation): string {
  switch (deviation.what) {
    case 'unknown state':
      return `the chart has no state ${deviation.state}`
    case 'against the chart': {
      const { from, cause, facts, to } = deviation.transition
      return `the chart does not lead ${words(from, cause, to)}${facts === '' ? '' : ` (${facts})`}`
    }
    case 'out of order': {
      const { from, cause, to } = deviation.transition
      return `${words(from, cause, to)} follows on ${deviation.expected}: a transition is missing or not in its place`
    }
    case 'without a beginning':
      return `its first transition begins in ${deviation.first}: those before are missing`
    default:
      return `it is ${deviation.state}, and its transitions lead to ${deviation.expected}`
  }
}
