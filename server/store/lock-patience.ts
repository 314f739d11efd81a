import { type QueryExecutorProvider, sql } from 'kysely'
import { DatabaseError } from 'pg'

/** For a transaction that changes tables: while it waits for whoever uses one, everybody else waits behind it, so it does not for long. */
export async function waitBriefly(db: QueryExecutorProvider): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(db)
}

/** What it could not have by then; SQLSTATE lock_not_available. */
export const isLockedOut = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03'
