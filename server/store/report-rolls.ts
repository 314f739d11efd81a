import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

/** Keep servers from doing the same at the same time; any numbers that nothing else locks with. */
const lockKeys = { rolls: 7_308, tallies: 7_309 }
const hour = 60 * 60_000
/** A day is summed up once more this long after it has ended, for what was written late. Milliseconds. */
const lateness = hour
/** After a pause of all servers so many days are made up for. */
const longestPause = 31
/** How far back hours are looked at, and how long they are kept: the dashboard shows a day of them. Milliseconds. */
const hoursShown = 24 * hour
const hoursKept = 8 * hoursShown

/** A day of the reports' calendar: `YYYY-MM-DD`, and its bounds as Unix times in milliseconds. */
export interface ReportDay {
  day: string
  begins: number
  ends: number
}

/** Uses that overlap a span, cut to it; what goes on is cut at `now`. */
const usesWithin = (begins: number, ends: number, now: number) => sql`
  select user_id, user_path, coalesce(market, 'none') as market, lost_at,
         greatest(started_at, ${begins}::bigint) as began, least(coalesce(ended_at, ${now}::bigint), ${ends}::bigint) as ended
  from device_uses
  where started_at < ${ends}::bigint and (ended_at is null or ended_at > ${begins}::bigint)
    and greatest(started_at, ${begins}::bigint) < least(coalesce(ended_at, ${now}::bigint), ${ends}::bigint)`

export const reportRollQueries = (db: Kysely<Tables>) => ({
  /** Has the transaction do a work alone; false where another one does it already. */
  async claim(work: keyof typeof lockKeys): Promise<boolean> {
    await sql`set local statement_timeout = '5min'`.execute(db)
    await sql`set local work_mem = '128MB'`.execute(db) // A day of a million uses is sorted in memory.
    return tryLock(db, lockKeys[work])
  },

  /**
   * The days that are due: today and yesterday, and those before that nobody was there for; none that was summed up since
   * `recently`, or whole after it had ended.
   */
  async daysDue(now: number, recently: number, timeZone: string): Promise<ReportDay[]> {
    const { rows } = await sql<ReportDay>`
      with today as (select (to_timestamp(${now} / 1000.0) at time zone ${timeZone})::date as day),
      days as (
        select each.day::date as day,
               (extract(epoch from each.day::date::timestamp at time zone ${timeZone}) * 1000)::bigint as begins,
               (extract(epoch from (each.day::date + 1)::timestamp at time zone ${timeZone}) * 1000)::bigint as ends
        from today, generate_series(
          greatest(today.day - ${longestPause}::int, coalesce((select max(day) - 1 from report_rolls), today.day - ${longestPause}::int)),
          today.day, '1 day') as each(day)
      )
      select to_char(days.day, 'YYYY-MM-DD') as day, begins, ends
      from days left join report_rolls using (day)
      where rolled_at is null or rolled_at < least(ends + ${lateness}, ${recently}::bigint)
      order by days.day`.execute(db)
    return rows
  },

  /** Sums a day up, whatever had been summed up before. */
  async rollDay({ day, begins, ends }: ReportDay, now: number): Promise<void> {
    await sql`delete from report_days where day = ${day}::date`.execute(db)
    await sql`
      with uses as materialized (${usesWithin(begins, ends, now)}),
      facts as (
        select user_id, market, sum(ended - began) as use_ms, 0 as operations,
               sum(case when lost_at = '{}' then 0 else (
                 select count(*) from unnest(lost_at) as lost where lost >= ${begins}::bigint and lost < ${ends}::bigint
               ) end) as failures,
               0 as tasks, 0 as environments
        from uses group by user_id, market
        union all
        select user_id, 'none', 0, count(*), 0, 0, 0 from operation_log
        where at >= ${begins}::bigint and at < ${ends}::bigint and user_id is not null group by user_id
        union all
        select owner_id, market, 0, 0, 0, 0, count(*) from environments
        where created_at >= ${begins}::bigint and created_at < ${ends}::bigint group by owner_id, market
        union all
        select created_by, 'none', 0, 0, count(*) filter (where exists (
                 select 1 from job_items where job_id = jobs.id and job_items.state in ('failed', 'timed_out')
               )), count(*), 0
        from jobs where created_at >= ${begins}::bigint and created_at < ${ends}::bigint group by created_by
      ),
      subjects as materialized (
        select users.id as user_id, subject.*
        from users
        left join lateral (
          select id, path from users as above
          where role = 'agent' and id = any (string_to_array(users.path, '/')::bigint[]) limit 1
        ) as agent on true
        cross join lateral (values
          ('all', 0::bigint, ''), ('agent', coalesce(agent.id, 0), coalesce(agent.path, '')), ('user', users.id, users.path)
        ) as subject (scope, subject_id, path)
        where users.id in (select user_id from facts)
      ),
      sums as (
        select scope, subject_id, min(path) as path, each.market,
               sum(use_ms)::bigint as use_ms, sum(operations) as operations, sum(failures) as failures,
               sum(tasks) as tasks, sum(environments) as environments
        from facts join subjects using (user_id)
        cross join lateral (values ('all'), (facts.market)) as each (market)
        group by scope, subject_id, each.market
      ),
      several as (select count(distinct market) > 1 as markets from uses), -- With a single one, its peaks are those of all.
      held as (
        select scope, subject_id, each.market,
               sum(change.by) over (partition by scope, subject_id, each.market order by change.at, change.by) as phones
        from uses join subjects using (user_id)
        cross join lateral (values ('all'), (uses.market)) as each (market)
        cross join lateral (values (began, 1), (ended, -1)) as change (at, by)
        where each.market = 'all' or (select markets from several)
      ),
      peaks as (select scope, subject_id, market, max(phones) as peak from held group by scope, subject_id, market)
      insert into report_days
        (day, scope, subject_id, path, market, peak, use_ms, operations, failures, tasks, environments)
      select ${day}::date, scope, subject_id, path, sums.market,
             case when use_ms = 0 then 0 else coalesce(own.peak, every.peak) end,
             use_ms, operations, failures, tasks, environments
      from sums
      left join peaks as own using (scope, subject_id, market)
      left join peaks as every using (scope, subject_id)
      where every.market = 'all' or every.market is null`.execute(db)
    await sql`
      insert into report_rolls (day, rolled_at) values (${day}::date, ${now})
      on conflict (day) do update set rolled_at = excluded.rolled_at`.execute(db)
  },

  /** Sums up the hours since the last time, at most a day of them, and forgets the oldest. */
  async rollHours(now: number): Promise<void> {
    const { rows } = await sql<{ last: number | null }>`select max(rolled_at) as last from report_rolls`.execute(db)
    const from = Math.max(now - hoursShown, rows[0]?.last ?? 0)
    for (let begins = from - (from % hour); begins <= now; begins += hour) {
      await sql`delete from report_hours where hour = ${begins}`.execute(db)
      await sql`
        with uses as (${usesWithin(begins, begins + hour, now)}),
        held as (
          select place.path, sum(change.by) over (partition by place.path order by change.at, change.by) as phones
          from uses
          cross join lateral (select string_to_array(user_path, '/') as ids) as parts
          cross join lateral (
            select array_to_string(ids[1:depth], '/') from generate_series(0, cardinality(ids)) as depth
          ) as place (path)
          cross join lateral (values (began, 1), (ended, -1)) as change (at, by)
        )
        insert into report_hours (path, hour, peak) select path, ${begins}, max(phones) from held group by path`.execute(
        db,
      )
    }
    await sql`delete from report_hours where hour < ${now - hoursKept}`.execute(db)
  },

  /** Has every day of the last month summed up anew, for one who has written its history. */
  async forget(): Promise<void> {
    await db.deleteFrom('report_rolls').execute()
  },

  /** Adds up the tallies of the same kind. Readers see them before or after, never between. */
  async compactTallies(): Promise<void> {
    await sql`
      with several as (
        select owner_path, status, region from device_tallies group by owner_path, status, region having count(*) > 1
      ),
      gone as (
        delete from device_tallies using several
        where (device_tallies.owner_path, device_tallies.status, device_tallies.region)
            = (several.owner_path, several.status, several.region)
        returning device_tallies.*
      )
      insert into device_tallies (owner_path, status, region, phones, addresses)
      select owner_path, status, region, sum(phones), sum(addresses) from gone
      group by owner_path, status, region having sum(phones) <> 0 or sum(addresses) <> 0`.execute(db)
    await sql`
      with several as (
        select manager_id, market, owner_id, region, open, tag from environment_tallies
        group by manager_id, market, owner_id, region, open, tag having count(*) > 1
      ),
      gone as (
        delete from environment_tallies as tallies using several
        where (tallies.manager_id, tallies.market, tallies.owner_id, tallies.region, tallies.open, tallies.tag)
            = (several.manager_id, several.market, several.owner_id, several.region, several.open, several.tag)
        returning tallies.*
      )
      insert into environment_tallies
      select manager_id, market, owner_id, region, open, tag, sum(environments) from gone
      group by manager_id, market, owner_id, region, open, tag having sum(environments) <> 0`.execute(db)
    await sql`
      with several as (select box_id from box_tallies group by box_id having count(*) > 1),
      gone as (
        delete from box_tallies using several where box_tallies.box_id = several.box_id returning box_tallies.*
      )
      insert into box_tallies (box_id, phones, online)
      select box_id, sum(phones), sum(online) from gone group by box_id having sum(phones) <> 0`.execute(db)
  },

  /** Finds out anew which addresses several phones have. */
  async markShared(): Promise<void> {
    await sql`
      with many as (
        select address from device_addresses where until is null group by address having count(*) > 1
      )
      update device_addresses set shared = not shared
      where until is null and shared <> (address in (select address from many))`.execute(db)
  },
})
