import { sql, type Kysely } from 'kysely'
import type { CountedTransition } from '../../scripts/fleet-counts.ts'
import type { Tables } from '../../server/store/tables.ts'

/** How often each transition that is written down was made, in an order that the same counts always have. */
export async function countedTransitions(db: Kysely<Tables>): Promise<CountedTransition[]> {
  const { rows } = await sql<CountedTransition>`
    select kind, from_state as "from", cause, facts, to_state as "to", count(*)::int as count
    from transitions group by kind, from_state, cause, facts, to_state
    order by kind, from_state, cause, facts, to_state`.execute(db)
  return rows
}
