import { sql, type Kysely, type RawBuilder } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

type Old = (before: number, limit: number) => RawBuilder<unknown>

/**
 * The oldest rows of a table that are too old, in the order of an index: by where they lie, as not all have a number of their own. What
 * refers to others is looked for at the oldest of those alone, so that it is not looked for time and again where it has gone.
 */
const oldRows = {
  sessions: (before, limit) => sql`
    select ctid from sessions where expires_at < ${before}
      and not exists (select from control_leases where session_id = sessions.id) order by expires_at limit ${limit}`,
  site_message_recipients: (before, limit) => sql`
    select theirs.ctid from (
      select id from site_messages where created_at < ${before} order by created_at limit ${limit}
    ) as oldest join site_message_recipients as theirs on message_id = oldest.id limit ${limit}`,
  site_messages: (before, limit) => sql`
    select ctid from (
      select ctid, id from site_messages where created_at < ${before} order by created_at limit ${limit}
    ) as oldest where not exists (select from site_message_recipients where message_id = oldest.id)`,
  device_uses: (before, limit) => sql`
    select ctid from device_uses where ended_at < ${before} order by ended_at limit ${limit}`,
  device_addresses: (before, limit) => sql`
    select ctid from device_addresses where until < ${before} order by until limit ${limit}`,
  report_days: (before, limit) => sql`
    select ctid from report_days where day < ${dayOf(before)} order by day limit ${limit}`,
  report_rolls: (before, limit) => sql`
    select ctid from report_rolls where day < ${dayOf(before)} order by day limit ${limit}`,
  job_items: (before, limit) => sql`
    select items.ctid from (
      select id from jobs where ended_at < ${before} order by ended_at limit ${limit}
    ) as oldest join job_items as items on job_id = oldest.id limit ${limit}`,
  jobs: (before, limit) => sql`
    select ctid from (
      select ctid, id from jobs where ended_at < ${before} order by ended_at limit ${limit}
    ) as oldest where not exists (select from job_items where job_id = oldest.id)`,
  // A job that is going asks its workflow how it ended, however long ago that was.
  workflows: (before, limit) => sql`
    select ctid from workflows where ended_at < ${before} and not exists (
      select from job_items where workflow_id = workflows.id and state in ('waiting', 'running')
    ) order by ended_at limit ${limit}`,
} satisfies Partial<Record<keyof Tables, Old>>

const dayOf = (at: number): RawBuilder<unknown> => sql`(to_timestamp(${at} / 1000.0) at time zone 'utc')::date`

export type OldRows = keyof typeof oldRows

export const oldRowQueries = (db: Kysely<Tables>) => ({
  /** Removes some of the rows of a table that ended before then; answers how many, 0 where another server is at it. */
  async forget(table: OldRows, before: number, limit: number): Promise<number> {
    const place = Object.keys(oldRows).indexOf(table)
    if (!(await tryLock(db, advisoryLocks.oldRows, place))) return 0
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(${oldRows[table](before, limit)}))`.execute(db)
    return Number(numAffectedRows ?? 0n)
  },
})
