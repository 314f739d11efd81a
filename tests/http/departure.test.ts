import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { beginCall } from '../support/late-body.ts'
import { testPassword } from '../support/server.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { openTestStore } from '../support/test-store.ts'

let database: TestDatabase
const SECRET_KEY = '5a'.repeat(32)
beforeAll(async () => {
  database = await newDatabase({ isSeeded: true })
})
afterAll(() => database.drop())

/** Asks a server to end, as a supervisor does, and does not wait for that. */
const ask = ({ pid }: ServerProcess): boolean => process.kill(pid, 'SIGTERM')

test('a server that is asked to end says so at /readyz, and goes on for as long as it was told', async () => {
  const server = await spawnServer({ env: { DATABASE_URL: database.url, SECRET_KEY, DRAIN_SECONDS: '2' } })
  const token = await server.signIn('manager')
  ask(server)
  const readiness = () => fetch(`${server.url}/readyz`)
  await vi.waitFor(async () => expect((await readiness()).status).toBe(503), { timeout: 20_000, interval: 20 })
  expect(await (await readiness()).json()).toEqual({ status: 'leaving', parts: {} })
  const answer = await fetch(`${server.url}/api/restful/v2/user/info`, { headers: { 'X-Token': token } })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await server.stop()).toBe(0)
})

test('a call that is under way when a server ends is answered, and nobody else is let in', async () => {
  const server = await spawnServer({ env: { DATABASE_URL: database.url, SECRET_KEY } })
  const token = await server.signIn('manager')
  const late = await beginCall(server, token, 'v2/user/login', { user_name: 'element', password: testPassword })
  ask(server)
  const dialled = async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const opened = once(socket, 'connect').then(
      () => 'connected',
      ({ code }) => code,
    )
    return opened.finally(() => socket.destroy())
  }
  await vi.waitFor(async () => expect(await dialled()).toBe('ECONNREFUSED'), { timeout: 20_000, interval: 20 })
  expect(await late.finish()).toMatchObject({ code: codes.ok })
  expect(await server.stop()).toBe(0)
})

test('what phones are at is left to other servers at once', async () => {
  const server = await spawnServer({ env: { DATABASE_URL: database.url, SECRET_KEY } })
  const store = openTestStore(server)
  const box = await connectBox(server, store)
  await box.report(inventory([readyPhone('HANDED')]))
  const token = await server.signIn('manager')
  const id = await onlyPhone(server, token)
  const begun = box.phoneCommand()
  await server.call('v2/device/run', { token, body: { ids: [id], action: 'change_ip' } })
  await begun
  const workflow = () =>
    store.db.selectFrom('workflows').select(['state', 'claimed_until']).where('device_id', '=', id).executeTakeFirst()
  expect((await workflow())?.claimed_until).toBeGreaterThan(Date.now())
  expect(await server.stop()).toBe(0)
  expect(await workflow()).toEqual({ state: 'going', claimed_until: 0 })
  await store.close()
})
