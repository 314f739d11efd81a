import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roles } from '../../domain/roles.ts'
import { startPostgres } from '../../server/embedded/postgres.ts'
import { openFileStorage } from '../../server/files/file-storage.ts'
import { openLog } from '../../server/start/logging.ts'
import { allRows } from '../support/all-rows.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { checkedLog } from '../support/log-check.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { runProgram, type ServerProcess, spawnServer } from '../support/server-process.ts'
import { SteadyWriter } from '../support/steady-writer.ts'
import { openTestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, offsetOf, sendPart, upload } from '../support/upload.ts'

/** The folders of servers (`one`, `two` …) and of backups. */
const folder = mkdtempSync(join(tmpdir(), 'phonedeck-drill-'))
const at = (name: string): string => join(folder, name)
const record = 'records/1/drill'
/** More than a part of an object in S3. */
const large = randomBytes(9_000_000)
const begun = randomBytes(50_000)

let bucket: TestBucket
let external: TestDatabase
let first: ServerProcess
let manager: string
let unfinished: string
/** Writes that were acknowledged before the first backup began. */
let acknowledged: number

async function program(name: 'backup' | 'restore', backup: string, env: Record<string, string>): Promise<void> {
  const { exitCode, lines } = await runProgram([`server/${name}.ts`, at(backup)], env)
  expect([exitCode, ...lines]).toEqual([0, expect.stringMatching(name === 'backup' ? / tables, / : /^Restored as of /)])
}

beforeAll(async () => {
  bucket = await startBucket()
  external = await newDatabase({ isSeeded: false })
  first = await spawnServer({ dataDir: at('one'), env: { DEMO: '1' } })
  manager = await first.signIn('manager')
  await upload(first, manager, 'large.apk', large)
  const response = await beginUpload(first, manager, 'unfinished.apk', begun.length)
  unfinished = addressOf(first, response)
  await sendPart(unfinished, manager, 0, begun.subarray(0, 20_000))
  await beginUpload(first, manager, 'empty.apk', 10)

  const writer = new SteadyWriter(first, manager)
  await writer.start()
  const store = openTestStore(first)
  const storage = await openFileStorage({ dataDir: at('one'), s3: undefined })
  await storage.objects.write(record, Readable.from([large.subarray(0, 100_000)]))
  const box = await connectBox(first, store)
  await box.report(inventory([readyPhone('DRILL')]))
  const device = await vi.waitUntil(
    () => store.db.selectFrom('devices').select('id').where('serial', '=', 'DRILL').executeTakeFirst(),
    { timeout: 60_000 },
  )
  await box.close()
  const [environment] = await store.db.selectFrom('environments').select('id').limit(1).execute()
  await store.db
    .insertInto('environment_records')
    .values({
      environment_id: environment?.id ?? 0,
      object: record,
      size: 100_000,
      sha256: '0'.repeat(64),
      device_id: device.id,
    })
    .execute()
  await store.close()
  await vi.waitUntil(() => writer.acknowledged > 20, { timeout: 60_000 })
  acknowledged = writer.acknowledged
  await program('backup', 'backup 1', { DATA_DIR: at('one') })
  await writer.stop()
  await first.stop()
  await program('restore', 'backup 1', { DATA_DIR: at('two') })
})
afterAll(async () => {
  await external.drop()
  await bucket.stop()
  rmSync(folder, { recursive: true })
})

/** What an embedded database has that no server runs on. */
async function rowsAt(name: string) {
  const postgres = await startPostgres(at(name), openLog({ logLevel: 'error' }))
  try {
    return await allRows({ socketDir: postgres.socketDir })
  } finally {
    await postgres.stop()
  }
}

/** Size and sum, which vary with every byte. */
const seen = (content: Buffer): string =>
  `${content.length} bytes, ${createHash('sha256').update(content).digest('hex')}`
const nothing = seen(Buffer.alloc(0))

/** What was uploaded, and records; what tus notes beside them it notes anew. */
function filesAt(name: string): Record<string, string> {
  const entries = readdirSync(join(at(name), 'files'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.filter((path) => !path.endsWith('.json'))
  return Object.fromEntries(
    files.map((path) => [path.slice(at(name).length + '/files/'.length), seen(readFileSync(path))]),
  )
}

/** An upload of which nothing was sent is no object of a bucket. */
const withBytes = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([, content]) => content !== nothing))

const externally = () => ({ DATA_DIR: at('three'), DATABASE_URL: external.url, ...bucket.env })

test('what was acknowledged before a backup, made amid writes, is there when it is restored', async () => {
  expect(filesAt('two')).toEqual(filesAt('one'))
  const server = await spawnServer({ dataDir: at('two'), env: { DEMO: '1' } })
  for (const role of roles) expect(await server.signIn(role)).toBeDefined()
  expect(await checkedLog(server, await server.signIn('admin'))).toMatchObject({ gaps: [] })
  const store = openTestStore(server)
  const added = await store.db.selectFrom('environments').select('id').where('name', 'like', '% written %').execute()
  const counter = await store.db.selectFrom('environments').select('note').where('name', 'like', '% counter').execute()
  await store.close()
  expect(added.length + Number(counter[0]?.note)).toBeGreaterThanOrEqual(acknowledged)

  // Who had signed in still is, and goes on with the upload that the backup was made amid.
  const url = server.url + new URL(unfinished).pathname
  expect(await offsetOf(url, manager)).toBe(20_000)
  expect((await sendPart(url, manager, 20_000, begun.subarray(20_000))).status).toBe(204)
  await expect
    .poll(async () => (await server.call('v2/file/list', { token: manager })).data.items)
    .toContainEqual(expect.objectContaining({ name: 'unfinished.apk', status: 'ready' }))
  await server.stop()
})

test('keys are for their owner alone, in a backup and where it was restored', () => {
  const modes = [at('backup 1/kept/secret.key'), at('two/secret.key')].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
  expect(readFileSync(at('two/secret.key'))).toEqual(readFileSync(at('one/secret.key')))
})

test('a backup without a server, restored into a database and a bucket of one’s own, has every row and byte', async () => {
  await program('backup', 'backup 2', { DATA_DIR: at('two') })
  await program('restore', 'backup 2', externally())
  expect(await allRows({ url: external.url })).toEqual(await rowsAt('two'))
  const kept = [...bucket.objects].filter(([name]) => !name.endsWith('.info'))
  const files = filesAt('two')
  expect(Object.keys(files)).toHaveLength(4)
  // The last bytes of an upload that goes on are an object of their own.
  expect(Object.fromEntries(kept.map(([name, { content }]) => [name.replace(/\.part$/, ''), seen(content)]))).toEqual(
    withBytes(files),
  )

  // And back again.
  await program('backup', 'backup 3', externally())
  await program('restore', 'backup 3', { DATA_DIR: at('four') })
  expect(await rowsAt('four')).toEqual(await allRows({ url: external.url }))
  const goesOn = seen(begun.subarray(0, 20_000)) // In the bucket's own parts, which nobody can read.
  const finished = Object.entries(withBytes(files)).filter(([, content]) => content !== goesOn)
  expect(filesAt('four')).toEqual(Object.fromEntries(finished))
  const server = await spawnServer({ dataDir: at('three'), env: externally() })
  for (const role of roles) expect(await server.signIn(role)).toBeDefined()
  await server.stop()
})
