import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg'
import { keepPlans } from './planned-once.ts'
import { statementPool } from './statement-pool.ts'
import type { Tables } from './tables.ts'

/** How to reach PostgreSQL: an address, or the folder of its unix socket. */
export type DatabaseAddress = { url: string } | { socketDir: string }

/** INT8 is also the type of count(); ours stay far below 2^53. */
const { INT8, FLOAT4 } = types.builtins
/** Of bigint[]; the list of built-in types has no arrays. */
const INT8_ARRAY = 1016

const readInt8Array = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))

const readTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format === 'binary') return types.getTypeParser(oid, format)
    if (oid === INT8 || oid === FLOAT4) return Number
    // The list of the types' ids has none of arrays.
    return (oid as number) === INT8_ARRAY ? readInt8Array : types.getTypeParser(oid, format)
  },
}

/** A statement that takes longer has gone wrong. Milliseconds. */
const statementTimeout = 15_000
/** Connections that one server keeps; with more at once each page takes longer, and none comes sooner. */
const poolSize = 8
/** And so many more for what is planned once, each of which takes a millisecond at most. */
const keepingPoolSize = 4
/** A connection's first statements take many times as long as later ones, so that it is not let go at once. Milliseconds. */
const idleTime = 600_000
/** How long connections may take to close. Milliseconds. */
const closingTime = 2_000
/**
 * Our statements name their tables in the order in which they are to be joined: weighing others took longer than a page. And what a
 * server reads all the time is in memory or on a disk without heads, where a row elsewhere costs little more than the next one. What
 * a server has locked that hangs in a transaction, others wait for so long at most, though its machine still answers.
 */
export const roleOptions = '-c join_collapse_limit=1 -c random_page_cost=1.1 -c idle_in_transaction_session_timeout=20s'
/** A line is tried after so long without a word. Its other end is gone after ten tries, one a second. Milliseconds. */
const keepAliveDelay = 10_000
/** For PostgreSQL to do the same: what a server held that is gone would else be locked for two hours. */
const keepAliveOptions = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=10'

/** How PostgreSQL's own client calls it. */
export const connectionOf = (address: DatabaseAddress) => ({
  ...('url' in address
    ? { connectionString: address.url }
    : { host: address.socketDir, user: 'phonedeck', database: 'postgres' }),
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveDelay,
})

/** Opens the pool; connections are made when they are needed. `onLost` hears of idle connections that break. */
export function openDatabase(address: DatabaseAddress, onLost: (error: Error) => void): Kysely<Tables> {
  const options: PoolConfig = {
    ...connectionOf(address),
    idleTimeoutMillis: idleTime,
    options: `${roleOptions} ${keepAliveOptions}`,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeout,
    application_name: 'phonedeck',
    types: readTypes,
    pipeline: true, // For what begins a transaction to go with its first statement.
  }
  const pool = new Pool({ ...options, max: poolSize })
  const keeping = new Pool({
    ...options,
    max: keepingPoolSize,
    query_timeout: statementTimeout, // Of what each is told first.
    // The pool waits for what it answers, which its types don't say.
    onConnect: (client) => client.query(keepPlans) as unknown as void,
  })
  const pools = [pool, keeping]
  for (const each of pools) {
    each.on('error', onLost)
    // The pool hears of the end of connections that nobody uses. Of one in use its statements tell; its event, unheard, would
    // end the server.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  const ends = pools.map(endOf)
  const end = async () => void (await Promise.all(ends.map((endPool) => endPool())))
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { ...statementPool(pool, keeping, statementTimeout), end } }),
  })
}

/** Works with a database for as long as that takes, and lets go of it. */
export async function withConnection<T>(
  address: DatabaseAddress,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const db = openDatabase(address, () => {}) // Its statements tell.
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Ends a pool, and settles once its last connection is closed, before which the pool itself says that it has ended. */
function endOf(pool: Pool): () => Promise<void> {
  const closed = Promise.withResolvers<void>()
  let connections = 0
  pool.on('connect', () => (connections += 1))
  pool.on('remove', () => {
    connections -= 1
    if (connections === 0 && pool.ending) closed.resolve()
  })
  return async () => {
    // Whoever still has one waits for what may be silent.
    const ended = pool.end().then(() => (connections > 0 ? closed.promise : undefined))
    await Promise.race([ended, pause(closingTime, undefined, { ref: false })])
  }
}
