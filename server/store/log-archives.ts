import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { LogArchivesTable, Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

export type LogArchive = Selectable<LogArchivesTable>

export const logArchiveQueries = (db: Kysely<Tables>) => ({
  /** Has the transaction archive alone, for as long as that takes; false where another one does. */
  async claim(): Promise<boolean> {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    return tryLock(db, advisoryLocks.logArchive)
  },

  /** All of them, in the order of the chain. */
  all: (): Promise<LogArchive[]> => db.selectFrom('log_archives').selectAll().orderBy('first_position').execute(),

  last: (): Promise<LogArchive | undefined> =>
    db.selectFrom('log_archives').selectAll().orderBy('last_position', 'desc').limit(1).executeTakeFirst(),

  async add(archive: Insertable<LogArchivesTable>): Promise<void> {
    await db.insertInto('log_archives').values(archive).execute()
  },

  /** When the first entry behind a place of the chain was written; undefined where there is none. */
  async firstAt(position: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('operation_chain')
      .innerJoin('operation_log', 'operation_log.id', 'operation_chain.log_id')
      .select('at')
      .where('position', '>', position)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst()
    return row?.at
  },

  /** Removes some of the entries that are archived, with their links; answers how many links. */
  async removeArchived(limit: number): Promise<number> {
    const { rows } = await sql<{ links: number }>`
      with old as materialized (
        select position, log_id from operation_chain where position <= (select max(last_position) from log_archives)
        order by position limit ${limit}
      ),
      links as (delete from operation_chain using old where operation_chain.position = old.position),
      entries as (delete from operation_log using old where operation_log.id = old.log_id)
      select count(*) as links from old`.execute(db)
    return rows[0]?.links ?? 0
  },
})
