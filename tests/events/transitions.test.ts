import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { runProgram } from '../support/server-process.ts'
import { signInAt, startServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let database: TestDatabase
let db: TestStore['db']
let store: Store
beforeEach(async () => {
  database = await newDatabase({ isSeeded: true })
  db = openDatabase(database, () => {})
  store = openStore(db)
  await run(
    `insert into devices (id, box_id, slot, serial, name, owner_id, owner_path, region)
       select 1, id, 1, 'S1', 'Phone', owner_id, owner_path, region from boxes limit 1`,
    `insert into environment_rows (id, market, manager_id, owner_id, owner_path, name)
       overriding system value select 1, 'amazon', id, id, path, 'Shop' from users where user_name = 'manager'`,
    `insert into sessions (id, user_id, role, token_hash, last_seen_at, expires_at, ip)
       values ('${session}', 1, 'admin', '', 0, 0, '')`,
    `insert into jobs (id, name, action, script, state, timeout_seconds, concurrency, created_by, total)
       values (1, 'Job', 'reboot', '', 'waiting', 60, 1, 1, 1)`,
    `insert into job_items (id, job_id, device_name, state) overriding system value values (1, 1, 'Phone', 'waiting')`,
  )
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const session = '8c5d7a4e-2f0a-4f0e-9d5b-1c2d3e4f5a6b'
const lease = { id: session, device_id: 1, user_id: 1, session_id: session, taken_at: 1 }

const run = async (...statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** What has been written, in words, and whether it was allowed. */
async function written(): Promise<string[]> {
  const rows = await db.selectFrom('transitions').selectAll().orderBy('id').execute()
  return rows.map(({ kind, from_state, cause, facts, to_state, deviates }) => {
    const why = [cause, ...(facts === '' ? [] : [facts])].join(', ')
    return `${kind}: ${from_state} (${why}) ${to_state}${deviates ? ', not allowed' : ''}`
  })
}

/** Each state that something has, changed by a statement with its cause and by one without. */
const changes = {
  'a phone': {
    with: `update devices set status = 'idle', cause = 'ready'`,
    without: `update devices set status = 'idle'`,
    written: (cause: string) => `device: offline (${cause}) idle`,
  },
  'an environment': {
    with: `update environments set device_id = 1, cause = 'opened'`,
    without: `update environments set device_id = 1`,
    written: (cause: string) => `opening: closed (${cause}) partial`,
  },
  'a control lease': {
    with: `insert into control_leases (id, device_id, user_id, session_id, expires_at, cause)
      values ('${session}', 1, 1, '${session}', 0, 'taken')`,
    without: `insert into control_leases (id, device_id, user_id, session_id, expires_at)
      values ('${session}', 1, 1, '${session}', 0)`,
    written: (cause: string) => `lease: free (${cause}) held`,
  },
  'a job': {
    with: `update jobs set state = 'cancelled', cause = 'called off'`,
    without: `update jobs set state = 'cancelled'`,
    written: (cause: string) => `job: waiting (${cause}) cancelling`,
  },
  'an item of a job': {
    with: `update job_items set state = 'running', cause = 'begun'`,
    without: `update job_items set state = 'running'`,
    written: (cause: string) => `job_item: waiting (${cause}) running`,
  },
} as const

describe.each(Object.entries(changes))('a change of the state of %s', (_what, change) => {
  test('is written with its cause, which nothing keeps', async () => {
    await run(change.with)
    const cause = /'([\w ]+)'\)?$/.exec(change.with)?.[1] ?? ''
    expect(await written()).toEqual([change.written(cause)])
    const table = /(?:update|into) (\w+)/.exec(change.with)?.[1] ?? ''
    const { rows } = await sql`select cause from ${sql.table(table)}`.execute(db)
    expect(rows).toEqual([{ cause: null }])
  })

  test('is written without one, and is not allowed', async () => {
    await run(change.without)
    expect(await written()).toEqual([`${change.written('')}, not allowed`])
  })
})

test('a change that the chart does not know is not allowed, whatever is said to be its cause', async () => {
  await run(`update devices set status = 'in_use', cause = 'ready'`)
  await run(`update devices set status = 'faulty', cause = 'failed', in_use_by = 1`)
  expect(await written()).toEqual([
    'device: offline (ready) in_use, not allowed',
    'device: in_use (failed, held) faulty, not allowed',
  ])
})

test('a cause is of its own statement alone', async () => {
  await run(`update devices set cause = 'ready'`, `update devices set status = 'idle'`)
  expect(await written()).toEqual(['device: offline () idle, not allowed'])
})

test('what changes no state writes nothing', async () => {
  await run(
    `update devices set battery = 50, last_seen_at = 5, status_reason = null, in_use_by = 1, status_deadline = 7`,
    `update environments set note = 'seen', updated_at = 5`,
    `update jobs set started_at = 5`,
    `update job_items set output = 'words', started_at = 5`,
  )
  await store.controlLeases.add(lease)
  await store.controlLeases.renew([lease.id])
  expect(await written()).toEqual(['lease: free (taken) held'])
})

test('a lease says how it ended, and one that is merely gone does not', async () => {
  await store.controlLeases.add(lease)
  expect(await store.controlLeases.remove(lease.id, 'released')).toBe(true)
  expect(await store.controlLeases.remove(lease.id, 'released')).toBe(false)
  await store.transaction(async (tx) => {
    await tx.controlLeases.removeOfDevice(1, 'deleted') // There is none that would take the cause with it.
    await tx.controlLeases.add(lease)
    await tx.controlLeases.removeOfDevice(1, 'closed')
    await tx.controlLeases.add(lease)
    await tx.statement('delete from control_leases')
  })
  expect(await written()).toEqual([
    'lease: free (taken) held',
    'lease: held (released) free',
    'lease: free (taken) held',
    'lease: held (closed) free',
    'lease: free (taken) held',
    'lease: held () free, not allowed',
  ])
})

test('a server says the cause of whatever it does with a phone', async () => {
  const server = await startServer({ env: { DATABASE_URL: database.url } })
  const testStore = openTestStore({ ...server, database })
  const box = await connectBox(server, testStore)
  await run(`delete from devices`) // What this box has is what it says.
  await box.report(inventory([readyPhone('A')]))
  await expect.poll(written).toHaveLength(1)
  const token = await server.signIn('manager')
  const [{ id }] = (await server.call('v3/device/list', { token })).data.items
  await server.call('v2/device/stream/point', { token, query: { id, mode: 'control' } })
  await box.vanish()
  await expect.poll(written).toHaveLength(4)
  await server.call('v2/user/logout', { token, body: {} })
  expect(await written()).toEqual([
    'device: offline (ready) idle',
    'lease: free (taken) held',
    'device: idle (taken, held) in_use',
    'device: in_use (lost, held) offline/in_use',
    'lease: held (released) free',
  ])
  await testStore.close()
  await server.stop()
})

const conform = () => runProgram(['server/conform.ts'], { DATABASE_URL: database.url })

/** A phone that is there, was taken, and is away. */
const aDay = [
  `update devices set status = 'idle', cause = 'ready'`,
  `update devices set status = 'in_use', in_use_by = 1, cause = 'taken'`,
  `update devices set status = 'offline', status_before = 'in_use', cause = 'lost'`,
]

describe('npm run conform', () => {
  test('tells how often each transition was made, and ends with 0 where all are as the charts say', async () => {
    await run(...aDay, `update devices set status = 'in_use', status_before = null, cause = 'ready'`, aDay[2] ?? '')
    const { exitCode, lines } = await conform()
    expect(lines).toEqual([
      '        2  device: in_use –(lost)→ offline/in_use',
      '        1  device: offline –(ready)→ idle',
      '        1  device: idle –(taken)→ in_use',
      '        1  device: offline/in_use –(ready)→ in_use',
      expect.stringMatching(/^DATABASE_URL: 5 transitions of \d+ subjects, 0 deviations$/),
    ])
    expect(exitCode).toBe(0)
  })

  test.each([
    ['is missing', `cause = 'taken'`, `in_use –(lost)→ offline/in_use follows on idle`],
    ['is missing at the beginning', `cause = 'ready'`, 'its first transition begins in idle'],
    ['is missing at the end', `cause = 'lost'`, 'it is offline/in_use, and its transitions lead to in_use'],
  ])('names what deviates where a transition %s, and ends with 1', async (_where, which, words) => {
    await run(...aDay, `delete from transitions where ${which}`)
    const { exitCode, lines } = await conform()
    expect(lines.filter((line) => line.startsWith('device 1'))).toEqual([expect.stringContaining(words)])
    expect(exitCode).toBe(1)
  })

  test('names a change that nobody gave a cause, and ends with 1', async () => {
    await run(`update devices set status = 'idle'`)
    const { exitCode, lines } = await conform()
    expect(lines[0]).toMatch(/^device 1, transition \d+ at \S+: the chart does not lead offline –\(no cause\)→ idle$/)
    expect(exitCode).toBe(1)
  })

  test('misses no beginning of what is older than all that is kept', async () => {
    await run(...aDay, `delete from transitions where cause = 'ready'`, `update devices set created_at = 1`)
    expect((await conform()).exitCode).toBe(0)
  })

  test('ends with 2 where there is nothing to check', async () => {
    const { exitCode, lines } = await runProgram(['server/conform.ts'], { DATABASE_URL: `${database.url}_none` })
    expect(exitCode).toBe(2)
    expect(lines).toEqual([expect.stringMatching(/^Nothing was checked: /)])
  })
})

test('a server tells of what no chart allows: in its log, in its figures, and admins once a day', async () => {
  await run(`update devices set status = 'faulty'`, `update jobs set state = 'done'`)
  const env = { DATABASE_URL: database.url, SECRET_KEY: '7'.repeat(64) }
  const server = await startServer({ env })
  for (const kind of ['device', 'job'])
    expect(JSON.parse(await server.line(new RegExp(`"kind":"${kind}".*as no chart allows`)))).toMatchObject({
      level: 50,
    })
  const figures = await (await fetch(`${server.url}/metrics`)).text()
  expect(figures).toContain('phonedeck_chart_deviations{kind="device"} 1\n')
  expect(figures).toContain('phonedeck_chart_deviations{kind="opening"} 0\n')
  expect(figures).toContain('phonedeck_chart_deviations{kind="job"} 1\n')
  await server.stop()

  await run(`update devices set status = 'idle'`)
  const next = await startServer({ env })
  await next.line(/"kind":"device".*as no chart allows/)
  expect(next.lines.filter((line) => line.includes('as no chart allows'))).toHaveLength(1)
  const token = await signInAt(next.url, 'admin')
  const { data } = await next.call('v2/user/message/list', { token })
  expect(data.items).toHaveLength(1)
  expect(data.items[0].msg_text).toContain('npm run conform')
  await next.stop()
})
