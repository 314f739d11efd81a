import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** With the place of a table in the list below, what keeps two servers from the same; a number that nothing else locks with. */
const lockKey = 7_310

/** The rows of a table that are old, in the order of an index: by where they lie, as not all have a number of their own. */
const oldRows = {
  sessions: (before) => sql`
    select ctid from sessions where expires_at < ${before}
      and not exists (select from control_leases where session_id = sessions.id) order by expires_at`,
  site_message_recipients: (before) => sql`
    select theirs.ctid from site_messages join site_message_recipients as theirs on theirs.message_id = site_messages.id
    where site_messages.created_at < ${before} order by site_messages.created_at`,
  site_messages: (before) => sql`
    select ctid from site_messages where created_at < ${before}
      and not exists (select from site_message_recipients where message_id = site_messages.id) order by created_at`,
  device_uses: (before) => sql`select ctid from device_uses where ended_at < ${before} order by ended_at`,
  device_addresses: (before) => sql`select ctid from device_addresses where until < ${before} order by until`,
  report_days: (before) => sql`
    select ctid from report_days where day < (to_timestamp(${before} / 1000.0) at time zone 'utc')::date order by day`,
  report_rolls: (before) => sql`
    select ctid from report_rolls where day < (to_timestamp(${before} / 1000.0) at time zone 'utc')::date order by day`,
  job_items: (before) => sql`
    select job_items.ctid from jobs join job_items on job_items.job_id = jobs.id
    where jobs.ended_at < ${before} order by jobs.ended_at`,
  jobs: (before) => sql`
    select ctid from jobs where ended_at < ${before}
      and not exists (select from job_items where job_id = jobs.id) order by ended_at`,
  // A job that is going asks its workflow how it ended, however long ago that was.
  workflows: (before) => sql`
    select ctid from workflows where ended_at < ${before} and not exists (
      select from job_items where workflow_id = workflows.id and state in ('waiting', 'running')) order by ended_at`,
} satisfies Partial<Record<keyof Tables, (before: number) => RawBuilder<unknown>>>

export type OldRows = keyof typeof oldRows

export const oldRowQueries = (db: Kysely<Tables>) => ({
  /** Removes some of the rows of a table that ended before then; answers how many, 0 where another server is at it. */
  async forget(table: OldRows, before: number, limit: number): Promise<number> {
    const place = Object.keys(oldRows).indexOf(table)
    const { rows } = await sql<{
      ours: boolean
    }>`select pg_try_advisory_xact_lock(${lockKey}, ${place}) as ours`.execute(db)
    if (rows[0]?.ours !== true) return 0
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(${oldRows[table](before)} limit ${limit}))`.execute(db)
    return Number(numAffectedRows ?? 0n)
  },
})
