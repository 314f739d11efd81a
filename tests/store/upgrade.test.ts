import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { createInstance, type TFunction } from 'i18next'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrations/migrate.ts'
import { reasonText } from '../../texts/reason.ts'
import { signedIn } from '../../texts/zh-CN/signed-in.ts'
import type { TestDatabase } from '../support/database.ts'
import { oldDatabase, oldFleet, oldPassword, type OldRow } from '../support/old-fleet.ts'
import { signInAt, startServer, type TestServer } from '../support/server.ts'

const old = (table: string): OldRow[] => oldFleet[table] ?? []
const byId = (a: OldRow, b: OldRow): number => a.id - b.id
const named = (name: string): OldRow => old('users').find(({ user_name }) => user_name === name) ?? {}
const keyOf = (row: OldRow, key: readonly string[]) => JSON.stringify(key.map((column) => row[column]))

/** What an operator sees of a shop. */
const shown = ({ id, name, account, region, tags, note, timezone, language, owner_id }: OldRow) => ({
  id,
  name,
  account,
  region,
  tags,
  note,
  timezone,
  language,
  owner_id,
})

describe('the tables of an old fleet, brought up to date', () => {
  let database: TestDatabase
  let client: Client
  beforeAll(async () => {
    database = await oldDatabase()
    const db = openDatabase(database, () => {})
    await migrate(db)
    await db.destroy()
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  /** Rows of now as JSON, so that both sides write a value alike. */
  const now = async (table: string): Promise<OldRow[]> => {
    const { rows } = await client.query<{ row: OldRow }>(`select to_json(t) as row from ${table} t`)
    return rows.map(({ row }) => row)
  }

  /** Of tables that were renamed, their name of now; of columns as well. What a migration gave another form is told apart below. */
  const kept: { table: string; now?: string; renamed?: Record<string, string>; without?: string[]; key?: string[] }[] =
    [
      { table: 'users' },
      { table: 'sessions' },
      { table: 'regions', key: ['code'] },
      { table: 'boxes' },
      { table: 'devices', without: ['status_reason'] },
      { table: 'device_uses' },
      { table: 'device_addresses', key: ['device_id', 'address', 'since'] },
      { table: 'environments' },
      { table: 'environment_groups' },
      { table: 'files' },
      { table: 'scripts' },
      { table: 'tasks' },
      { table: 'runs', now: 'jobs', without: ['reason'] },
      {
        table: 'run_parts',
        now: 'job_items',
        renamed: { run_id: 'job_id', operation_id: 'workflow_id', work_id: 'command_id' },
        without: ['reason'],
      },
      { table: 'phone_operations', now: 'workflows', renamed: { work_id: 'command_id' }, without: ['reason'] },
      { table: 'site_messages' },
      { table: 'site_message_recipients', key: ['message_id', 'user_id'] },
      { table: 'operation_log', without: ['previous_hash', 'hash'] },
      { table: 'report_days', key: ['day', 'scope', 'subject_id', 'market'] },
      { table: 'report_hours', key: ['path', 'hour'] },
    ]
  for (const { table, now: name = table, renamed = {}, without = [], key = ['id'] } of kept)
    test(`${name === table ? table : `${table}, now ${name}`}: every row and value is kept`, async () => {
      const rows = new Map((await now(name)).map((row) => [keyOf(row, key), row]))
      expect(old(table).length).toBeGreaterThan(0)
      expect(rows.size).toBe(old(table).length)
      for (const row of old(table)) {
        const wanted = Object.entries(row).filter(([column]) => !without.includes(column))
        const renamedRow = Object.fromEntries(wanted.map(([column, value]) => [renamed[column] ?? column, value]))
        expect(rows.get(keyOf(row, key))).toMatchObject(renamedRow)
      }
    })
})

describe('a server on the database of an old fleet', () => {
  let database: TestDatabase
  let server: TestServer
  let chinese: TFunction
  beforeAll(async () => {
    chinese = await createInstance().init({ lng: 'zh-CN', resources: { 'zh-CN': { translation: signedIn } } })
    database = await oldDatabase()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(`update users set authorization_at = ${Math.floor(Date.now() / 1000)}`) // Or their services would have ended.
    await client.end()
    server = await startServer({ env: { DATABASE_URL: database.url, SEED_PASSWORD: oldPassword } })
  })
  afterAll(async () => {
    await server.stop()
    await database.drop()
  })
  const tokenOf = (role: Role) => signInAt(server.url, role, oldPassword)

  test('lets the same people in by their passwords', async () => {
    for (const role of roles) {
      const { data } = await server.call('v2/user/info', { token: await tokenOf(role) })
      const { id, modules } = named(role)
      expect(data).toMatchObject({ id, user_name: role, role, modules })
    }
  })

  test('shows the shops of each market to whom they belong', async () => {
    const token = await tokenOf('manager')
    for (const market of markets) {
      const { data } = await server.call('v2/environment/list', { token, query: { market, limit: 100 } })
      const theirs = old('environments').filter(
        (row) => row.market === market && row.manager_id === named('manager').id,
      )
      expect(theirs.length).toBeGreaterThan(0)
      expect(data.total).toBe(theirs.length)
      expect(data.items.map(shown).toSorted(byId)).toEqual(theirs.map(shown).toSorted(byId))
    }
  })

  test('tells of jobs what it told then, reasons of failures in the same words', async () => {
    const token = await tokenOf('manager')
    for (const part of old('run_parts').filter(({ reason }) => reason !== '')) {
      const { data } = await server.call('v2/job/detail', { token, query: { id: part.run_id, item_state: ['failed'] } })
      expect(data.items.items.map(({ reason }: OldRow) => reasonText(chinese, reason))).toContainEqual(
        expect.stringContaining(part.reason),
      )
    }
  })

  test('finds the log whole that the old one chained, and goes on with it', async () => {
    const token = await tokenOf('admin')
    const rename = { id: named('element').id, note: 'later' }
    expect(await server.call('v2/user/edit', { token, body: rename })).toMatchObject({ code: codes.ok })
    await server.call('v2/log/verify', { token, body: {} })
    await expect
      .poll(async () => (await server.call('v2/log/verify', { token })).data.verdict, { timeout: 60_000 })
      .toMatchObject({ whole: true, gaps: [] })
    const { data } = await server.call('v2/log/verify', { token })
    expect(data.verdict.checked + data.verdict.waiting).toBeGreaterThan(old('operation_log').length)
  })
})
