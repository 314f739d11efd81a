import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Broker } from '../../server/broker/broker.ts'
import { Files } from '../../server/files/files.ts'
import { openFileStorage } from '../../server/files/file-storage.ts'
import { openLog } from '../../server/start/logging.ts'
import { restore as restoreHere } from '../../server/backup/restoring.ts'
import { BadConfig, readConfig } from '../../server/config/config.ts'
import { advisoryLocks } from '../../server/store/advisory-locks.ts'
import { type Manifest, manifestText } from '../../server/backup/manifest.ts'
import { newDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runProgram, runServer } from '../support/server-process.ts'
import { SmallDisks } from '../support/small-disk.ts'
import { openTestStore } from '../support/test-store.ts'
import { upload } from '../support/upload.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'phonedeck-refusals-'))
const at = (name: string): string => join(folder, name)
const disks = new SmallDisks()
let server: TestServer
let manager: string

const ofServer = (): Record<string, string> => ({
  DATA_DIR: server.dataDir,
  DATABASE_URL: 'url' in server.database ? server.database.url : '',
})
const backUp = (backup: string, env = {}) => runProgram(['server/backup.ts', backup], { ...ofServer(), ...env })
const restore = (backup: string, env: Record<string, string> = {}) =>
  runProgram(['server/restore.ts', backup], { DATA_DIR: at('into'), ...env })

beforeAll(async () => {
  server = await startServer()
  manager = await server.signIn('manager')
  await upload(server, manager, 'file.apk', randomBytes(3_000_000))
  expect((await backUp(at('whole'))).exitCode).toBe(0)
})
afterAll(async () => {
  await server.stop()
  disks.remove()
  rmSync(folder, { recursive: true })
})

/** A copy of the backup, in which something is done to a file. */
function damaged(name: string, damage: (path: string) => void): { backup: string; path: string } {
  const backup = mkdtempSync(join(folder, 'damaged-'))
  cpSync(at('whole'), backup, { recursive: true })
  const path = join(backup, name)
  damage(path)
  return { backup, path }
}

/** The manifest of the backup, changed, and with the sum that belongs to it. */
function otherManifest(change: (manifest: Manifest) => void): (path: string) => void {
  return (path) => {
    const { sha256: _sum, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
    change(manifest)
    writeFileSync(path, manifestText(manifest))
  }
}

/** Why a restore does nothing. */
const refusal = (backup: string, env: Record<string, string> = {}): Promise<string> =>
  restoreHere(readConfig({ DATA_DIR: at('into'), ...env }), backup, openLog({ logLevel: 'error' })).then(
    () => 'it was restored',
    (error: unknown) => (error instanceof BadConfig ? error.message : String(error)),
  )

const told = (line: RegExp) => ({
  exitCode: 1,
  lines: [expect.stringMatching(new RegExp(`^No backup was made: .*${line.source}`))],
})

const parts = () => ['manifest.json', 'tables/users.copy', 'kept/secret.key', 'files.jsonl', storedFile()]
const storedFile = (): string => join('files', readdirSync(at('whole/files'))[0] ?? '')

test('of half a backup the first part that is missing is named, and nothing is restored', async () => {
  for (const name of parts()) {
    const { backup, path } = damaged(name, (there) => rmSync(there))
    expect(await refusal(backup)).toMatch(new RegExp(`${path}: is missing`))
  }
  expect(existsSync(at('into'))).toBe(false)
})

test('of a damaged backup the part is named, whether it is shorter or other', async () => {
  for (const name of parts().filter((name) => name !== 'manifest.json')) {
    const shorter = damaged(name, (path) => writeFileSync(path, readFileSync(path).subarray(1)))
    expect(await refusal(shorter.backup)).toMatch(new RegExp(`${shorter.path}: is damaged`))
    const other = damaged(name, (path) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
      ),
    )
    expect(await refusal(other.backup)).toMatch(new RegExp(`${other.path}: is damaged`))
  }
  const { backup, path } = damaged('manifest.json', (there) =>
    writeFileSync(there, readFileSync(there, 'utf8').replace('"rows": 5', '"rows": 6')),
  )
  expect(await refusal(backup)).toMatch(new RegExp(`${path}: is damaged`))
})

test('a backup of a newer Phonedeck is refused', async () => {
  const { backup } = damaged(
    'manifest.json',
    otherManifest((manifest) => (manifest.database.schema = '9999-later')),
  )
  expect(await refusal(backup)).toMatch(/a newer Phonedeck made this backup \(9999-later\)/)
  const another = damaged(
    'manifest.json',
    otherManifest((manifest) => (manifest.database.queue = 1)),
  )
  const database = await newDatabase({ isSeeded: false })
  const DATABASE_URL = database.url
  expect(await refusal(another.backup, { DATABASE_URL })).toMatch(/queue of jobs has tables of version 1, /)
  rmSync(at('into'), { recursive: true })
  await database.drop()
})

test('a folder or a database that has something is left alone', async () => {
  mkdirSync(at('into/files'), { recursive: true })
  expect(await refusal(at('whole'))).toMatch(/DATA_DIR=.*into: it is not empty \(files\)/)
  rmSync(at('into'), { recursive: true })
  const database = await newDatabase({ isSeeded: true })
  const DATABASE_URL = database.url
  expect(await refusal(at('whole'), { DATABASE_URL })).toMatch(/DATABASE_URL: the database is not empty \(/)
  await database.drop()
  rmSync(at('into'), { recursive: true })
})

test('another SECRET_KEY than the backup’s is refused, and its own needs no file', async () => {
  const other = await refusal(at('whole'), { SECRET_KEY: '0'.repeat(64) })
  expect(other).toMatch(/^SECRET_KEY: is not the key of this backup/)
  const database = await newDatabase({ isSeeded: false })
  const SECRET_KEY = readFileSync(join(server.dataDir, 'secret.key'), 'utf8').trim()
  expect((await restore(at('whole'), { SECRET_KEY, DATABASE_URL: database.url })).exitCode).toBe(0)
  expect(existsSync(at('into/secret.key'))).toBe(false)
  rmSync(at('into'), { recursive: true })
  await database.drop()
})

test('a restore that was cut off lets no server start, and goes well the next time', async () => {
  const database = await newDatabase({ isSeeded: false })
  const env = { DATA_DIR: at('into'), DATABASE_URL: database.url }
  const client = new Client(database.url)
  await client.connect()
  // Whoever makes tables waits for it; the files are there by then.
  await client.query('begin; select pg_advisory_xact_lock(3853314791062309107)')
  const child = spawn(process.execPath, ['server/restore.ts', at('whole')], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  const closed = once(child, 'close')
  await vi.waitUntil(() => existsSync(at('into/secret.key')), { timeout: 60_000 })
  child.kill('SIGKILL')
  await closed
  await client.end()
  const start = await runServer({ ...env, PORT: '0', PHONES: '0', LOG_LEVEL: 'error' })
  expect(start).toEqual({
    exitCode: 2,
    lines: [expect.stringMatching(/^DATA_DIR=.*: a restore into it was cut off/)],
  })
  expect((await restore(at('whole'), env)).lines).toEqual([expect.stringMatching(/^Restored as of /)])
  rmSync(at('into'), { recursive: true })
  await database.drop()
})

test('a restore that was cut off before its tables were made goes well the next time', async () => {
  const database = await newDatabase({ isSeeded: false })
  const client = new Client(database.url)
  await client.connect()
  // What is made first, by itself.
  await client.query('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)')
  await client.end()
  expect((await restore(at('whole'), { DATABASE_URL: database.url })).lines).toEqual([
    expect.stringMatching(/^Restored as of /),
  ])
  rmSync(at('into'), { recursive: true })
  await database.drop()
})

test('without the key that opens the database there is no backup, nor a server; the key of an earlier backup heals both', async () => {
  const key = join(server.dataDir, 'secret.key')
  rmSync(key)
  expect(await backUp(at('keyless'))).toEqual(told(/SECRET_KEY: .* neither given nor in .*secret\.key/))
  expect(existsSync(at('keyless'))).toBe(false)
  const start = await runServer({ ...ofServer(), PORT: '0', PHONES: '0', LOG_LEVEL: 'error' })
  expect(start).toEqual({ exitCode: 2, lines: [expect.stringMatching(/^SECRET_KEY: .* neither given nor in/)] })
  expect(await backUp(at('keyless'), { SECRET_KEY: '0'.repeat(64) })).toEqual(
    told(/SECRET_KEY: this database was sealed with another key/),
  )
  cpSync(at('whole/kept/secret.key'), key)
  expect((await backUp(at('healed'))).exitCode).toBe(0)
})

test('a backup has its name only once it is whole, and leaves nothing where it was ended', async () => {
  expect(await backUp(at('whole'))).toEqual(told(/whole: there is something of that name already/))
  const holder = new Client(ofServer().DATABASE_URL)
  await holder.connect()
  // It waits for this table, in the middle of all.
  await holder.query('begin; lock table users')
  const waits = `select from pg_stat_activity where application_name = 'phonedeck backup' and wait_event_type = 'Lock' and datname = current_database()`
  const watcher = new Client(ofServer().DATABASE_URL) // In a transaction one sees that once.
  await watcher.connect()
  const waiting = async () => (await watcher.query(waits)).rowCount
  for (const [before, signal] of (['SIGKILL', 'SIGTERM'] as const).entries()) {
    const child = spawn(process.execPath, ['server/backup.ts', at('ended')], {
      cwd: root,
      env: { ...process.env, ...ofServer() },
    })
    const closed = once(child, 'close')
    // PostgreSQL does not notice that the killed one is gone before it goes on.
    await vi.waitUntil(async () => (await waiting()) === before + 1, { timeout: 60_000 })
    child.kill(signal)
    await closed
    expect(existsSync(at('ended'))).toBe(false)
    expect(existsSync(at('ended.partial'))).toBe(signal === 'SIGKILL')
  }
  await holder.end()
  await watcher.end()
  expect((await backUp(at('ended'))).exitCode).toBe(0)
  expect(existsSync(at('ended.partial'))).toBe(false)
})

test('while files are copied nothing of the database is held but the removal of files', async () => {
  // It takes every connection, and never says a word.
  const bucket = createServer((socket) => socket.on('error', () => {}).resume())
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const { port } = bucket.address() as AddressInfo // It listens on TCP.
  const asked = once(bucket, 'connection')
  const ofBucket = {
    S3_BUCKET: 'silent',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const child = spawn(process.execPath, ['server/backup.ts', at('slow')], {
    cwd: root,
    env: { ...process.env, ...ofServer(), ...ofBucket },
  })
  const closed = once(child, 'close')
  const [socket] = await asked
  const watcher = new Client(ofServer().DATABASE_URL)
  await watcher.connect()
  const held = `
    select xact_start, relation from pg_stat_activity left join pg_locks using (pid)
    where application_name = 'phonedeck backup' and datname = current_database()`
  await expect.poll(async () => (await watcher.query(held)).rows).toEqual([{ xact_start: null, relation: null }])
  const removal = await watcher.query(`select pg_try_advisory_xact_lock_shared(${advisoryLocks.files}) as may`)
  expect(removal.rows).toEqual([{ may: false }])
  child.kill('SIGTERM')
  socket.destroy()
  await closed
  await watcher.end()
  bucket.close()
})

test('a disk that is full ends a backup with one line, and has room again', async ({ skip }) => {
  skip(!disks.mayMount(), 'this user may not mount a disk here')
  const disk = disks.mount(1)
  expect(await backUp(join(disk, 'backup'))).toEqual(told(/backup: there is no room left on the disk \(ENOSPC\)/))
  expect(readdirSync(disk)).toEqual([])
  disks.remount(disk, 'size=50m')
  expect((await backUp(join(disk, 'backup'))).exitCode).toBe(0)
})

test('while a backup is made no file loses its bytes, whoever removes it', async () => {
  const store = openTestStore(server)
  const storage = await openFileStorage({ dataDir: server.dataDir, s3: undefined })
  // Nothing of it is told live.
  const files = new Files(storage, store, {} as Broker, openLog({ logLevel: 'error' }))
  const bytes = join(server.dataDir, storedFile())
  const holder = new Client(ofServer().DATABASE_URL)
  await holder.connect()
  await holder.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.files})`)
  const { data } = await server.call('v2/file/list', { token: manager })
  const ids = data.items.map(({ id }: { id: number }) => id)
  expect((await server.call('v2/file/del', { token: manager, body: { ids } })).code).toBe(codes.ok)
  await files.forget()
  expect(existsSync(bytes)).toBe(true)
  await holder.end()
  await files.forget()
  expect(existsSync(bytes)).toBe(false)
  await store.close()
})
