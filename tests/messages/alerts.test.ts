import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAlerts } from '../../server/dashboard/alerts.ts'
import { reason } from '../../texts/reason.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startPushService, type PushService, type Subscriber } from '../support/push-service.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let service: PushService
let server: TestServer
let store: TestStore
let box: FakeBox
let phones: readonly { id: number; name: string }[]

const people = ['admin', 'security', 'agent', 'manager', 'element'] as const
type Name = (typeof people)[number]
let browsers: Record<Name, Subscriber>

beforeAll(async () => {
  service = await startPushService()
  server = await startServer({ env: { PUSH_SERVICES: service.host } })
  store = openTestStore(server)
  box = await connectBox(server, store)
  await box.report(inventory(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((serial) => readyPhone(serial))))
  phones = await idlePhones(server, await server.signIn('admin'), 7)
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
  await service.close()
})
beforeEach(async () => {
  for (const table of ['alerts', 'push_subscriptions'] as const) await store.db.deleteFrom(table).execute()
  await store.db.deleteFrom('jobs').execute()
  await become(0, 7, { status: 'idle', status_reason: null })
  await store.devices.handOver(idsOf(0, 7), await store.user('manager'))
  await store.db.updateTable('users').set({ authorization_at: 0, expiration: 0 }).where('role', '<>', 'admin').execute()
  browsers = Object.fromEntries(
    await Promise.all(
      people.map(async (name) => {
        const browser = service.browser()
        const token = await server.signIn(name)
        await server.call('v2/user/push/subscribe', { token, body: browser.subscription })
        return [name, browser] as const
      }),
    ),
  ) as Record<Name, Subscriber> // One of each.
})
afterEach(() => expect(service.problems).toEqual([]))

const idsOf = (from: number, to: number) => phones.slice(from, to).map(({ id }) => id)
const namesOf = (from: number, to: number) =>
  phones
    .slice(from, to)
    .map(({ name }) => name)
    .join(' · ')
const become = (from: number, to: number, change: object) =>
  store.db.updateTable('devices').set(change).where('id', 'in', idsOf(from, to)).execute()
const fail = (from: number, to: number) =>
  become(from, to, { status: 'faulty', status_reason: reason('devices.late.changing_ip') })

/** Somebody's service ends so long from now. */
const ends = (name: Name, after: number) =>
  store.db
    .updateTable('users')
    .set({ authorization_at: Math.floor(Date.now() / 1_000), expiration: Math.floor(after / 1_000) })
    .where('user_name', '=', name)
    .execute()

/** The server looks at a time; answers once all that waits has been pushed. */
async function look(after: number): Promise<void> {
  await tellAlerts({ store, userAnnouncer: { messageSent: () => {} } }, Date.now() + after)
  const waiting = () => store.db.selectFrom('push_waiting').selectAll().execute()
  await expect.poll(waiting).toEqual([])
}

/** What has come for whom; those for whom nothing has are left out. */
const told = () =>
  Object.fromEntries(
    people.flatMap((name) => {
      const { pushed } = browsers[name]
      return pushed.length === 0 ? [] : [[name, pushed.map(({ notification }) => notification.body)]]
    }),
  )

test('phones that stay faulty are told to their owner, all at once, and once', async () => {
  await fail(0, 2)
  await look(4 * minute)
  expect(told()).toEqual({})
  const once = { manager: [`2 台手机故障：${namesOf(0, 2)}`] }
  await look(6 * minute)
  expect(told()).toEqual(once)
  for (const after of [11 * minute, 2 * hour, 25 * hour]) await look(after)
  expect(told()).toEqual(once)
  const { notification } = browsers.manager.pushed[0] ?? expect.fail()
  expect(notification.address).toBe(`/dashboard?message=${String(notification.message)}`)
})

test('a phone that recovers meanwhile is nothing to tell', async () => {
  await fail(0, 1)
  await become(0, 1, { status: 'idle', status_reason: null })
  await look(6 * minute)
  expect(told()).toEqual({})
})

test('what comes within the hour comes together, and a phone that fails time and again is told once a day', async () => {
  await fail(0, 1)
  await look(6 * minute)
  await fail(1, 7)
  await look(30 * minute)
  expect(told().manager).toHaveLength(1)
  await look(67 * minute)
  const [, second] = told().manager ?? []
  expect(second).toMatch(/^6 台手机故障：.+ …$/)
  await become(0, 1, { status: 'idle', status_reason: null })
  await fail(0, 1)
  await look(3 * hour)
  expect(told().manager).toHaveLength(2)
  await look(25 * hour)
  expect(told().manager?.slice(2)).toEqual([`1 台手机故障：${namesOf(0, 1)}`])
})

test('whoever may not take care of the phone is told together with whoever does', async () => {
  await store.devices.handOver(idsOf(0, 1), await store.user('element'))
  await fail(0, 1)
  await look(6 * minute)
  const said = [`1 台手机故障：${namesOf(0, 1)}`]
  expect(told()).toEqual({ element: said, manager: said })
})

test('a phone is told to be away after a day', async () => {
  await become(0, 1, { status: 'offline', last_seen_at: Date.now() })
  await look(23 * hour)
  expect(told()).toEqual({})
  for (const after of [25 * hour, 27 * hour]) await look(after)
  expect(told()).toEqual({ manager: [`1 台手机离线超过 24 小时：${namesOf(0, 1)}`] })
})

test('a job that failed is told to whoever began it, unless it was tried again meanwhile', async () => {
  const fields = { action: 'reboot', arguments: {}, script: '', state: 'done', timeout_seconds: 60 } as const
  const add = async (name: string, by: Name, retry_of: number | null = null) => {
    const job = { ...fields, name, concurrency: 1, total: 1, retry_of, ended_at: Date.now() }
    const job_id = await store.jobs.add(job, await store.user(by))
    await store.db.insertInto('job_items').values({ job_id, device_name: 'P', state: 'failed' }).execute()
    return job_id
  }
  const first = await add('cleaning', 'element')
  const last = await add('cleaning', 'element', first)
  await look(4 * minute)
  expect(told()).toEqual({})
  for (const after of [6 * minute, 2 * hour]) await look(after)
  expect(told()).toEqual({ element: [`1 个任务有失败项：#${last} cleaning`] })
})

test('a service that ends within seven days is told to its user and to whoever renews it, once until it is renewed', async () => {
  await ends('manager', 7 * day + hour)
  await look(0)
  expect(told()).toEqual({})
  for (const after of [2 * hour, 5 * day]) await look(after)
  const once = {
    manager: ['您的服务将在 7 天内到期，请联系 agent 续期。'],
    agent: ['1 位用户的服务将在 7 天内到期：manager'],
  }
  expect(told()).toEqual(once)
  await ends('manager', 30 * day)
  await look(6 * day)
  expect(told()).toEqual(once)
  await look(24 * day)
  expect(told().manager).toHaveLength(2)
})

test('while one server is at it, another finds nothing to tell', async () => {
  await fail(0, 1)
  const then = Date.now() + 6 * minute
  const due = await store.transaction(async (tx) => {
    const first = await tx.alerts.due(then)
    return [first, await store.transaction((other) => other.alerts.due(then))]
  })
  expect(due.map(({ length }) => length)).toEqual([1, 0])
})

test('what people were told of is forgotten once nobody looks for it', async () => {
  await fail(0, 1)
  await look(6 * minute)
  await look(9 * day)
  expect(await store.db.selectFrom('alerts').selectAll().execute()).toEqual([])
  expect(told().manager).toHaveLength(1)
})
