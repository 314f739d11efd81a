import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseAway, statementError } from './database-away.ts'

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

const clientOf = (client: PoolClient): PostgresPoolClient => {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ text, values: [...values], name: names.get(text) }).catch((error: unknown) => {
      throw statementError(error)
    })
  return {
    // Kysely knows commands by name, pg as text; nobody here uses its cursors.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** The pool as Kysely wants it, with the names of what is planned once; a database that is away rejects with `DatabaseAway`. */
export function planningPool(pool: Pool): Omit<PostgresPool, 'end'> {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>() // Kysely knows a connection by its client.
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw new DatabaseAway(error)
      })
      const known = clients.get(client) ?? clientOf(client)
      clients.set(client, known)
      return known
    },
  }
}
