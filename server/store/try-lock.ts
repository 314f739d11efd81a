import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Takes a lock for the rest of the transaction unless another has it; answers whether it is ours.
 *
 * @param key one number, or two where a piece of work has parts that go on beside each other; those that nothing else locks with
 */
export async function tryLock(
  db: Kysely<Tables>,
  ...key: readonly [number] | readonly [number, number]
): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${sql.join(key)}) as ours`.execute(db)
  return rows[0]?.ours ?? false
}
