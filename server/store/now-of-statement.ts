import { sql } from 'kysely'

/**
 * Unix time in milliseconds by the database's clock, which all servers share; read when the statement runs, not when its transaction
 * began.
 */
export const nowOfStatement = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
