import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFileOf, openKeys } from '../../server/start/keys.ts'
import { socketFolderOf } from '../../server/embedded/postgres.ts'
import { allChained, checkedLog } from '../support/log-check.ts'
import type { TestServer } from '../support/server.ts'
import { runServer, spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-keys-'))
let server: TestServer
let store: TestStore
let admin: string

beforeAll(async () => {
  server = await spawnServer({ dataDir })
  store = openTestStore(server)
  admin = await server.signIn('admin')
  for (let times = 0; times < 5; times += 1) await server.signIn('manager')
})
afterAll(async () => {
  await store.close()
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

const verify = (receipt?: { receipt_id: number; receipt_hash: string }) => checkedLog(server, admin, receipt)
const settings = async () => (await store.db.selectFrom('settings').selectAll().execute()).map(({ value }) => value)
const entries = () => store.db.selectFrom('operation_log').selectAll().orderBy('id').execute()
const links = () => store.db.selectFrom('operation_chain').selectAll().orderBy('position').execute()

const kept = () => JSON.parse(readFileSync(join(dataDir, 'log-head.json'), 'utf8'))

/** Changes the log, asks what the server makes of it, and puts it back. */
async function meddled<T>(meddle: () => Promise<unknown>, look: () => Promise<T>): Promise<T> {
  await allChained(store)
  const [rows, chain] = [await entries(), await links()]
  await meddle()
  try {
    return await look()
  } finally {
    await store.db.deleteFrom('operation_log').execute()
    await store.db.deleteFrom('operation_chain').execute()
    await store.db.insertInto('operation_log').values(rows).execute()
    await store.db.insertInto('operation_chain').values(chain).execute()
  }
}

/** Cuts the end of the log off, with what chains it or without. */
async function shorten(left: number, what: 'entries' | 'entries and links'): Promise<void> {
  await sql`delete from operation_log where id > ${left}`.execute(store.db)
  if (what === 'entries and links') await sql`delete from operation_chain where log_id > ${left}`.execute(store.db)
}

/** What who has the database, and the program's text, can write: a chain in which every hash is right but for the key. */
async function rehash(): Promise<void> {
  let previous: Buffer = Buffer.alloc(32)
  await store.db.updateTable('operation_log').set({ user_name: 'nobody' }).execute()
  for (const entry of await entries()) {
    const fields = [entry.id, entry.at, entry.user_id, 'nobody', entry.user_path, entry.action, entry.target, entry.ip]
    const more = [entry.detail, ...(entry.target_name === '' ? [] : [entry.result, entry.target_name])]
    const hash = createHash('sha256')
      .update(previous)
      .update(JSON.stringify([...fields, ...more]))
      .digest()
    await store.db
      .updateTable('operation_chain')
      .set({ previous_hash: previous, hash })
      .where('log_id', '=', entry.id)
      .execute()
    previous = hash
  }
}

test('a log that was hashed anew by somebody without the key is not whole', async () => {
  expect(await verify()).toMatchObject({ whole: true })
  expect(await meddled(rehash, verify)).toMatchObject({ whole: false })
})

test('a log that was shortened or emptied is not whole, as a head of it is kept outside the database', async () => {
  await restart()
  await server.line(/the operation log has come this far/)
  const { id, hash } = kept()
  expect((await links()).find(({ log_id }) => log_id === id)?.hash.toString('hex')).toBe(hash)
  for (const left of [2, 0])
    for (const what of ['entries', 'entries and links'] as const)
      expect(await meddled(() => shorten(left, what), verify)).toMatchObject({
        whole: false,
        gaps: [{ after_id: left, id, kind: 'missing' }],
      })
})

test('the head that is kept stays the proof, also for a server that starts on what was shortened', async () => {
  await server.line(/the operation log has come this far/)
  const before = kept()
  for (const what of ['entries', 'entries and links'] as const) {
    const after = await meddled(
      () => shorten(2, what),
      async () => {
        await restart()
        await server.line(/the operation log (has come this far|is not the one whose head was kept)/)
        return { head: kept(), verdict: await verify() }
      },
    )
    expect(after).toMatchObject({ head: before, verdict: { whole: false } })
  }
})

test('a receipt of one’s own is looked up, too', async () => {
  const { head } = await verify()
  if (head === null) throw new Error('nothing is chained')
  expect(await verify({ receipt_id: head.id, receipt_hash: head.hash })).toMatchObject({ whole: true })
  const other = await verify({ receipt_id: head.id - 1, receipt_hash: head.hash })
  expect(other).toMatchObject({ whole: false, gaps: [{ id: head.id - 1, kind: 'altered' }] })
  const later = await verify({ receipt_id: head.id + 100, receipt_hash: head.hash })
  expect(later).toMatchObject({ whole: false, gaps: [{ id: head.id + 100, kind: 'missing' }] })
})

test('the database does not have what opens its secrets: the key is in a file for the server alone', async () => {
  expect(statSync(keyFileOf(dataDir)).mode & 0o777).toBe(0o600)
  const secret = await store.secret()
  expect(secret).toHaveLength(32)
  for (const value of await settings()) expect(value.includes(secret)).toBe(false)
})

async function restart(): Promise<void> {
  await server.stop()
  await store.close()
  server = await spawnServer({ dataDir })
  store = openTestStore(server)
}

test('a secret that an older server kept in clear goes on, sealed', async () => {
  const secret = await store.secret()
  await store.db.updateTable('settings').set({ value: secret }).where('key', '=', 'secret').execute()
  await restart()
  expect(await store.secret()).toEqual(secret)
  for (const value of await settings()) expect(value.includes(secret)).toBe(false)
  expect((await server.call('v2/user/info', { token: admin })).code).toBe(20000)
})

/** The keys of the file, the one that seals first. */
const fileKeys = () => readFileSync(keyFileOf(dataDir), 'utf8').trim().split('\n')

test.each([1, 2, 3])(
  'a key that was rotated %i times between two starts loses nothing, and is let go of',
  async (times) => {
    const secret = await store.secret()
    const before = fileKeys()
    for (let rotation = 0; rotation < times; rotation += 1) {
      const env = { ...process.env, DATA_DIR: dataDir }
      expect(spawnSync(process.execPath, ['server/rotate-key.ts'], { env }).status).toBe(0)
    }
    const rotated = fileKeys()
    expect(rotated).toEqual([
      ...Array.from({ length: times }, () => expect.not.stringMatching(before[0] ?? '')),
      ...before,
    ])

    await restart() // It seals anew, and keeps the former ones: a database may lose its last moments.
    expect(fileKeys()).toEqual(rotated)
    expect(await store.secret(rotated.slice(0, 1))).toEqual(secret)
    expect(await verify()).toMatchObject({ whole: true })
    expect(await store.secret()).toEqual(secret) // As the next start opens it.
    expect(fileKeys()).toEqual(rotated.slice(0, 1))
  },
)

test('no key is made where there is none to put it in front of, and a file that is not readable is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-keys-'))
  const rotate = () =>
    spawnSync(process.execPath, ['server/rotate-key.ts'], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
    })
  expect(rotate()).toMatchObject({ status: 2, stderr: expect.stringContaining(keyFileOf(folder)) })
  expect(existsSync(keyFileOf(folder))).toBe(false)
  mkdirSync(keyFileOf(folder))
  expect(rotate().stderr).toMatch(`${keyFileOf(folder)}: a folder is in its place (EISDIR)`)
  rmSync(folder, { recursive: true })
})

test('a server without the key of its database, or with another, is refused in words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-keys-'))
  const DATABASE_URL = `postgres://phonedeck@localhost/postgres?host=${socketFolderOf(dataDir)}`
  const env = { DATABASE_URL, DATA_DIR: folder, PORT: '0' }
  const without = await runServer(env)
  expect([without.exitCode, without.lines.join('\n')]).toEqual([
    2,
    expect.stringMatching(/^SECRET_KEY: .*neither given/m),
  ])
  writeFileSync(keyFileOf(folder), '')
  await expect(openKeys(store.db, { dataDir: folder, secretKey: undefined })).rejects.toThrow(/neither given/)
  const other = await runServer({ ...env, SECRET_KEY: 'ab'.repeat(32) })
  expect([other.exitCode, other.lines.join('\n')]).toEqual([2, expect.stringMatching(/^SECRET_KEY: .*another key/m)])
  rmSync(folder, { recursive: true })
})
