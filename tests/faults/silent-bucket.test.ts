import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'
import { cancelUpload } from '../support/upload.ts'

/** A bucket that takes every connection, and never says a word. */
const sockets = new Set<Socket>()
const bucket = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {}) // Whoever gave it up knows.
  socket.resume()
})
const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-bucket-'))
let env: Record<string, string>

beforeAll(async () => {
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const { port } = bucket.address() as AddressInfo // It listens on TCP.
  const S3_ENDPOINT = `http://127.0.0.1:${port}`
  env = { S3_BUCKET: 'silent', S3_ENDPOINT, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  bucket.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const until = { timeout: 60_000, interval: 100 }

test('a bucket that never answers keeps no call waiting, and takes no server out of the balancer', async () => {
  const server = await spawnServer({ dataDir, env })
  onTestFinished(async () => void (await server.stop()))
  const token = await server.signIn('element')
  const store = openTestStore(server)
  const { id: owner_id, path: owner_path } = await store.user('element')
  const names = Array.from({ length: 15 }, () => randomBytes(16).toString('hex'))
  const of = { owner_id, owner_path, name: 'large.bin', size: 10, expires_at: Date.now() + 3_600_000 }
  for (const upload_id of names) await store.files.add({ ...of, upload_id })
  const cancelling = names.map((name) => cancelUpload(`${server.url}/api/restful/v2/file/upload/${name}`, token))
  await expect.poll(() => sockets.size, until).toBeGreaterThan(0)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { status: 'degraded', parts: { database: true, files: false } },
  ])
  expect(await server.call('v2/user/info', { token })).toMatchObject({ code: codes.ok })
  // Whoever cancels has waited for the bytes to be gone, but not for long.
  expect((await Promise.all(cancelling)).map(({ status }) => status)).toEqual(names.map(() => 204))
  await expect.poll(() => [...sockets].some(({ closed }) => closed), until).toBe(true) // It was given up.
  await store.close()
})

test('a server that waits for a silent bucket still hands over what it has, and ends', async () => {
  sockets.clear()
  const server = await spawnServer({ dataDir, env })
  await expect.poll(() => sockets.size, until).toBeGreaterThan(0) // It removes what was cancelled before.
  expect(await server.stop()).toBe(0)
  expect(server.lines.filter((line) => line.includes('sweeps are left behind'))).toHaveLength(1)
})
