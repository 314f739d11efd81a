import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Of PostgreSQL's advisory locks. A backup holds it from before it looks at the database until it has all files that the
 * database names; who removes a file's bytes shares it.
 */
export const fileHold = 5_470_127

export const fileHoldQueries = (db: Kysely<Tables>) => ({
  /** Whether bytes may be removed until the transaction ends: they may not while a backup is made. */
  async mayRemove(): Promise<boolean> {
    await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(db)
    const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock_shared(${fileHold}) as may`.execute(
      db,
    )
    return rows[0]?.may === true
  },
})
