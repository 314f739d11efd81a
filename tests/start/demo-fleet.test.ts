import { afterAll, beforeAll, expect, test } from 'vitest'
import { markets } from '../../domain/markets.ts'
import { checkedLog, expectUnbrokenChain } from '../support/log-check.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
beforeAll(async () => {
  server = await startServer({ env: { DEMO: '1', LOG_LEVEL: 'info' }, phones: 4 })
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** Awaits a chapter of the demo fleet. */
const settled = (chapter: string) =>
  expect.poll(() => store.settings.isDone(`demo: ${chapter}`), { timeout: 30_000, interval: 200 }).toBe(true)

test('there are people of each role, below and beside the first ones', async () => {
  const { data } = await server.call('v2/user/list', { token: await server.signIn('admin'), query: { limit: 100 } })
  const count = (role: string) => data.items.filter((user: { role: string }) => user.role === role).length
  expect(['admin', 'security', 'agent', 'manager', 'element'].map(count)).toEqual([1, 2, 2, 5, 7])
})

test('thirty days are in the log, oldest first, and their chain holds', async () => {
  const entries = await store.db.selectFrom('operation_log').selectAll().orderBy('id').execute()
  const [first] = entries
  expect(Date.now() - (first?.at ?? 0)).toBeGreaterThan(29 * 86_400_000)
  for (const [index, entry] of entries.entries()) expect(entry.at).toBeGreaterThanOrEqual(entries[index - 1]?.at ?? 0)
  await expectUnbrokenChain(store.db)
  expect(await checkedLog(server, await server.signIn('admin'))).toMatchObject({ whole: true })
})

test('site messages wait for everybody, and the notice hangs', async () => {
  await settled('the word is spread')
  const token = await server.signIn('element')
  expect((await server.call('v2/user/message/list', { token, query: { confirm: false } })).data.total).toBe(3)
  expect((await server.call('v2/maintain/notify', { token })).data.content).toContain('机房例行维护')
})

test('each market has groups, and environments of the manager and its team', async () => {
  await settled('the shops are open')
  const [manager, element] = [await server.signIn('manager'), await server.signIn('element')]
  for (const market of markets) {
    const groups = await server.call('v2/group/list', { token: manager, query: { market } })
    expect(groups.data.items.length).toBeGreaterThan(0)
    const ofManager = await server.call('v2/environment/list', { token: manager, query: { market } })
    expect(ofManager.data.total).toBeGreaterThanOrEqual(6)
  }
  const ofElement = await server.call('v2/environment/list', { token: element, query: { market: 'rednote' } })
  expect(ofElement.data.total).toBe(16)
})

test('a second box stands beside the first, with half as many phones, for the first manager', async () => {
  await settled('a second box is there')
  const token = await server.signIn('manager')
  const phones = async () => (await server.call('v3/device/list', { token, query: { status: 'idle' } })).data.items
  await expect.poll(async () => (await phones()).length, { timeout: 30_000 }).toBe(6)
  const boxes = (await phones()).map(({ box_name }: { box_name: string }) => box_name)
  expect(boxes.filter((name: string) => name === 'B01')).toHaveLength(4)
  expect(boxes.filter((name: string) => name === '东京二号机柜')).toHaveLength(2)
})

test('scripts have run on phones, and tasks wait for their time', async () => {
  await settled('the services are offered')
  const token = await server.signIn('admin')
  expect((await server.call('v2/script/list', { token })).data.total).toBe(4)
  expect((await server.call('v2/task/list', { token })).data.total).toBe(3)
  const jobs = async () => (await server.call('v2/job/list', { token })).data.items
  await expect
    .poll(async () => (await jobs())[0], { timeout: 20_000 })
    .toMatchObject({ name: '每日巡检', state: 'done', failed: 0 })
})

test('nothing of it is a warning', () => {
  const logged = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
})
