import { afterAll, beforeAll, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import type { TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let patches: Patches
let admin: string

beforeAll(async () => {
  server = await spawnServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
  patches = await hearPatches(server, admin)
})
afterAll(async () => {
  await patches.close()
  await store.close()
  await server.stop()
})

const devices = async () => (await server.call('v3/device/list', { token: admin })).data.items
const theBox = async () => (await server.call('v2/box/list', { token: admin })).data.items[0]

/** Resolves when so many phones have become what is asked for since then. */
async function become(status: string, count: number, since = patches.heard.length): Promise<void> {
  const seen = () =>
    new Set(
      patches.heard
        .slice(since)
        .filter(({ changed }) => changed.status === status)
        .map(({ id }) => id),
    )
  await patches.next(() => seen().size >= count)
}

test('a phone is registered once, in the lowest free slot, and keeps its place', async () => {
  const box = await connectBox(server, store)
  const added = become('idle', 3)
  await box.report(inventory([readyPhone('B'), readyPhone('A'), readyPhone('C')]))
  await added
  const before = await devices()
  expect(
    before.map(({ name, serial, slot }: { name: string; serial: string; slot: number }) => [name, serial, slot]),
  ).toEqual([
    ['B01-01', 'B', 1],
    ['B01-02', 'A', 2],
    ['B01-03', 'C', 3],
  ])
  const lost = become('offline', 1)
  await box.report(inventory([readyPhone('A'), readyPhone('C')]))
  await lost
  const back = become('idle', 2)
  await box.report(inventory([readyPhone('D'), readyPhone('C'), readyPhone('B'), readyPhone('A')]))
  await back
  const after = await devices()
  expect(after.map(({ name, serial }: { name: string; serial: string }) => [name, serial])).toEqual([
    ['B01-01', 'B'],
    ['B01-02', 'A'],
    ['B01-03', 'C'],
    ['B01-04', 'D'],
  ])
  await box.close()
})

test('a box whose agent is lost goes offline with its phones, and comes back with them', async () => {
  const box = await connectBox(server, store)
  await box.report(inventory(['A', 'B', 'C', 'D'].map((serial) => readyPhone(serial))))
  await patches.next(({ type, changed }) => type === 'box' && changed.online === true)
  const offline = become('offline', 4)
  await box.vanish()
  await offline
  expect(await theBox()).toMatchObject({ online: false, phone_count: 4, online_phone_count: 0 })
  expect(await devices()).toEqual(
    Array.from({ length: 4 }, () =>
      expect.objectContaining({ status: 'offline', status_reason: reason('devices.reason.agentLost') }),
    ),
  )

  const again = await connectBox(server, store)
  const online = become('idle', 4)
  await again.report(inventory(['A', 'B', 'C', 'D'].map((serial) => readyPhone(serial))))
  await online
  expect(await theBox()).toMatchObject({ online: true, online_phone_count: 4, agent_version: '0.1.0', cpu: 3 })
  expect((await devices())[0]).toMatchObject({ status: 'idle', status_reason: null })
  await again.close()
})

test('an agent that is older than the server is marked, and no more once it is upgraded', async () => {
  const box = await connectBox(server, store)
  const report = (agent_version: string) => box.report({ type: 'inventory', agent_version, health: {}, phones: [] })
  const patch = patches.next(({ type, changed }) => type === 'box' && changed.agent_version === '0.0.9')
  await report('0.0.9')
  expect((await patch).changed).toMatchObject({ agent_outdated: true })
  expect(await theBox()).toMatchObject({ agent_version: '0.0.9', agent_outdated: true })
  const upgraded = patches.next(({ type, changed }) => type === 'box' && changed.agent_version === '99.0.0')
  await report('99.0.0')
  expect((await upgraded).changed).toMatchObject({ agent_outdated: false })
  expect(await theBox()).toMatchObject({ agent_version: '99.0.0', agent_outdated: false })
  await box.close()
})

test('a full box registers in one go', async () => {
  const box = await connectBox(server, store)
  await store.boxes.makeRoom(box.id, 1_000)
  const added = become('idle', 990)
  await box.report(inventory(Array.from({ length: 1_000 }, (_, index) => readyPhone(`FULL${index}`))))
  await added
  const { data } = await server.call('v3/device/list', { token: admin, query: { keyword: 'FULL' } })
  expect(data.total).toBe(996) // A box holds a thousand; four are taken.
  await box.close()
})
