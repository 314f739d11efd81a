import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/store/tables.ts'
import { tallyRows } from './many-rows.ts'
import type { TestStore } from './test-store.ts'

/** Rows of what has few, and is told from all others by it. */
const fewRows = 40
/** Scripts and timed tasks: the most that there may be (jobs/script-operations.ts, jobs/task-operations.ts). */
const scripts = 1_000
/** Items of the first job: the most that one may have (contract), where there are so many phones. */
const itemsOfFirst = 10_000
const itemsOfOther = 10
/** Days of the reports, and those of each person. */
const days = 366
const daysOfPerson = 30

type Db = Kysely<Tables>

/** Some of each, which filters for the rest don't find: of a region, a state, a group and an action that nothing else has. */
async function addRareRows(db: Db, manager: number): Promise<void> {
  await sql`
    update devices set region = 'sa-east', status = 'maintenance'
    where id in (select id from devices where status = 'idle' order by id desc limit ${fewRows})`.execute(db)
  await sql`
    update environment_rows set region = 'sa-east', tags = array[41::bigint]
    where id in (select id from environment_rows where manager_id = ${manager} and market = 'amazon' and device_id is null
                 order by id desc limit ${fewRows})`.execute(db)
  await sql`
    insert into operation_log (at, user_id, user_name, user_path, action, target, target_name, ip, detail)
    select 1700000000500 + n * 7000000, ${manager}, 'manager', path, 'box.add', 'box:' || n, 'X' || n, '192.0.2.1', ''
    from generate_series(1, ${fewRows}) as n join users on users.id = ${manager}`.execute(db)
}

/** A fifth of what the first team has is the account `element`'s. */
async function giveToElement(db: Db, manager: number, element: { id: number; path: string }): Promise<void> {
  for (const [table, owner] of [
    ['devices', 'owner_id'],
    ['environment_rows', 'manager_id'],
  ] as const)
    await sql`
      update ${sql.table(table)} set owner_id = ${element.id}, owner_path = ${element.path}
      where ${sql.ref(owner)} = ${manager} and id / 100 % 5 = 0`.execute(db)
}

/** Adds people below all managers alike until there are so many users. */
async function addPeople(db: Db, many: number): Promise<void> {
  await sql`
    insert into users (id, user_name, password_hash, role, parent_id, path, modules, thread_number)
    select 10000000 + n, 'person-' || n, above.password_hash, 'element', above.id, above.path || '/' || (10000000 + n), above.modules, 0
    from generate_series(1, ${many} - (select count(*) from users)) as n
    join (select *, row_number() over (order by id) as place, count(*) over () as managers from users where role = 'manager') as above
      on above.place = 1 + n % above.managers`.execute(db)
}

async function addJobs(db: Db, many: number, starters: readonly { id: number }[]): Promise<void> {
  const ids = starters.map(({ id }) => id)
  await sql`
    insert into scripts (id, name, description, body, parameters, created_by)
    select n, 'Script ' || lpad((n * 7919 % 10007)::text, 5, '0'), 'X0015 and others', 'input tap 1 1', '[]', 1
    from generate_series(1, ${scripts}) as n`.execute(db)
  await sql`
    insert into tasks (id, name, note, script_id, arguments, parameter_values, targets, cron, timezone, timeout_seconds,
                       concurrency, enabled, next_run_at, created_by)
    select n, 'X' || lpad(n::text, 4, '0'), '', n, '{}', '{}', '{"device_ids":[1]}', '0 5 * * *', 'Asia/Shanghai', 60, 10,
           n % 3 > 0, case when n % 3 > 0 then 4000000000000 + n end, 1
    from generate_series(1, ${scripts}) as n`.execute(db)
  await sql`
    insert into jobs (id, task_id, script_id, name, action, script, state, timeout_seconds, concurrency, created_by, total,
                      created_at, started_at, ended_at)
    select n, case when n % 2 = 0 then 1 when n % 2 = 1 then 2 + n % (${scripts} - 2) end, case when n % 4 = 0 then 1 end, 'X0015', 'script', 'input tap 1 1',
           case when n % 100 = 0 then 'running' when n % 50 = 1 then 'skipped' else 'done' end, 60, 10,
           (${ids}::bigint[])[1 + n % ${ids.length}], case when n = 1 then ${sql.lit(itemsOfFirst)} else ${sql.lit(itemsOfOther)} end,
           1700000000000 + n * 1000, 1700000000000 + n * 1000,
           case when n % 100 > 0 then 1700000000000 + n * 1000 + 500 end
    from generate_series(1, ${many / 50}) as n`.execute(db)
  await sql`
    insert into job_viewers (user_id, job_id)
    select unnest(string_to_array(path, '/')::bigint[]), jobs.id from jobs join users on users.id = jobs.created_by`.execute(
    db,
  )
  await sql`
    insert into job_items (job_id, device_id, device_name, state, started_at, ended_at, exit_code, output, output_length, output_key)
    select jobs.id, devices.id, devices.name,
           case when jobs.state = 'running' then 'running' when jobs.id % 7 = 1 and devices.id % 3 = 0 then 'failed' else 'succeeded' end,
           jobs.started_at, jobs.ended_at, 0, 'done', 4, encode(sha256('done'), 'hex')
    from jobs join devices on devices.id between jobs.id % 1000 and jobs.id % 1000 + jobs.total - 1
    order by jobs.id, devices.id`.execute(db)
}

async function addReports(db: Db): Promise<void> {
  await sql`
    insert into report_days (day, scope, subject_id, path, market, peak, use_ms, operations, failures, tasks, environments)
    select current_date - n, subject.scope, subject.id, subject.path, market, 1 + subject.id * 7 % 90, 60000 * (subject.id * n % 977),
           subject.id * 31 % 1009, subject.id % 3, subject.id % 5, subject.id % 7
    from (
      select 'user' as scope, id, path, ${sql.lit(daysOfPerson)} as days from users where id < 10000000
      union all select 'agent', id, path, ${sql.lit(days)} from users where role = 'agent'
      union all select 'all', 0, '', ${sql.lit(days)}
    ) as subject
    cross join lateral generate_series(0, subject.days - 1) as n
    cross join unnest(array['all', 'amazon', 'none']) as market`.execute(db)
}

/**
 * Fills the lists that `fillRows` leaves empty, in proportion to as many phones: people, boxes, the trash, files, scripts, tasks, jobs,
 * messages and reports; and gives some rows what few have.
 */
export async function fillOtherRows(store: TestStore, many: number): Promise<void> {
  const [admin, agent, manager] = [await store.user('admin'), await store.user('agent'), await store.user('manager')]
  const [security, element] = [await store.user('security'), await store.user('element')]
  const everybody = [admin, security, agent, manager, element]
  const share = many / 50
  await store.db.connection().execute(async (db) => {
    for (const setting of ['statement_timeout = 0', "work_mem = '128MB'", 'session_replication_role = replica'])
      await sql.raw(`set ${setting}`).execute(db)
    await addRareRows(db, manager.id)
    await giveToElement(db, manager.id, element)
    await sql`
      insert into environment_rows (market, manager_id, owner_id, owner_path, name, account, created_at, updated_at, trashed_at, trashed_by)
      select 'amazon', manager_id, owner_id, owner_path, 'old ' || name, account, created_at, updated_at,
             1700600000000 + id, owner_id
      from environment_rows where manager_id = ${manager.id} and market = 'amazon' limit ${share}`.execute(db)
    await tallyRows(db)
    await addPeople(db, many / 10)
    await sql`
      insert into boxes (id, code, name, region, slots, owner_id, owner_path, online, last_seen_at)
      select 1000000 + n, 'N' || n, 'N' || lpad(n::text, 5, '0'), case when n <= ${fewRows} then 'sa-east' else 'us-east' end, 20,
             ${agent.id}, ${agent.path}, n % 500 = 0, 4000000000000 + n
      from generate_series(1, ${share}) as n`.execute(db)
    await sql`
      insert into files (upload_id, owner_id, owner_path, name, size, received, status, sha256, created_at, completed_at)
      select 'upload-' || n, owners.id, owners.path, 'X0015-' || lpad((n * 7919 % 1000003)::text, 7, '0') || '.apk', n * 31 % 100003,
             n * 31 % 100003, case when n <= ${fewRows} then 'damaged' else 'ready' end, '', 1700000000000 + n * 1000, 1700000000000 + n
      from generate_series(1, ${share}::bigint) as n
      join unnest(${everybody.map(({ id }) => id)}::bigint[]) with ordinality as starters (id, place) on place = 1 + n % 5
      join users as owners on owners.id = starters.id`.execute(db)
    await addJobs(db, many, everybody)
    await sql`
      insert into site_messages (id, sender_id, msg_text, created_at)
      select 100 + n, 1, repeat('words ', 20), 1700000000000 + n * 1000 from generate_series(1, ${share}) as n`.execute(
      db,
    )
    await sql`
      insert into site_message_recipients (message_id, user_id, confirmed_at)
      select 100 + n, recipients.id, case when n <= ${share - fewRows} then 1 end
      from generate_series(1, ${share}) as n
      cross join unnest(${everybody.map(({ id }) => id)}::bigint[]) as recipients (id)`.execute(db)
    await addReports(db)
    await sql`set session_replication_role = default`.execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
  })
}
