import { sql, type Kysely, type Selectable } from 'kysely'
import type { LogChecksTable, Tables } from './tables.ts'

export type LogCheckRow = Selectable<LogChecksTable>

/** A check of which nothing was heard for so long has ended with its server. Milliseconds. */
const maxSilence = 20_000
/** Checks whose results are kept. */
const kept = 50

const isSilent = sql<boolean>`state = 'running' and seen_at < now_ms() - ${sql.lit(maxSilence)}`

/** Checks of the operation log's chain, how far they are and what they have found. */
export const logCheckQueries = (db: Kysely<Tables>) => ({
  /** Writes down that a check begins; answers its id, or undefined where another one is going on. */
  async begin(now: number): Promise<number | undefined> {
    await db.updateTable('log_checks').set({ state: 'failed', ended_at: now }).where(isSilent).execute()
    await db
      .deleteFrom('log_checks')
      .where('id', 'in', (of) => of.selectFrom('log_checks').select('id').orderBy('id', 'desc').offset(kept))
      .execute()
    const row = await db
      .insertInto('log_checks')
      .values({
        begun_at: now,
        seen_at: sql`now_ms()`,
        total: sql`(select coalesce(max(position), 0) from operation_chain)`,
      })
      .onConflict((conflict) => conflict.column('state').where('state', '=', 'running').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  /** One check, or the newest; one that went silent has failed. */
  find: (id?: number): Promise<LogCheckRow | undefined> =>
    db
      .selectFrom('log_checks')
      .selectAll()
      .select(sql<LogCheckRow['state']>`case when ${isSilent} then 'failed' else state end`.as('state'))
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Whether it still goes on. */
  async progress(id: number, checked: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('log_checks')
      .set({ checked, seen_at: sql`now_ms()` })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },

  async end(
    id: number,
    outcome: Pick<LogCheckRow, 'state' | 'verdict' | 'seal'> & { ended_at: number; checked?: number },
  ) {
    await db.updateTable('log_checks').set(outcome).where('id', '=', id).where('state', '=', 'running').execute()
  },
})
