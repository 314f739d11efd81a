import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { parseBoxCommand } from '../../domain/box-protocol.ts'
import { codes } from '../../domain/codes.ts'
import { sessionOverTask } from '../../domain/user-messages.ts'
import { type EmbeddedPostgres, socketFolderOf, startPostgres } from '../../server/embedded/postgres.ts'
import { openDatabase } from '../../server/store/database.ts'
import { Cable } from '../support/cable.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { jobOutput } from '../support/job-output.ts'
import { brokerCredentials } from '../support/patches.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'
import { beginUpload } from '../support/upload.ts'

/** Where PostgreSQL has its data, which is nobody's but the test's: the server comes to it by DATABASE_URL. */
const folder = mkdtempSync(join(tmpdir(), 'phonedeck-database-'))
let postgres: EmbeddedPostgres
let server: ServerProcess
let admin: string

const startDatabase = async (): Promise<void> => {
  postgres = await startPostgres(folder, pino({ level: 'silent' }))
}

beforeAll(async () => {
  await startDatabase()
  const DATABASE_URL = `postgres://phonedeck@localhost/postgres?host=${socketFolderOf(folder)}`
  server = await spawnServer({ env: { DATABASE_URL, RATE_LIMIT: '100000000' } })
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Does something with the database as its administrator would. */
async function administer<T>(work: (db: ReturnType<typeof openTestStore>['db']) => Promise<T>): Promise<T> {
  const store = openTestStore(server)
  try {
    return await work(store.db)
  } finally {
    await store.close()
  }
}

const read = (path: string) => () => server.call(path, { token: admin })

/** Asks the server without a pause, from several sides, and keeps what it answered. */
class Load {
  readonly #stopping = new AbortController()
  readonly #callers: Promise<void>[]
  /** How often it answered how: the HTTP status and the code. */
  readonly answers = new Map<string, number>()
  /** The scripts that the server said it has kept. */
  readonly kept = new Set<string>()
  #scripts = 0

  constructor() {
    this.#callers = [
      ...['v2/user/info', 'v3/device/list', 'v2/log/list'].map((path) => this.#callAgainAndAgain(read(path))),
      ...['one', 'two', 'three'].map((who) => this.#callAgainAndAgain(() => this.#write(who))),
    ]
  }

  get good(): number {
    if (this.#stopping.signal.aborted) throw new Error(`the server is gone:\n${server.lines.slice(-30).join('\n')}`)
    return this.answers.get(`200 ${codes.ok}`) ?? 0
  }

  get refused(): number {
    return this.answers.get('503 50300') ?? 0
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#callers)
  }

  async #callAgainAndAgain(call: () => Promise<{ status: number; code: number }>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const answer = await call().then(
        ({ status, code }) => `${status} ${code}`,
        () => 'none at all',
      )
      this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
      if (answer === 'none at all') this.#stopping.abort()
    }
  }

  async #write(who: string) {
    if (this.#scripts > 500) return server.call('v2/user/info', { token: admin })
    const name = `${who} ${(this.#scripts += 1)}`
    const answer = await server.call('v2/script/add', { token: admin, body: { name, body: 'true' } })
    if (answer.code === codes.ok) this.kept.add(name)
    return answer
  }
}

const until = { timeout: 60_000, interval: 20 }

/** Waits until the server has answered more than these, well or not at all well. */
const moreThan = (load: Load, which: 'good' | 'refused', many: number) =>
  expect.poll(() => load[which], until).toBeGreaterThan(many)

test('a server outlives its database connections and its database, and loses nothing that it has confirmed', async () => {
  const load = new Load()
  await moreThan(load, 'good', 30)

  // Every connection is cut, again and again.
  for (let times = 0; times < 8; times += 1) {
    const good = load.good
    await administer((db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`.execute(db),
    )
    await moreThan(load, 'good', good + 10)
  }

  // PostgreSQL is stopped in the middle of it, and started again.
  for (let times = 0; times < 2; times += 1) {
    const { refused } = load
    await postgres.stop()
    await moreThan(load, 'refused', refused + 10)
    await startDatabase()
    await moreThan(load, 'good', load.good + 10)
  }

  // One of its processes dies, which makes PostgreSQL end all others and recover.
  const victim = await administer((db) =>
    sql<{ pid: number }>`select pid from pg_stat_activity where application_name = 'phonedeck' limit 1`.execute(db),
  )
  process.kill(victim.rows[0]?.pid ?? 0, 'SIGKILL')
  await moreThan(load, 'good', load.good + 10)

  await load.stop()
  expect([...load.answers.keys()].toSorted()).toEqual([`200 ${codes.ok}`, '503 50300'])
  const { rows } = await administer((db) => sql<{ name: string }>`select name from scripts`.execute(db))
  const names = new Set(rows.map(({ name }) => name))
  expect([...load.kept].filter((name) => !names.has(name))).toEqual([])
  expect(load.kept.size).toBeGreaterThan(10)
  expect(server.lines.filter((line) => line.includes('a request failed'))).toEqual([])
})

/** The HTTP status with which a websocket is answered. */
const opened = (socket: WebSocket) =>
  new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy()
      resolve(statusCode)
    })
    socket.on('error', () => {}) // Of a request that is destroyed.
  })

test('while the database is away every entrance says so in words, and all are open again after it', async () => {
  const store = openTestStore(server)
  const { url, options } = await brokerCredentials(server, admin)
  const box = await connectBox(server, store)
  await store.close()
  const socketUrl = `${server.url.replace('http', 'ws')}/api/restful/v2/ws/user?token=${admin}`

  await postgres.stop()
  const inEnglish = await server.call('v2/user/info', { token: admin, headers: { 'X-Language': 'en' } })
  expect(inEnglish).toMatchObject({ status: 503, code: 50300, data: null })
  expect(inEnglish.message).toMatch(/database/)
  const inChinese = await server.call('v2/user/login', { body: { user_name: 'admin', password: 'whatever-1' } })
  expect(inChinese).toMatchObject({ status: 503, code: 50300 })
  expect(inChinese.message).toMatch(/数据库/)
  const { headers } = await fetch(`${server.url}/api/restful/v2/user/info`, { headers: { 'X-Token': admin } })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const upload = await fetch(`${server.url}/api/restful/v2/file/upload`, {
    method: 'POST',
    headers: { 'X-Token': admin, 'Tus-Resumable': '1.0.0', 'Upload-Length': '3' },
  })
  expect(upload.status).toBe(503)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await opened(new WebSocket(socketUrl))).toBe(503)
  const refusal = await mqtt.connectAsync(url, options, false).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 3 }) // MQTT 3.1.1 §3.2.2.3: server unavailable.
  await box.report(inventory([readyPhone('MEANWHILE')]))

  await startDatabase()
  await expect.poll(() => server.call('v2/user/info', { token: admin }), until).toMatchObject({ code: codes.ok })
  const socket = new WebSocket(socketUrl)
  expect(await opened(socket)).toBe(101)
  socket.close()
  await (await mqtt.connectAsync(url, options, false)).endAsync()
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await expect
    .poll(() => server.call('v3/device/list', { token: admin }), until)
    .toMatchObject({ data: { items: [{ serial: 'MEANWHILE' }] } })
  await box.close()
})

test('a server whose database ends a connection just after an answer lives on', async () => {
  await beginUpload(server, admin, 'unwanted.bin', 3)
  const files = async () => (await server.call('v2/file/list', { token: admin })).data.items
  const ids = (await files()).map(({ id }: { id: number }) => id)
  expect(ids).toHaveLength(1)
  const keeping = [
    `create function keep() returns trigger language plpgsql as
       $$ begin raise exception 'terminating connection due to administrator command' using errcode = '57P01'; end $$`,
    'create trigger keep before delete on files for each row execute function keep()',
  ]
  await administer(async (db) => {
    for (const statement of keeping) await sql.raw(statement).execute(db)
  })
  expect(await server.call('v2/file/del', { token: admin, body: { ids } })).toMatchObject({ code: codes.ok })
  await server.line(/what follows an answer failed/)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await administer((db) => sql`drop trigger keep on files`.execute(db))
})

test('who controls a phone still does when the database was away for longer than a lease lasts', async () => {
  const store = openTestStore(server)
  const box = await connectBox(server, store)
  await box.report(inventory([readyPhone('CONTROLLED')]))
  const phone = async () =>
    (await server.call('v3/device/list', { token: admin, query: { keyword: 'CONTROLLED' } })).data.items[0]
  await expect.poll(phone, until).toMatchObject({ status: 'idle' })
  const query = { id: (await phone()).id, mode: 'control' }
  expect(await server.call('v2/device/stream/point', { token: admin, query })).toMatchObject({ code: codes.ok })
  // As if its relay, at another server, had renewed it 28 s ago.
  const expires_at = Date.now() + 2_000
  await store.db.updateTable('control_leases').set({ expires_at }).execute()
  await store.close()
  await postgres.stop()
  await pause(12_000)
  await startDatabase()
  await expect.poll(read('v2/user/info'), until).toMatchObject({ code: codes.ok })

  await pause(9_000) // A relay renews every 10 s.
  expect(await phone()).toMatchObject({ status: 'in_use', in_use_by: { user_name: 'admin' } })
  // This one does not.
  await expect.poll(phone, until).toMatchObject({ status: 'idle', in_use_by: null })
  await box.close()
})

/** As one is to which another was made the primary. */
const onlyReads = (is: boolean): Promise<unknown> =>
  administer(async (db) => {
    await sql`alter system set default_transaction_read_only = ${sql.raw(is ? 'on' : 'off')}`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  })

test('while the database only reads, what is asked for is answered, what would be written is refused, and nothing is lost', async () => {
  const store = openTestStore(server)
  const box = await connectBox(server, store)
  await store.close()
  const load = new Load()
  await moreThan(load, 'good', 30)
  const ready = async () => (await fetch(`${server.url}/readyz`)).json()
  expect(await ready()).toMatchObject({ status: 'ok', parts: { database: true, writing: true } })
  await onlyReads(true)
  // As if sessions had last been used long ago, which is written down from time to time.
  await administer((db) =>
    db
      .transaction()
      .setAccessMode('read write')
      .execute((tx) => tx.updateTable('sessions').set({ last_seen_at: 0 }).execute()),
  )
  await moreThan(load, 'refused', 10)
  for (const path of ['v2/user/info', 'v3/device/list', 'v2/log/list'])
    await expect.poll(read(path), until).toMatchObject({ status: 200, code: codes.ok })
  const refused = await server.call('v2/script/add', { token: admin, body: { name: 'refused', body: 'true' } })
  expect(refused).toMatchObject({ status: 503, code: 50300 })
  await expect.poll(ready, until).toMatchObject({
    status: 'degraded',
    parts: { database: true, writing: false },
    problems: { writing: expect.stringMatching(/read-only/) },
  })
  await box.report(inventory([readyPhone('READ-ONLY')]))
  const good = load.good
  await pause(10_000)
  expect(load.good).toBeGreaterThan(good)

  await onlyReads(false)
  const add = (name: string) => server.call('v2/script/add', { token: admin, body: { name, body: 'true' } })
  let times = 0
  await expect.poll(() => add(`again ${(times += 1)}`), until).toMatchObject({ code: codes.ok })
  await expect
    .poll(() => server.call('v3/device/list', { token: admin, query: { keyword: 'READ-ONLY' } }), until)
    .toMatchObject({ data: { items: [{ serial: 'READ-ONLY' }] } })
  await load.stop()
  expect([...load.answers.keys()].toSorted()).toEqual([`200 ${codes.ok}`, '503 50300'])
  const { rows } = await administer((db) => sql<{ name: string }>`select name from scripts`.execute(db))
  const names = new Set(rows.map(({ name }) => name))
  expect([...load.kept].filter((name) => !names.has(name))).toEqual([])
  await expect.poll(ready, until).toMatchObject({ status: 'ok' })
  expect(server.lines.filter((line) => line.includes('a request failed'))).toEqual([])
  await box.close()
})

/** An agent whose phones say what the test has them say, and which says it again to whoever asks, as a real one does. */
class Teller {
  readonly #box: FakeBox
  readonly #said = new Map<string, { output: string; hasEnded: boolean }>()

  constructor(box: FakeBox) {
    this.#box = box
    box.client.on('message', (_topic, payload) => {
      const command = parseBoxCommand(payload.toString())
      if (command?.type === 'report') void this.#report(command.command_id, command.offset)
    })
  }

  async say(command_id: string, text: string, hasEnded = false): Promise<void> {
    const { output } = this.#said.get(command_id) ?? { output: '' }
    this.#said.set(command_id, { output: output + text, hasEnded })
    await this.#report(command_id, output.length)
  }

  async #report(command_id: string, offset: number): Promise<void> {
    const { output, hasEnded } = this.#said.get(command_id) ?? { output: '', hasEnded: false }
    await this.#box.report({ type: 'command_output', command_id, offset, text: output.slice(offset) })
    const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
    if (hasEnded) await this.#box.report({ type: 'command_ended', command_id, ...ended })
  }
}

test('what scripts say while the database is away is in their output when it is back', async () => {
  const store = openTestStore(server)
  const box = await connectBox(server, store)
  await store.close()
  const teller = new Teller(box)
  await box.report(inventory([readyPhone('SAYS-1'), readyPhone('SAYS-2')]))
  const idle = async (): Promise<{ id: number; serial: string }[]> =>
    (await server.call('v3/device/list', { token: admin, query: { status: ['idle'], sort: 'name' } })).data.items
  await expect.poll(async () => (await idle()).length, until).toBe(2)
  const phones = (await idle()).map(({ id }) => id)
  const post = async (path: string, body: object) => (await server.call(path, { token: admin, body })).data
  const { id } = await post('v2/script/add', { name: 'says', body: 'echo one; sleep 5; echo two' })
  const run = await post('v2/script/run', { id, targets: { device_ids: phones }, concurrency: 2 })
  const outputs = () =>
    Promise.all(phones.map(async (phone) => (await jobOutput(server, admin, { job: run.job_id, phone })).output))
  const [first, second] = [await box.phoneCommand(), await box.phoneCommand()]
  for (const { id: command } of [first, second]) await teller.say(command, 'one\n')
  await expect.poll(outputs, until).toEqual(['one\n', 'one\n'])

  const tried = (command: string) => server.line(new RegExp(`${command}.*a job was not written down`))
  await postgres.stop()
  // Neither ends meanwhile: with an end that cannot be written all that was said is asked for anew.
  for (const { id: command } of [first, second]) await teller.say(command, 'two\n')
  await Promise.all([tried(first.id), tried(second.id)])
  await startDatabase()
  for (const { id: command } of [first, second]) await teller.say(command, 'three\n', true)

  const job = async () => (await server.call('v2/job/detail', { token: admin, query: { id: run.job_id } })).data?.job
  await expect.poll(job, until).toMatchObject({ state: 'done', total: 2, succeeded: 2 })
  expect(await outputs()).toEqual(['one\ntwo\nthree\n', 'one\ntwo\nthree\n'])
  await box.close()
})

test('connections to a database that fall silent are given up, and calls, rights, reports and sweeps go on over new ones', async () => {
  await administer((db) => sql`create database silent`.execute(db))
  const cable = await Cable.to(join(socketFolderOf(folder), '.s.PGSQL.5432'))
  const url = `postgres://phonedeck@127.0.0.1:${cable.port}/silent`
  const other = await spawnServer({ env: { DATABASE_URL: url, RATE_LIMIT: '100000000' } })
  const [token, held] = [await other.signIn('admin'), await other.signIn('element')]
  const socket = await openUserSocket(other, held)
  const beside = { url: `postgres://phonedeck@localhost/silent?host=${socketFolderOf(folder)}` }
  const store = openTestStore({ ...other, database: beside })
  const box = await connectBox(other, store)
  const info = () => other.call('v2/user/info', { token })

  cable.silence()
  const asked = await Promise.all(Array.from({ length: 20 }, info))
  expect(asked.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expect.poll(info, until).toMatchObject({ code: codes.ok })
  await box.report(inventory([readyPhone('SILENCE')]))
  const list = () => other.call('v3/device/list', { token })
  await expect.poll(list, until).toMatchObject({ data: { items: [{ serial: 'SILENCE' }] } })
  // Nobody told the server: it looks.
  await store.db.updateTable('users').set({ enabled: false }).where('user_name', '=', 'element').execute()
  await socket.next(sessionOverTask)
  const add = () => other.call('v2/script/add', { token, body: { name: 'chained', body: 'true' } })
  await expect.poll(add, until).toMatchObject({ code: codes.ok })
  const loose = () =>
    sql`select from operation_log where id not in (select log_id from operation_chain)`.execute(store.db)
  await expect.poll(async () => (await loose()).rows.length, until).toBe(0)
  await expect.poll(async () => (await fetch(`${other.url}/readyz`)).json(), until).toMatchObject({ status: 'ok' })
  await box.close()
  await store.close()
  await other.stop()
  await cable.close()
})

test('what a server has locked that hangs is free for others soon', async () => {
  await administer(async (db) => {
    const lingers = sql`create function linger() returns trigger language plpgsql
      as 'begin perform pg_sleep(1); return new; end'`
    await lingers.execute(db)
    await sql`create trigger linger before insert on operation_chain for each row execute function linger()`.execute(db)
    await server.call('v2/script/add', { token: admin, body: { name: 'locks', body: 'true' } })
    const locked = sql`select from pg_locks where locktype = 'advisory' and granted`
    const locks = async () => (await locked.execute(db)).rows.length
    await expect.poll(locks, until).toBe(1)
    process.kill(server.pid, 'SIGSTOP')
    await expect
      .poll(locks, until)
      .toBe(0)
      .finally(() => process.kill(server.pid, 'SIGCONT'))
    await sql`drop function linger cascade`.execute(db)
  })
  expect(await read('v2/user/info')()).toMatchObject({ code: codes.ok })
})

test('PostgreSQL looks whether a silent server is still there, so that nothing stays locked for long by one that is not', async () => {
  const db = openDatabase(server.database, () => {})
  const setting = sql`select reset_val from pg_settings where name = 'tcp_keepalives_idle'`
  expect((await setting.execute(db)).rows).toEqual([{ reset_val: '10' }])
  await db.destroy()
})
