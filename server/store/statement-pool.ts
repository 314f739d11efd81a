import type { Writable } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { DatabaseAway, isOutOfDate, statementError } from './database-away.ts'
import { planNameOf } from './planned-once.ts'

const taken = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseAway(error)
  })

/** What Kysely says before and after what it does in a transaction. */
const begins = /^(?:begin|start transaction)/
const ends = /^(?:commit|rollback)$/

/** An answer comes somewhat later at most than PostgreSQL gives up a statement. Beyond that the line is dead. Milliseconds. */
const onTheWay = 5_000
/** What gives the statements of a transaction another time: minutes, or as long as it takes. */
const otherTime = /^set (?:local )?statement_timeout = (?:0|'(\d+)min')/

/** Its types leave out how long its answer is waited for, in milliseconds; undefined: for ever. */
type Statement = QueryConfig & { query_timeout: number | undefined }

/** What came of a transaction in which nothing was asked. */
const nothing: Pick<QueryResult, 'command' | 'rowCount' | 'rows'> = { command: 'COMMIT', rowCount: 0, rows: [] }

/** Sends two statements at once, as a connection of a pool with `pipeline` takes them; answers what came of the second. */
async function bothOf(connection: PoolClient, first: string, second: Statement): Promise<QueryResult> {
  // A client's connection, which its types leave out.
  const { stream } = (connection as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  const [begun, asked] = [connection.query(first), connection.query(second)]
  stream.uncork()
  const [, answer] = await Promise.all([begun, asked])
  return answer
}

/**
 * The pool as Kysely wants it. A transaction begins with its first statement, which takes PostgreSQL and the line to it once instead
 * of twice. What is planned once goes to connections of its own that keep plans, unless it is part of a transaction. A database that
 * is away, or silent, rejects with `DatabaseAway`.
 *
 * @param statementTimeout what the pools' statements may take, in milliseconds
 */
export function statementPool(pool: Pool, keeping: Pool, statementTimeout: number): Omit<PostgresPool, 'end'> {
  return {
    options: pool.options,
    // Which connection is wanted its first statement says.
    connect: () => {
      let client: Promise<PoolClient> | undefined
      let isOver = false
      let toBegin: string | undefined
      let query_timeout: number | undefined = statementTimeout + onTheWay
      const query = async (text: string, values: readonly unknown[]) => {
        if (begins.test(text)) {
          toBegin = text
          return nothing
        }
        const first = toBegin
        toBegin = undefined
        if (first !== undefined && ends.test(text)) return nothing
        const [givesTime, minutes] = otherTime.exec(text) ?? []
        if (givesTime !== undefined)
          query_timeout = minutes === undefined ? undefined : Number(minutes) * 60_000 + onTheWay
        const name = planNameOf(text)
        client ??= taken(first === undefined && name !== undefined ? keeping : pool)
        const connection = await client
        const statement: Statement = { text, values: [...values], name, query_timeout }
        return (first === undefined ? connection.query(statement) : bothOf(connection, first, statement)).catch(
          (error: unknown) => {
            isOver ||= isOutOfDate(error)
            throw statementError(error)
          },
        )
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
