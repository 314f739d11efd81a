import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseAway, isOutOfDate, statementError } from './database-away.ts'

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

/** What connections that keep plans are told first: of its own PostgreSQL plans for each value, where that looks cheaper by more than planning. */
export const keepPlans = 'set plan_cache_mode = force_generic_plan'

const taken = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseAway(error)
  })

/**
 * The pool as Kysely wants it: what is planned once goes to connections of its own that keep plans, unless it is part of a
 * transaction. A database that is away rejects with `DatabaseAway`.
 */
export function planningPool(pool: Pool, keeping: Pool): Omit<PostgresPool, 'end'> {
  return {
    options: pool.options,
    // Which connection is wanted its first statement says.
    connect: () => {
      let client: Promise<PoolClient> | undefined
      let isOver = false
      const query = async (text: string, values: readonly unknown[]) => {
        const name = names.get(text)
        client ??= taken(name === undefined ? pool : keeping)
        const connection = await client
        return connection.query({ text, values: [...values], name }).catch((error: unknown) => {
          isOver ||= isOutOfDate(error)
          throw statementError(error)
        })
      }
      return Promise.resolve({
        // Kysely knows commands by name, pg as text; nobody here uses its cursors.
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy) =>
          void client?.then(
            (connection) => connection.release(destroy ?? isOver),
            () => {},
          ),
      })
    },
  }
}
