import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { startPostgres } from '../server/embedded/postgres.ts'
import { ReportSweep } from '../server/reports/sweep.ts'
import { openLog } from '../server/start/logging.ts'
import { seed } from '../server/start/seed.ts'
import { openDatabase } from '../server/store/database.ts'
import { migrate } from '../server/store/migrations/migrate.ts'
import { openStore } from '../server/store/store.ts'
import type { Tables } from '../server/store/tables.ts'
import { medianOf, type Benchmark, type Figure } from './figure.ts'

const uses = 66_000
/** As many people, in teams of agents. */
const people = 1_000
const agents = 20
/** Entries of the operation log that a use leaves. */
const entriesOfUse = 5
const minute = 60_000
const hour = 60 * minute
const timeZone = 'Asia/Shanghai'
/** An evening of Shanghai, when nearly all of a day has happened. */
const evening = Date.parse('2026-03-10T23:00:00+08:00')
const midnight = evening - 23 * hour
/** How often a minute goes by and is summed up. */
const rounds = 15

/** Agents, and their people; ids from 1000 on. */
async function addPeople(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into users (id, user_name, password_hash, role, parent_id, path)
    select 1000 + n, 'agent-' || n, '', 'agent', 1, '1/' || (1000 + n) from generate_series(1, ${agents}) as n`.execute(
    db,
  )
  await sql`
    insert into users (id, user_name, password_hash, role, parent_id, path)
    select 2000 + n, 'manager-' || n, '', 'manager', 1001 + n % ${agents}, '1/' || (1001 + n % ${agents}) || '/' || (2000 + n)
    from generate_series(1, ${people}) as n`.execute(db)
}

/** Uses that began between two times, of half an hour on average, with what else is reported of them. */
async function addUses(db: Kysely<Tables>, many: number, begins: number, ends: number, now: number): Promise<void> {
  await sql`
    insert into device_uses (device_id, user_id, user_path, market, started_at, ended_at, lost_at)
    select (select coalesce(max(id), 0) from device_uses) + n, users.id, users.path,
           (array['amazon', 'tiktok', 'temu', 'walmart', 'depop', null])[1 + n % 6], at,
           case when at + n * 7919 % ${hour} < ${now} then at + n * 7919 % ${hour} end,
           case when n % 50 = 0 then array[at] else '{}' end
    from generate_series(1, ${many}::bigint) as n
    join users on users.id = 2001 + n * 31 % ${people}
    cross join lateral (select ${begins} + (n * 104729 % ${many}) * ${ends - begins}::bigint / ${many} as at) as begun`.execute(
    db,
  )
  await sql`
    insert into operation_log (at, user_id, user_name, user_path, action, target, target_name, target_ids, ip, detail, result)
    select started_at + part, user_id, '', user_path, 'control.take', 'device:1', '', '{}', '', '', 'ok'
    from device_uses cross join generate_series(1, ${entriesOfUse}) as part where started_at >= ${begins}`.execute(db)
}

/** What a minute leaves: uses that end, as many that begin, and one of hours ago that was not told until now. */
async function passMinute(db: Kysely<Tables>, now: number): Promise<void> {
  const many = Math.round((uses * minute) / (24 * hour))
  await sql`
    update device_uses set ended_at = ${now - minute} + id * 7919 % ${minute}
    where id = any (array(select id from device_uses where ended_at is null order by started_at limit ${many}))`.execute(
    db,
  )
  await addUses(db, many, now - minute, now, now)
  await sql`
    update device_uses set ended_at = ended_at - 1
    where id = (select id from device_uses where ended_at < ${now - 5 * hour} order by ended_at desc limit 1)`.execute(
    db,
  )
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

/** Sums up a day of a large fleet: all of it, then a minute more at a time. */
const reportRoll: Benchmark['measure'] = async (): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-bench-'))
  const postgres = await startPostgres(dataDir, openLog({ logLevel: 'error' }))
  const db = openDatabase({ socketDir: postgres.socketDir }, () => {})
  try {
    await migrate(db)
    await seed(db, 'accounts')
    await db.connection().execute(async (patient) => {
      await sql`set statement_timeout = 0`.execute(patient)
      await addPeople(patient)
      await addUses(patient, uses, midnight, evening, evening)
      await sql`vacuum analyze`.execute(patient)
      await sql`reset statement_timeout`.execute(patient)
    })
    const sweep = new ReportSweep(openStore(db), timeZone)
    const whole = await secondsOf(() => sweep.rollUp(evening))
    const minutes: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const now = evening + 2 * round * minute
      await passMinute(db, now)
      minutes.push(await secondsOf(() => new ReportSweep(openStore(db), timeZone).rollUp(now)))
    }
    return [
      { name: `a day of ${uses} uses summed up at once`, value: whole, unit: 's' },
      { name: 'the same, a minute more, median', ...medianOf(minutes), unit: 's' },
      { name: 'the same, a minute more, slowest', value: Math.max(...minutes), unit: 's', bound: 1 },
    ]
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export default { group: 'Operations', title: 'Reports, summed up', measure: reportRoll } satisfies Benchmark
