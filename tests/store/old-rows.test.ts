import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { foreignGrowth, growth } from '../../server/store/growth.ts'
import { openDatabase } from '../../server/store/database.ts'
import { forgetOld, type Swept } from '../../server/store/forget-old.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import type { TestStore } from '../support/test-store.ts'

const day = 86_400_000
const days = 10
const goesOn = new AbortController().signal

let database: TestDatabase
let db: TestStore['db']
let store: Store
beforeEach(async () => {
  database = await newDatabase({ isSeeded: true })
  db = openDatabase(database, () => {})
  store = openStore(db)
  await sql`delete from report_rolls`.execute(db) // A database of tests has those of today.
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const daysAgo = (count: number): number => Date.now() - count * day
/** A little too old, and not yet: nothing here may hang on a moment. */
const [old, young] = [daysAgo(days + 0.5), daysAgo(days - 0.5)]

const run = (...statements: string[]) => sql.raw(statements.join(';')).execute(db)
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}
/** What is left of a column, in order. */
const left = async (column: string, table: string): Promise<unknown[]> => {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.id(column)} as value from ${sql.table(table)} order by 1`.execute(db)
  return rows.map(({ value }) => value)
}

const aPhone = `insert into devices (id, box_id, slot, serial, name, owner_id, owner_path, region)
  select 1, id, 1, 'S1', 'Phone', owner_id, owner_path, region from boxes limit 1`
const aJob = (id: number, ended: number | null) => `
  insert into jobs (id, name, action, script, state, timeout_seconds, concurrency, created_by, total, ended_at)
    values (${id}, 'Job ${id}', 'reboot', '', '${ended === null ? 'running' : 'done'}', 60, 1, 1, 1, ${ended});
  insert into job_viewers values (1, ${id})`
const anItem = (jobId: number, state: string, workflowId: number | null = null) => `
  insert into job_items (job_id, device_name, state, workflow_id) values (${jobId}, 'Phone', '${state}', ${workflowId})`
const aWorkflow = (id: number, ended: number | null) => `
  insert into workflows (id, kind, device_id, user_id, ip, state, claimed_until, ended_at) overriding system value
    values (${id}, 'open', 1, 1, '', '${ended === null ? 'going' : 'done'}', 0, ${ended})`
const aMessage = (id: number, at: number) => `
  insert into site_messages (id, sender_id, msg_text, created_at) values (${id}, 1, 'Text', ${at});
  insert into site_message_recipients (message_id, user_id, confirmed_at) values (${id}, 1, null), (${id}, 2, ${at})`
const aSession = (mark: number, expires: number) => `
  insert into sessions (id, user_id, role, token_hash, last_seen_at, expires_at, ip)
    values (gen_random_uuid(), 1, 'admin', '\\x${mark}${mark}', 0, ${expires}, '${mark}')`

/** Of each setting: rows of which the first is too old and the second is not, and what is left of the tables' columns. */
const cases: Record<Swept, { rows: string[]; left: Record<string, unknown[]> }> = {
  sessions: { rows: [aSession(1, old), aSession(2, young)], left: { 'sessions.ip': ['2'] } },
  messages: {
    rows: [aMessage(1, old), aMessage(2, young)],
    left: { 'site_messages.id': [2], 'site_message_recipients.message_id': [2, 2] },
  },
  uses: {
    rows: [
      `insert into device_uses (device_id, user_id, user_path, started_at, ended_at)
         values (1, 1, '1', 5, ${old}), (2, 1, '1', 5, ${young}), (3, 1, '1', 5, null)`,
    ],
    left: { 'device_uses.device_id': [2, 3] },
  },
  addresses: {
    rows: [
      `insert into device_addresses (device_id, address, since, until)
         values (1, '192.0.2.1', 5, ${old}), (2, '192.0.2.2', 5, ${young}), (3, '192.0.2.3', 5, null)`,
    ],
    left: { 'device_addresses.device_id': [2, 3] },
  },
  reports: {
    rows: [daysAgo(days + 2), daysAgo(days - 2)].flatMap((at, index) => {
      const date = new Date(at).toISOString().slice(0, 10)
      return [
        `insert into report_days values ('${date}', 'all', ${index}, '', 'all', 1, 1, 1, 1, 1, 1)`,
        `insert into report_rolls values ('${date}', ${index})`,
      ]
    }),
    left: { 'report_days.subject_id': [1], 'report_rolls.rolled_at': [1] },
  },
  jobs: {
    rows: [
      aJob(1, old),
      anItem(1, 'succeeded'),
      anItem(1, 'failed'),
      aJob(2, young),
      anItem(2, 'succeeded'),
      aJob(3, null),
      anItem(3, 'running'),
      'update jobs set retry_of = 1 where id = 2',
    ],
    left: { 'jobs.id': [2, 3], 'job_items.job_id': [2, 3], 'job_viewers.job_id': [2, 3] },
  },
  workflows: {
    rows: [
      aPhone,
      aWorkflow(1, old),
      aWorkflow(2, young),
      aWorkflow(3, null),
      aWorkflow(4, old),
      aWorkflow(5, old),
      // What a job that is going waits for stays; an item that has ended lets go of it.
      aJob(1, null),
      anItem(1, 'running', 4),
      anItem(1, 'succeeded', 5),
    ],
    left: { 'workflows.id': [2, 3, 4], 'job_items.workflow_id': [4, null] },
  },
}

describe('what is older than its setting', () => {
  test.each(Object.entries(cases))('of %s goes, and nothing else', async (kept, { rows, left: expected }) => {
    await run(...rows)
    // Two at a time, so that more than one transaction is needed.
    await forgetOld(store, kept as keyof typeof cases, days, goesOn, 2)
    for (const [name, values] of Object.entries(expected)) {
      const [table = '', column = ''] = name.split('.')
      expect(await left(column, table), name).toEqual(values)
    }
  })

  test('stays where the setting is 0', async () => {
    await run(...cases.uses.rows)
    await forgetOld(store, 'uses', 0, goesOn)
    expect(await count('device_uses')).toBe(3)
  })

  test('goes a batch at a time, until the server stops', async () => {
    await run(
      `insert into device_uses (device_id, user_id, user_path, started_at, ended_at)
         select n, 1, '1', 5, ${old} from generate_series(1, 10) as n`,
    )
    const stopping = new AbortController()
    let transactions = 0
    const stopsSoon: Store = {
      ...store,
      transaction: async (work) => {
        transactions += 1
        if (transactions === 3) stopping.abort()
        return store.transaction(work)
      },
    }
    await forgetOld(stopsSoon, 'uses', days, stopping.signal, 2)
    expect(await count('device_uses')).toBe(4)
    await forgetOld(store, 'uses', days, goesOn, 2)
    expect(await count('device_uses')).toBe(0)
  })

  test('is left to the server that is at it, and another table is not', async () => {
    await run(...cases.uses.rows, ...cases.messages.rows)
    await store.transaction(async (tx) => {
      expect(await tx.oldRows.forget('device_uses', daysAgo(days), 100)).toBe(1)
      await forgetOld(store, 'uses', days, goesOn)
      await forgetOld(store, 'messages', days, goesOn)
      expect(await count('site_messages')).toBe(1)
      expect(await count('device_uses')).toBe(3) // As others see it.
    })
    expect(await count('device_uses')).toBe(2)
  })

  test('of a session with a lease stays for as long as that', async () => {
    await run(
      aPhone,
      aSession(1, old),
      `insert into control_leases (id, device_id, user_id, session_id, expires_at)
         select gen_random_uuid(), 1, 1, id, 0 from sessions`,
    )
    await forgetOld(store, 'sessions', days, goesOn)
    expect(await count('sessions')).toBe(1)
    await run('delete from control_leases')
    await forgetOld(store, 'sessions', days, goesOn)
    expect(await count('sessions')).toBe(0)
  })
})

/** Every table of the database, those that the queue makes a day as one. */
const tables = async () => {
  const { rows } = await sql<{ name: string }>`
      select pg_class.oid::regclass::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where (relkind = 'r' and (nspname <> 'public' or not relispartition) or relkind = 'p' and nspname = 'public') and nspname not in ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name.replace(/^(jobs\.queue_stats)_\d+$/, '$1')))
}

test('no table is without an answer to what keeps it from growing for ever', async () => {
  const server = await startServer({ env: { DATABASE_URL: database.url } })
  // The queue makes its own tables behind the start.
  await expect.poll(async () => (await tables()).has('jobs.queue_stats')).toBe(true)
  const answered = [...Object.keys(growth), ...Object.keys(foreignGrowth)]
  expect([...(await tables())].toSorted()).toEqual(answered.toSorted())
  await server.stop()
})

test('a server removes what is too old of every kind when it starts', async () => {
  const ancient = daysAgo(5_000)
  await run(
    aPhone,
    aSession(1, ancient),
    aMessage(1, ancient),
    aJob(1, ancient),
    anItem(1, 'failed'),
    aWorkflow(1, ancient),
    `insert into device_uses (device_id, user_id, user_path, started_at, ended_at) values (1, 1, '1', 5, ${ancient})`,
    `insert into device_addresses (device_id, address, since, until) values (1, '192.0.2.1', 5, ${ancient})`,
    `insert into report_days values ('2001-01-01', 'user', 1, '1', 'all', 1, 1, 1, 1, 1, 1)`,
    `insert into report_rolls values ('2001-01-01', 1)`,
  )
  const server = await startServer({ env: { DATABASE_URL: database.url } })
  const remaining = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'session' as what from sessions where ip = '1'
      union all select 'message' from site_messages where id = 1
      union all select 'recipient' from site_message_recipients where message_id = 1
      union all select 'job' from jobs where id = 1
      union all select 'item' from job_items where job_id = 1
      union all select 'workflow' from workflows where id = 1
      union all select 'use' from device_uses where ended_at = ${ancient}
      union all select 'address' from device_addresses where until = ${ancient}
      union all select 'day' from report_days where day = '2001-01-01'
      union all select 'roll' from report_rolls where day = '2001-01-01'`.execute(db)
    return rows.map(({ what }) => what)
  }
  await expect.poll(remaining).toEqual([])
  await server.stop()
})

/** Which of these the page does not have. */
const missing = (parts: readonly string[]): string[] => {
  const text = readFileSync('docs/operations.md', 'utf8')
  return parts.filter((part) => !text.includes(part))
}

describe('docs/operations.md', () => {
  test('describes every setting of what is kept, with its default', () => {
    const rows = Object.entries(readConfig({}).keep).map(
      ([name, value]) => `| \`KEEP_${name.toUpperCase()}_DAYS\` | \`${value}\` |`,
    )
    expect(missing(rows)).toEqual([])
  })

  test('names every table that a setting empties', () => {
    const tables = Object.entries(growth).flatMap(([table, one]) => ('kept' in one ? [`\`${table}\``] : []))
    expect(missing(tables)).toEqual([])
  })
})
