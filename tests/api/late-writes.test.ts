import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserRow } from '../../server/store/users.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, cancelUpload, sendPart } from '../support/upload.ts'

const day = 24 * 60 * 60 * 1_000

let server: TestServer
let store: TestStore

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** A session of its own for each call, without the cost of a password. */
async function sessionOf({ id, role }: UserRow): Promise<{ token: string; session: string }> {
  const [token, session, now] = [randomBytes(32).toString('base64url'), randomUUID(), Date.now()]
  await store.sessions.add({
    id: session,
    user_id: id,
    role,
    token_hash: createHash('sha256').update(token).digest(),
    created_at: now,
    expires_at: now + day,
    ip: '127.0.0.1',
  })
  return { token, session }
}

/** Does something while writes to files wait. */
async function whileWaiting(work: () => Promise<void>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.statement('lock table files in share mode')
    await work()
  })
}

const isWaiting = async (): Promise<boolean> => (await store.waitingForLocks()) > 0

/** Each begins with an upload of four bytes, all of which are there but for the last. */
const uploading: Record<string, (url: string, token: string) => Promise<unknown>> = {
  'sends the last byte': (url, token) => sendPart(url, token, 3, '4'),
  'calls it off': (url, token) => cancelUpload(url, token),
  'begins another': (_url, token) => beginUpload(server, token, 'another.bin', 4),
}

test.each(Object.entries(uploading))('whoever lost its session while it %s changes no file', async (_, act) => {
  const { token, session } = await sessionOf(await store.user('manager'))
  const url = addressOf(server, await beginUpload(server, token, 'late.bin', 4))
  await sendPart(url, token, 0, '123')
  const of = () => store.db.selectFrom('files').select(['upload_id', 'status']).orderBy('id').execute()
  const before = await of()
  let done: Promise<unknown> = Promise.resolve()
  await whileWaiting(async () => {
    done = act(url, token).catch(() => undefined) // Its connection may be cut before it is answered.
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
    await store.sessions.end(session, Date.now())
  })
  await done
  await expect.poll(isWaiting).toBe(false)
  await store.transaction((tx) => tx.statement('lock table files in share mode')) // Whoever was writing is through.
  expect(await of()).toEqual(before)
})
