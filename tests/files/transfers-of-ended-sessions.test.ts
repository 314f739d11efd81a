import { once } from 'node:events'
import { statSync } from 'node:fs'
import { get, request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, upload } from '../support/upload.ts'

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

const signOut = (token: string) => server.call('v2/user/logout', { token, body: {} })

test('an export that goes on is broken off when its session ends', async () => {
  // More than sockets buffer: the server waits for its reader.
  await sql`insert into users (user_name, password_hash, role, parent_id, path, note)
    select 'many-' || n, '', 'agent', 1, '1/' || (1000000 + n), repeat('x', 1000) from generate_series(1, 40000) as n`.execute(
    store.db,
  )
  const token = await server.signIn('admin')
  const asked = get(`${server.url}/api/restful/v2/user/export`, { headers: { 'X-Token': token } })
  const [answer] = await once(asked, 'response')
  expect(answer.statusCode).toBe(200)
  await signOut(token)
  const failed = new Promise((resolve) => answer.once('error', resolve))
  answer.resume()
  expect(await failed).toMatchObject({ code: 'ECONNRESET' })
  expect(answer.complete).toBe(false)
})

test('an address to download from that was not used yet is worth nothing once its session has ended', async () => {
  const token = await server.signIn('manager')
  await upload(server, token, 'kept.txt', new TextEncoder().encode('kept'))
  const { data: list } = await server.call('v2/file/list', { token, query: { limit: 1, skip: 0 } })
  const address = async () => (await server.call('v2/file/link', { token, query: { id: list.items[0].id } })).data.url
  const [used, unused] = [await address(), await address()]
  expect(await (await fetch(server.url + used)).text()).toBe('kept')
  await signOut(token)
  for (const url of [used, unused])
    expect(await (await fetch(server.url + url)).json()).toMatchObject({ code: codes.tokenExpired })
})

test('an upload that goes on is broken off when its session ends, and takes in nothing more', async () => {
  const token = await server.signIn('manager')
  const url = addressOf(server, await beginUpload(server, token, 'half.bin', 100_000))
  const headers = {
    'Tus-Resumable': '1.0.0',
    'X-Token': token,
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': '100000',
  }
  const part = request(url, { method: 'PATCH', headers })
  const failed = once(part, 'error').catch((error: unknown) => [error])
  part.write(Buffer.alloc(50_000, 1))
  const file = join(server.dataDir, 'files', url.split('/').at(-1) ?? '')
  await expect.poll(() => statSync(file).size, { timeout: 20_000 }).toBe(50_000)
  await signOut(token)
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
  expect(statSync(file).size).toBe(50_000)
})
