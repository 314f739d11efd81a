import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const hour = 60 * 60_000
const late = reason('devices.late.changing_ip')
const damaged = reason('environments.step.save', { why: reason('agent.transferDamaged') })

let server: TestServer
let store: TestStore
let box: FakeBox
let phones: readonly { id: number; name: string }[]
let manager: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  await box.report(inventory(['A', 'B', 'C', 'D', 'E'].map((serial) => readyPhone(serial))))
  const admin = await server.signIn('admin')
  phones = await idlePhones(server, admin, 5)
  await store.devices.handOver(
    phones.map(({ id }) => id),
    await store.user('manager'),
  )
  manager = await server.signIn('manager')
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})
beforeEach(() => store.db.updateTable('devices').set({ status: 'idle', status_reason: null }).execute())

const idsOf = (...at: number[]) => at.map((index) => phones[index]?.id ?? 0)
const become = (ids: number[], change: object) =>
  store.db.updateTable('devices').set(change).where('id', 'in', ids).execute()
const troubled = async (token: string) => (await server.call('v2/dashboard/summary', { token })).data.troubled.items

test('phones in trouble stand together by cause, the faulty first, the most of them first', async () => {
  await become(idsOf(0), { status: 'faulty', status_reason: damaged })
  await become(idsOf(1, 2), { status: 'faulty', status_reason: late })
  await become(idsOf(3), { status: 'offline', last_seen_at: Date.now() - 48 * hour })
  const found = await troubled(manager)
  expect(found.map(({ status, ids }: { status: string; ids: number[] }) => [status, ids])).toEqual([
    ['faulty', idsOf(1, 2)],
    ['faulty', idsOf(0)],
    ['offline', idsOf(3)],
  ])
  expect(found[0]).toMatchObject({ reason: late, names: [phones[1]?.name, phones[2]?.name], shops: 0, since: null })
  expect(Date.now() - found[2].since).toBeGreaterThan(47 * hour)
})

test('a phone that went offline within the day is no trouble yet', async () => {
  await become(idsOf(0), { status: 'offline', last_seen_at: Date.now() - 23 * hour })
  await become(idsOf(1), { status: 'offline', last_seen_at: Date.now() - 25 * hour })
  expect(await troubled(manager)).toMatchObject([{ status: 'offline', ids: idsOf(1) }])
})

test('nobody sees the trouble of another team', async () => {
  await become(idsOf(0), { status: 'faulty', status_reason: late })
  expect(await troubled(await server.signIn('element'))).toEqual([])
})
