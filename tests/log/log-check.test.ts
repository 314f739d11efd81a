import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { openObjectFolder } from '../../server/files/object-folder.ts'
import { LogArchives } from '../../server/log/archives.ts'
import { LogChecks } from '../../server/log/checks.ts'
import { openKeys } from '../../server/start/keys.ts'
import { hashOfLink, noHash, type LogKey, type OperationRow } from '../../server/store/operation-hashes.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import type { Link } from '../../server/store/operation-chain.ts'
import { openLog } from '../../server/start/logging.ts'
import { allChained } from '../support/log-check.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const many = 40_000
const batch = 5_000

let server: TestServer
let store: TestStore
let admin: string
let logKey: LogKey
let keyed: Store
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  logKey = (await openKeys(store.db, { dataDir: server.dataDir, secretKey: undefined })).log
  keyed = openStore(store.db, logKey)
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const begin = (body: object = {}) => server.call('v2/log/verify', { token: admin, body })
const check = (id?: number) => server.call('v2/log/verify', { token: admin, query: { id } })

/** Writes entries and their links as the server would have, many at a time. */
async function fill(): Promise<void> {
  await sql`insert into operation_log (at, user_name, user_path, action, target, ip, detail)
    select at, '', '', 'notice.edit', 'notice:*', '', '' from generate_series(1, ${many}) as at`.execute(store.db)
  let last = await store.operationChain.last()
  let behind = (await store.operationChain.head())?.id ?? 0
  for (;;) {
    const entries: OperationRow[] = await store.db
      .selectFrom('operation_log')
      .selectAll()
      .where('id', '>', behind)
      .orderBy('id')
      .limit(batch)
      .execute()
    const links = entries.map((entry): Link => {
      const { position, hash } = last ?? { position: 0, hash: noHash }
      const place = { position: position + 1, log_id: entry.id, found: 'whole', previous_hash: hash } as const
      last = { ...place, hash: hashOfLink(place, entry, logKey) }
      behind = entry.id
      return { ...place, hash: last.hash }
    })
    if (links.length === 0) return
    await store.operationChain.add(links)
  }
}

test('a check of many entries is answered at once, tells how far it is, and keeps what it has found', async () => {
  await allChained(store)
  await fill()
  const begun = await begin()
  expect(begun).toMatchObject({ code: codes.ok, data: { state: 'running', checked: 0, ended_at: null, verdict: null } })
  const { id, total } = begun.data
  expect(total).toBeGreaterThan(many)

  const seen = new Set<number>()
  const isDone = async () => {
    const { data } = await check(id)
    expect(data.checked).toBeLessThanOrEqual(data.total)
    seen.add(data.checked)
    return data.state
  }
  await expect.poll(isDone, { timeout: 30_000, interval: 50 }).toBe('done')
  expect([...seen].filter((checked) => checked > 0 && checked < total).length).toBeGreaterThan(0)
  expect([...seen]).toEqual([...seen].toSorted((a, b) => a - b))

  const { data } = await check()
  expect(data).toMatchObject({
    id,
    state: 'done',
    checked: total,
    verdict: { whole: true, checked: total, waiting: 0 },
  })
  expect(data.ended_at).toBeGreaterThanOrEqual(data.begun_at)
}, 90_000)

test('who begins one while one goes on is answered that one, and a receipt is refused', async () => {
  const [first, second] = [await begin(), await begin()]
  expect(second.data.id).toBe(first.data.id)
  const receipt = { receipt_id: 1, receipt_hash: '0'.repeat(64) }
  expect(await begin(receipt)).toMatchObject({ code: codes.tooManyTries })
  await expect.poll(async () => (await check(first.data.id)).data.state, { timeout: 30_000 }).toBe('done')
  expect((await begin()).data.id).toBeGreaterThan(first.data.id)
  await expect.poll(async () => (await check()).data.state, { timeout: 30_000 }).toBe('done')
}, 90_000)

test('half a receipt is told at its field, and a check that was never begun is not found', async () => {
  expect(await begin({ receipt_id: 1 })).toMatchObject({
    code: codes.invalidInput,
    data: { fields: { receipt_hash: '编号与哈希须一并提供' } },
  })
  expect(await check(999_999)).toMatchObject({ code: codes.notFound })
})

test('a check whose server stops has failed, and one whose server went silent too; the next one begins', async () => {
  const none = new LogArchives({
    store: keyed,
    objects: await openObjectFolder(server.dataDir),
    logKey,
    days: 0,
    log: openLog({ logLevel: 'error' }, { write() {} }),
  })
  const checks = new LogChecks(keyed, none, logKey, openLog({ logLevel: 'error' }, { write() {} }))
  const stopped = await keyed.transaction((tx) => checks.begin(tx, undefined, undefined))
  await checks.stop()
  expect((await check(stopped.id)).data).toMatchObject({ state: 'failed', verdict: null })

  const silent = await store.logChecks.begin(Date.now())
  expect((await check(silent)).data.state).toBe('running')
  expect((await begin()).data.id).toBe(silent)
  await store.db
    .updateTable('log_checks')
    .set({ seen_at: sql`now_ms() - 21000` })
    .where('id', '=', silent ?? 0)
    .execute()
  expect((await check(silent)).data.state).toBe('failed')
  const next = await begin()
  expect(next.data.id).toBeGreaterThan(silent ?? 0)
  await expect.poll(async () => (await check(next.data.id)).data.state, { timeout: 30_000 }).toBe('done')
}, 60_000)

test('a result that somebody wrote into the database counts for nothing', async () => {
  const { id } = (await begin()).data
  await expect.poll(async () => (await check(id)).data.state, { timeout: 30_000 }).toBe('done')
  const { data } = await check(id)
  const verdict = JSON.stringify({ ...data.verdict, checked: data.verdict.checked + 1 })
  await store.db.updateTable('log_checks').set({ verdict }).where('id', '=', data.id).execute()
  expect((await check(data.id)).data).toMatchObject({ state: 'failed', verdict: null })
})

test('while nobody chains, entries are there, without hashes; readyz says so after a minute, the check how many wait', async () => {
  const chain = { id: 7_301 }
  await store.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${chain.id})`.execute(connection)
    try {
      await server.signIn('security')
      const [entry] = (await server.call('v2/log/list', { token: admin, query: { limit: 1 } })).data.items
      expect(entry).toMatchObject({ user_name: 'security', action: 'session.open' })
      const detail = await server.call('v2/log/detail', { token: admin, query: { id: entry.id } })
      expect(detail.data).toMatchObject({ hash: null, previous_hash: null })
      const { id } = (await begin()).data
      await expect
        .poll(async () => (await check(id)).data.verdict, { timeout: 30_000 })
        .toMatchObject({
          waiting: 1,
          whole: true,
        })

      const ready = async () => (await fetch(`${server.url}/readyz`)).json()
      expect(await ready()).toMatchObject({ status: 'ok' })
      await store.db
        .updateTable('operation_log_waiting')
        .set({ written_at: sql`now_ms() - 61000` })
        .execute()
      await expect.poll(ready).toMatchObject({
        status: 'degraded',
        parts: { operation_log: false },
        problems: { operation_log: expect.stringMatching(/^no entry .* has been chained for \d\d s$/) },
      })
    } finally {
      await sql`select pg_advisory_unlock(${chain.id})`.execute(connection)
    }
  })
  await allChained(store)
  const [entry] = (await server.call('v2/log/list', { token: admin, query: { limit: 1 } })).data.items
  const detail = await server.call('v2/log/detail', { token: admin, query: { id: entry.id } })
  expect(detail.data.hash).toMatch(/^[\da-f]{64}$/)
}, 60_000)
