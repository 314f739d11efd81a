import type { Call } from './calls.ts'
import type { Recording } from './inspector.ts'

/** What an actor that has not ended counts as far away, in milliseconds. */
const unended = 1_000

/** Which actors made which calls, by session: for each, the one that began just before it was made and ended just after its answer. */
export function callers({ actors, entries }: Recording, calls: readonly Call[]): Map<string, Call[]> {
  const lives = actors
    .filter(({ isMachine }) => !isMachine)
    .flatMap(({ session }) => {
      const own = entries.filter(({ actor }) => actor === session)
      const [first] = own
      if (first?.event.type !== 'xstate.init') return []
      const last = own.findLast(({ event }) => event.type !== 'xstate.init')
      return [{ session, began: first.at, ended: last?.at ?? Number.POSITIVE_INFINITY }]
    })
  const found = new Map<string, Call[]>()
  for (const call of calls) {
    const [nearest] = lives
      .filter(({ began, ended }) => began <= call.asked && ended >= (call.answered ?? call.asked))
      .map(({ session, began, ended }) => ({
        session,
        distance: call.asked - began + (Number.isFinite(ended) ? ended - (call.answered ?? ended) : unended),
      }))
      .toSorted((a, b) => a.distance - b.distance)
    if (nearest !== undefined) found.set(nearest.session, [...(found.get(nearest.session) ?? []), call])
  }
  return found
}
