import { sql, type Kysely, type RawBuilder } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

/** Keep servers from doing the same at the same time. */
const locks = { rolls: advisoryLocks.reportRolls, tallies: advisoryLocks.reportTallies }
const hour = 60 * 60_000
/** What happened is looked at again for so long, for what was written late. Milliseconds. */
const lateness = hour / 4
/** All of a day is once more so long after it has ended, for what was written later than that. Milliseconds. */
const afterEnd = hour
/** After a pause of all servers so many days are made up for. */
const maxPause = 31
/** How far back hours are looked at, and how long they are kept: the dashboard shows a day of them. Milliseconds. */
const hoursShown = 24 * hour
const hoursKept = 8 * hoursShown

/** A day of the reports' calendar: `YYYY-MM-DD`, and its bounds as Unix times in milliseconds. */
interface ReportDay {
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

/** For whom the facts of some people count: everybody, their agent if they have one, and themselves. */
const subjectsOf = (facts: RawBuilder<unknown>) => sql`
  select users.id as user_id, subject.*
  from users
  left join lateral (
    select id from users as above
    where role = 'agent' and id = any (string_to_array(users.path, '/')::bigint[]) limit 1
  ) as agent on true
  cross join lateral (values
    ('all', 0::bigint), ('agent', coalesce(agent.id, 0)), ('user', users.id)
  ) as subject (scope, subject_id)
  where users.id in (select user_id from ${facts})`

const measured = ['peak', 'use_ms', 'operations', 'failures', 'tasks', 'environments'] as const

const isOf = ({ day }: ReportDay): RawBuilder<boolean> => sql<boolean>`day = ${day}::date`

/** Until when a day is settled that was summed up at a time. */
const settledBy = ({ begins, ends }: ReportDay, at: number): number => Math.min(Math.max(begins, at - lateness), ends)

/** Adds what is settled by now to what was until `from`, and sums up the rest of the day. */
async function rollSubtotals(db: Kysely<Tables>, day: ReportDay, from: number, now: number): Promise<void> {
  const { begins, ends } = day
  const until = settledBy(day, now)
  await sql`delete from report_subtotals where ${isOf(day)} and (not settled or ${from === begins})`.execute(db)
  // Whose and of what market are numbers while the beginnings and ends of all uses are put in order: it takes half as long.
  await sql`
    with uses as materialized (${usesWithin(from, ends, now)}),
    pieces as materialized (
      select user_id, market, piece.* from uses cross join lateral (
        values (true, began, least(ended, ${until}::bigint)), (false, greatest(began, ${until}::bigint), ended)
      ) as piece (settled, began, ended)
      where piece.began < piece.ended
    ),
    facts as (
      select settled, user_id, market, sum(ended - began) as use_ms, 0 as operations, 0 as failures
      from pieces group by settled, user_id, market
      union all
      select lost < ${until}::bigint, user_id, market, 0, 0, count(*) from uses cross join lateral unnest(lost_at) as lost
      where lost >= ${from}::bigint and lost < ${ends}::bigint group by 1, 2, 3
      union all
      select at < ${until}::bigint, user_id, 'none', 0, count(*), 0 from operation_log
      where at >= ${from}::bigint and at < ${ends}::bigint and user_id is not null group by 1, 2
    ),
    subjects as materialized (
      select *, dense_rank() over (order by scope, subject_id) as subject from (${subjectsOf(sql`facts`)}) as theirs
    ),
    kinds as materialized (
      select market, row_number() over () as kind from (select distinct market from facts) as markets
    ),
    sums as (
      select settled, subject, each.kind, min(scope) as scope, min(subject_id) as subject_id, min(each.market) as market,
             sum(use_ms) as use_ms, sum(operations) as operations, sum(failures) as failures
      from facts join subjects using (user_id) join kinds using (market)
      cross join lateral (values (0, 'all'), (kinds.kind, kinds.market)) as each (kind, market)
      group by settled, subject, each.kind
    ),
    held as (
      select settled, subject, each.kind,
             sum(change.by) over (partition by settled, subject, each.kind order by moment rows unbounded preceding) as phones
      from pieces join subjects using (user_id) join kinds using (market)
      cross join lateral (values (0), (kinds.kind)) as each (kind)
      -- At the same time ends come before beginnings.
      cross join lateral (values (began * 2 + 1, 1), (ended * 2, -1)) as change (moment, by)
    ),
    peaks as (select settled, subject, kind, max(phones) as peak from held group by settled, subject, kind)
    insert into report_subtotals as known (day, settled, scope, subject_id, market, peak, use_ms, operations, failures)
    select ${day.day}::date, settled, scope, subject_id, market, coalesce(peak, 0), use_ms, operations, failures
    from sums left join peaks using (settled, subject, kind)
    on conflict (day, settled, scope, subject_id, market) do update
      set peak = greatest(known.peak, excluded.peak), use_ms = known.use_ms + excluded.use_ms,
          operations = known.operations + excluded.operations, failures = known.failures + excluded.failures`.execute(
    db,
  )
}

/** Makes the day's figures out of its subtotals, and out of what is few enough to be counted anew. */
async function addUp(db: Kysely<Tables>, day: ReportDay): Promise<void> {
  const { begins, ends } = day
  const measures = sql.join(measured.map((name) => sql.id(name)))
  const measuresOf = (row: string) => sql.join(measured.map((name) => sql.id(row, name)))
  await sql`
    with facts as (
      select owner_id as user_id, market, 0 as failures, 0 as tasks, count(*) as environments from environments
      where created_at >= ${begins}::bigint and created_at < ${ends}::bigint group by owner_id, market
      union all
      select created_by, 'none', count(*) filter (where exists (
               select 1 from job_items where job_id = jobs.id and job_items.state in ('failed', 'timed_out')
             )), count(*), 0
      from jobs where created_at >= ${begins}::bigint and created_at < ${ends}::bigint group by created_by
    ),
    subjects as materialized (${subjectsOf(sql`facts`)}),
    counted as (
      select scope, subject_id, market, peak, use_ms, operations, failures, 0 as tasks, 0 as environments
      from report_subtotals where ${isOf(day)}
      union all
      select scope, subject_id, each.market, 0, 0, 0, failures, tasks, environments
      from facts join subjects using (user_id)
      cross join lateral (values ('all'), (facts.market)) as each (market)
    ),
    sums as materialized (
      select scope, subject_id, market, max(peak) as peak, sum(use_ms)::bigint as use_ms, sum(operations)::integer as operations,
             sum(failures)::integer as failures, sum(tasks)::integer as tasks, sum(environments)::integer as environments
      from counted group by scope, subject_id, market
    ),
    gone as (
      delete from report_days where ${isOf(day)} and not exists (
        select from sums
        where (scope, subject_id, market) = (report_days.scope, report_days.subject_id, report_days.market)
      )
    )
    insert into report_days as known (day, scope, subject_id, path, market, ${measures})
    select ${day.day}::date, scope, subject_id, coalesce(path, ''), market, ${measures}
    from sums left join users on users.id = subject_id
    on conflict (scope, subject_id, market, day) do update
      set (path, ${measures}) = (select excluded.path, ${measuresOf('excluded')})
      where (known.path, ${measuresOf('known')}) is distinct from (excluded.path, ${measuresOf('excluded')})`.execute(
    db,
  )
}

export const reportRollQueries = (db: Kysely<Tables>) => ({
  /** Has the transaction do a work alone; false where another one does it already. */
  async claim(work: keyof typeof locks): Promise<boolean> {
    await sql`set local statement_timeout = '5min'`.execute(db)
    await sql`set local work_mem = '128MB'`.execute(db) // A day of a million uses is sorted in memory.
    return tryLock(db, locks[work])
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
          greatest(today.day - ${maxPause}::int, coalesce(
            (select max(day) - 1 from report_rolls),
            -- Nothing was ever summed up: from the day on which something happened first.
            (select (to_timestamp(least(
              (select min(started_at) from device_uses), (select min(at) from operation_log),
              (select min(created_at) from environments), (select min(created_at) from jobs)
            ) / 1000.0) at time zone ${timeZone})::date),
            today.day
          )),
          today.day, '1 day') as each(day)
      )
      select to_char(days.day, 'YYYY-MM-DD') as day, days.begins, days.ends
      from days left join report_rolls using (day)
      where rolled_at is null or rolled_at < least(ends + ${afterEnd}, ${recently}::bigint)
      order by days.day`.execute(db)
    return rows
  },

  /**
   * Sums a day up: what happened since shortly before that was last done, on top of what was found then. All of it a last time once
   * the day has ended, for whatever was written later.
   */
  async rollDay(day: ReportDay, now: number): Promise<void> {
    const { begins, ends } = day
    const isLast = now >= ends + afterEnd
    const last = await db.selectFrom('report_rolls').selectAll().where(isOf(day)).executeTakeFirst()
    if (last !== undefined && last.rolled_at >= now) return // Another server was at it in the meantime.
    const isKept = last?.begins === begins && last.settled_until === settledBy(day, last.rolled_at)
    await rollSubtotals(db, day, isKept && !isLast ? settledBy(day, last.rolled_at) : begins, now)
    await addUp(db, day)
    if (isLast) await sql`delete from report_subtotals where day <= ${day.day}::date`.execute(db)
    await sql`
      insert into report_rolls (day, rolled_at, begins, settled_until)
      values (${day.day}::date, ${now}, ${begins}, ${settledBy(day, now)})
      on conflict (day) do update
        set rolled_at = excluded.rolled_at, begins = excluded.begins, settled_until = excluded.settled_until`.execute(
      db,
    )
  },

  /** Sums up the hours since shortly before the last time, at most a day of them, and forgets the oldest. */
  async rollHours(now: number): Promise<void> {
    const { rows } = await sql<{ since: number | null }>`
      select coalesce((select max(rolled_at) from report_rolls), (select min(started_at) from device_uses)) as since`.execute(
      db,
    )
    const from = Math.max(now - hoursShown, (rows[0]?.since ?? now) - lateness)
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

  /**
   * Finds out anew which addresses several phones have: of those that a phone got or left within so many milliseconds, or of all.
   * At a million phones all take seconds, and push out of memory what lists read.
   */
  async markShared(within: number | undefined): Promise<void> {
    const since = within === undefined ? sql`0` : sql`now_ms() - ${Math.ceil(within) + lateness}::bigint`
    const left = sql`select address from device_addresses where until >= ${since}`
    await sql`
      with changed as (
        select address from device_addresses where until is null and since >= ${since}
        ${within === undefined ? sql`` : sql`union ${left}`}
      ),
      known as (
        select address, count(*) > 1 as shared from device_addresses
        where until is null and address in (select address from changed) group by address
      )
      update device_addresses as addresses set shared = known.shared from known
      where addresses.until is null and addresses.address = known.address and addresses.shared <> known.shared`.execute(
      db,
    )
  },
})
