import { sql } from 'kysely'
import { Pool } from 'pg'
import { codes } from '../domain/codes.ts'
import { openKeys } from '../server/start/keys.ts'
import { connectionOf, openDatabase, withConnection } from '../server/store/database.ts'
import { openStore } from '../server/store/store.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark, Point } from './figure.ts'

/** Writers at a time, each of a row of its own. */
const writers = 64
/** For how long they write, and before that warm up, in milliseconds. */
const whole = { warmUp: 3_000, duration: 10_000 }
const short = { warmUp: 1_000, duration: 3_000 }
/** Entries that the log has already, for a curve. */
const sizes = [10_000, 100_000, 1_000_000]
/** Connections of a server's pool. */
const connections = 8

/** Has all writers write again and again; how many writes a second ended within the time that counts. */
async function perSecond(
  { warmUp, duration }: typeof whole,
  write: (writer: number) => Promise<unknown>,
): Promise<number> {
  const from = performance.now() + warmUp
  const until = from + duration
  let written = 0
  const writer = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      await write(index)
      const now = performance.now()
      if (now >= from && now < until) written += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)))
  return written / (duration / 1_000)
}

/** What a server's store can write: transactions of a change and its entry, through a pool like a server's. */
async function throughTheStore(server: ServerProcess, time: typeof whole): Promise<number> {
  const db = openDatabase(server.database, () => {})
  try {
    const { log } = await openKeys(db, { dataDir: server.dataDir, secretKey: undefined })
    const store = openStore(db, log)
    const user = await store.users.byName('admin')
    if (user === undefined) throw new Error('there is no admin')
    const scripts: number[] = []
    for (let index = 0; index < writers; index += 1)
      scripts.push(
        await store.scripts.add({ name: `Script ${index}`, description: '', body: 'id', parameters: [] }, user.id),
      )
    return await perSecond(time, (index) =>
      store.transaction(async (tx) => {
        const at = Date.now()
        const [id, description] = [scripts[index], `it is ${at}`]
        await tx.statement('update scripts set description = $1 where id = $2', [description, id])
        const detail = { before: { description: '' }, after: { description } }
        await tx.operationLog.append(
          { user, action: 'script.edit', target: `script:${id}`, ip: '127.0.0.1', detail },
          at,
        )
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** The least that such a transaction is: a change, and a row of what was changed, through a pool and nothing else. */
async function throughPgAlone(server: ServerProcess): Promise<number> {
  const pool = new Pool({ ...connectionOf(server.database), max: connections })
  try {
    await pool.query('create table bench_rows as select n as id, $1::text as text from generate_series(0, 63) as n', [
      '',
    ])
    await pool.query('create unique index on bench_rows (id)')
    await pool.query('create table bench_entries (id bigserial primary key, at bigint, text text)')
    const change = { name: 'change', text: 'update bench_rows set text = $1 where id = $2' }
    const entry = { name: 'entry', text: 'insert into bench_entries (at, text) values ($1, $2)' }
    return await perSecond(whole, async (index) => {
      const client = await pool.connect()
      const at = Date.now()
      await client.query('begin')
      await client.query({ ...change, values: [`it is ${at}`, index] })
      await client.query({ ...entry, values: [at, JSON.stringify({ after: `it is ${at}` })] })
      await client.query('commit')
      client.release()
    })
  } finally {
    await pool.end()
  }
}

/** What comes of it over HTTP: an operator's script that changes notes, each of a box of its own. */
async function throughCalls(server: ServerProcess): Promise<number> {
  const token = await server.signIn('agent')
  const boxes: number[] = []
  for (let index = 0; index < writers; index += 1) {
    const body = { code: `W${index}`, name: `Box ${index}`, region: 'us-west', slots: 1 }
    boxes.push((await server.call('v2/box/add', { token, body })).data.box.id)
  }
  let turn = 0
  return perSecond(whole, async (index) => {
    const body = { id: boxes[index], note: `turn ${(turn += 1)}` }
    const { code, message } = await server.call('v2/box/edit', { token, body })
    if (code !== codes.ok) throw new Error(`the note was refused: ${message}`)
  })
}

/** Fills the log until it has so many entries. */
const fillLog = (server: ServerProcess, many: number): Promise<void> =>
  withConnection(server.database, async (db) => {
    await db.connection().execute(async (patient) => {
      await sql`set statement_timeout = 0`.execute(patient)
      await sql`
        insert into operation_log (at, user_id, user_name, user_path, action, target, target_name, ip, detail)
        select 1704067200000 + n, 5, 'element', '1/3/4/5', 'device.edit', 'device:' || n % 10000, 'Phone ' || n % 10000, '198.51.100.1', ''
        from generate_series(1, ${many} - (select count(*) from operation_log)) as n`.execute(patient)
      await sql`vacuum analyze operation_log`.execute(patient)
      await sql`checkpoint`.execute(patient)
    })
  })

/** How many writes a second the operation log lets through. */
const loggedWrites: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', LOG_LEVEL: 'warn' } })
  try {
    const stored = await throughTheStore(server, whole)
    const alone = await throughPgAlone(server)
    const called = await throughCalls(server)
    const points: Point[] = []
    for (const size of sizes) {
      await fillLog(server, size)
      points.push({ size, value: await throughTheStore(server, short) })
    }
    const peer = { name: 'a change and a row, through pg alone', value: alone }
    return {
      figures: [
        { name: 'logged writes, one store', value: stored, unit: '/s', bound: 2_000, atLeast: true, peer },
        { name: 'logged writes over HTTP, one server', value: called, unit: '/s' },
      ],
      series: [
        {
          plot: 'Writes with an entry in the log',
          name: 'through one store',
          sizes: 'entries in the log',
          unit: '/s',
          points,
        },
      ],
    }
  } finally {
    await server.stop()
  }
}

export default {
  group: 'Operations',
  title: 'Writes with their entries in the log',
  measure: loggedWrites,
} satisfies Benchmark
