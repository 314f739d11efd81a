import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Tables } from './tables.ts'

export const fileHoldQueries = (db: Kysely<Tables>) => ({
  /** Whether bytes may be removed until the transaction ends: they may not while a backup is made. */
  async mayRemove(): Promise<boolean> {
    await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(db)
    const { rows } = await sql<{
      may: boolean
    }>`select pg_try_advisory_xact_lock_shared(${advisoryLocks.files}) as may`.execute(db)
    return rows[0]?.may === true
  },
})
