import type { CompiledQuery } from 'kysely'

/** By their text, the names under which connections keep statements. */
const names = new Map<string, string>()

/**
 * Has each connection plan a statement the first time and never again: for what every call asks, of which planning is the
 * larger part. Only for a row found by its key: a plan for all values is a bad one for lists.
 */
export function planOnce<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  if (!names.has(query.sql)) names.set(query.sql, `planned-once-${names.size}`)
  return query
}

/** The name of a statement that is planned once. */
export const planNameOf = (text: string): string | undefined => names.get(text)

/** What connections that keep plans are told first: of its own PostgreSQL plans for each value, where that looks cheaper by more than planning. */
export const keepPlans = 'set plan_cache_mode = force_generic_plan'
