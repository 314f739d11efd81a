import { rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { transferTicketHeader } from '../../domain/command-protocol.ts'
import { sealTransferTicket } from '../../server/files/transfer-tickets.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { SmallDisks } from '../support/small-disk.ts'
import { openTestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, cancelUpload, offsetOf, sendPart } from '../support/upload.ts'

const megabyte = 1024 ** 2
const disks = new SmallDisks()
const mayMount = disks.mayMount()
let disk: string
let server: TestServer
let secret: Uint8Array
let token: string

beforeAll(async () => {
  if (!mayMount) return
  disk = disks.mount(1_024 + 100)
  server = await startServer({ env: { DATA_DIR: disk } })
  const store = openTestStore({ ...server, dataDir: disk })
  secret = await store.secret()
  await store.close()
  token = await server.signIn('element')
})
beforeEach(({ skip }) => skip(!mayMount, 'this user may not mount a disk here'))
afterAll(async () => {
  await server?.stop()
  disks.remove()
})

/** Bytes that are left of the disk, in megabytes. */
async function free(): Promise<number> {
  const { bavail, bsize } = await statfs(disk)
  return (bavail * bsize) / megabyte
}

const begin = (size: number) => beginUpload(server, token, 'large.bin', size * megabyte)

test('uploads that are not finished yet have the room that they were promised', async () => {
  const first = await begin(60)
  expect(first.status).toBe(201)
  const second = await begin(60)
  expect([second.status, (await second.json()).code]).toEqual([409, codes.stateForbids])
  await cancelUpload(addressOf(server, first), token)
  const third = await begin(60)
  expect(third.status).toBe(201)
  await cancelUpload(addressOf(server, third), token)
})

test('an upload stops in words where something else has taken its room, and goes on where it stopped', async () => {
  const url = addressOf(server, await begin(60))
  const other = join(disk, 'other')
  writeFileSync(other, Buffer.alloc(70 * megabyte))
  const refused = await sendPart(url, token, 0, Buffer.alloc(60 * megabyte))
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: codes.stateForbids, message: expect.stringMatching(/磁盘空间/) },
  ])
  expect(await free()).toBeGreaterThan(1_023)
  rmSync(other)
  const offset = await offsetOf(url, token)
  expect((await sendPart(url, token, offset, Buffer.alloc(60 * megabyte - offset))).status).toBe(204)
  expect(await free()).toBeLessThan(1_024 + 41)
})

const put = (object: string) => {
  const ticket = { direction: 'put', object, most: 100 * megabyte, expires_at: Date.now() + 60_000 } as const
  return fetch(`${server.url}/relay/transfers`, {
    method: 'PUT',
    headers: { [transferTicketHeader]: sealTransferTicket(secret, ticket) },
    body: Buffer.alloc(30 * megabyte),
  })
}

test('transfers from phones that come at once leave the gigabyte, too', async () => {
  const answers = await Promise.all(['records/1', 'records/2', 'records/3'].map(put))
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toContain(507)
  expect(await free()).toBeGreaterThan(1_020)
})
