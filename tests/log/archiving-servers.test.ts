import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogChaining } from '../../server/log/chaining.ts'
import { openKeys } from '../../server/start/keys.ts'
import { openLog } from '../../server/start/logging.ts'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { checkedLog } from '../support/log-check.ts'
import { entryNamed } from '../support/log-database.ts'
import { runProgram } from '../support/server-process.ts'
import { startServer, type TestServer } from '../support/server.ts'

const secretKey = randomBytes(32).toString('hex')
const folder = mkdtempSync(join(tmpdir(), 'phonedeck-archiving-'))

let bucket: TestBucket
let database: TestDatabase
let db: ReturnType<typeof openDatabase>
let store: Store
let env: Record<string, string>
beforeAll(async () => {
  bucket = await startBucket()
  database = await newDatabase({ isSeeded: true })
  env = { ...bucket.env, DATABASE_URL: database.url, SECRET_KEY: secretKey }
  db = openDatabase(database, () => {})
  const { log: logKey } = await openKeys(db, { dataDir: folder, secretKey })
  store = openStore(db, logKey)
  const old = [1, 2, 3].map((day) => ({ ...entryNamed(`old ${day}`), at: Date.UTC(2024, 0, day) }))
  await store.operationLog.appendAll([...old, { ...entryNamed('new'), at: Date.now() }])
  await new LogChaining(store, logKey, openLog({ logLevel: 'error' })).run()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await bucket.stop()
  rmSync(folder, { recursive: true })
})

const archives = () => [...bucket.objects.keys()].filter((name) => name.startsWith('log/'))
const oldEntries = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from operation_log where at < ${Date.UTC(2024, 1)}`.execute(db)
  return rows[0]?.count ?? 0
}
const readiness = async ({ url }: TestServer) => (await fetch(`${url}/readyz`)).json()

/** Has a server of its own archive what is old, where none did before. */
async function archived(): Promise<void> {
  const server = await startServer({ env })
  await expect.poll(oldEntries).toBe(0)
  await server.stop()
}

test('a bucket that refuses keeps the entries in the log, which the server says in its log and at /readyz', async () => {
  bucket.refused.add('PutObject')
  const server = await startServer({ env })
  await server.line(/"sweep":"archives of the log".*a sweep failed/)
  await expect
    .poll(() => readiness(server))
    .toMatchObject({
      status: 'degraded',
      parts: { operation_log: false },
      problems: { operation_log: expect.stringContaining('2024-01 could not be archived') },
    })
  expect(await oldEntries()).toBe(3)
  expect(archives()).toEqual([])
  expect(await checkedLog(server, await server.signIn('admin'))).toMatchObject({ whole: true })
  await server.stop()
  bucket.refused.clear()
})

test('two servers archive once, and both find the chain whole through what is in the bucket', async () => {
  const servers = await Promise.all([startServer({ env }), startServer({ env })])
  await expect.poll(oldEntries).toBe(0)
  expect(archives()).toHaveLength(1)
  for (const server of servers) {
    await expect.poll(() => readiness(server)).toMatchObject({ status: 'ok' })
    const verdict = await checkedLog(server, await server.signIn('admin'))
    expect(verdict).toMatchObject({ whole: true })
    expect(verdict.checked).toBeGreaterThan(3)
  }
  await Promise.all(servers.map((server) => server.stop()))
})

test('a backup has the archives, which can be looked at where they lie, and are missed where they were changed', async () => {
  await archived()
  const made = await runProgram(['server/backup.ts', join(folder, 'backup')], env)
  expect([made.exitCode, ...made.lines]).toEqual([0, expect.stringContaining('1 files')])
  const elsewhere = await newDatabase({ isSeeded: false })
  const dataDir = join(folder, 'data')
  const settings = { DATABASE_URL: elsewhere.url, SECRET_KEY: secretKey, DATA_DIR: dataDir }
  const restored = await runProgram(['server/restore.ts', join(folder, 'backup')], settings)
  expect([restored.exitCode, ...restored.lines]).toEqual([0, expect.stringContaining('Restored')])
  const [name = ''] = readdirSync(join(dataDir, 'files/log'))
  const path = join(dataDir, 'files/log', name)
  const check = async (given = settings) => {
    const { exitCode, lines } = await runProgram(['server/check-archive.ts', path], given)
    return [exitCode, ...lines]
  }
  expect(await check()).toEqual([0, expect.stringMatching(/: 3 entries up to #\d+, whole$/)])
  expect(await check({ ...settings, SECRET_KEY: '00'.repeat(32) })).toEqual([2, expect.stringContaining('SECRET_KEY')])

  const server = await startServer({ env: settings })
  const admin = await server.signIn('admin')
  expect(await checkedLog(server, admin)).toMatchObject({ whole: true })
  writeFileSync(
    path,
    readFileSync(path).map((byte, index) => (index === 40 ? byte ^ 1 : byte)),
  )
  expect(await checkedLog(server, admin)).toMatchObject({ whole: false, gaps: [{ kind: 'archive' }] })
  expect(await check()).toEqual([
    1,
    expect.stringMatching(/jsonl\.gz: it (is not as it was written|cannot be decompressed)$/),
  ])
  await server.stop()
  await elsewhere.drop()
})
