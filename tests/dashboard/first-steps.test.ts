import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let box: FakeBox | undefined

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await box?.close()
  await store.close()
  await server.stop()
})

/** What somebody does first, as `box ✓`. */
async function steps(name: string): Promise<string[]> {
  const { data } = await server.call('v2/dashboard/summary', { token: await server.signIn(name as Role) })
  return data.steps.map((step: { name: string; done: boolean }) => `${step.name} ${step.done ? '✓' : '–'}`)
}
const post = async (role: Role, path: string, body: object) => {
  const answer = await server.call(`v2/${path}`, { token: await server.signIn(role), body })
  expect(answer.code).toBe(codes.ok)
  return answer.data
}

/** A shop of this name has been opened. */
const opened = (name: string) =>
  store.db.updateTable('environments').set({ last_opened_at: 1 }).where('name', '=', name).execute()

// Each goes on where the one before it ended, as somebody's first day does.

test('each role begins with what it can do itself, and security with nothing', async () => {
  expect(await steps('admin')).toEqual(['box –', 'agent ✓', 'script –'])
  expect(await steps('security')).toEqual([])
  expect(await steps('agent')).toEqual(['box –', 'manager ✓', 'phones –'])
  expect(await steps('manager')).toEqual(['element ✓', 'phones –', 'shop –'])
  expect(await steps('element')).toEqual(['shop –', 'open –'])
})

test('a box is done once its agent has connected, and phones once somebody below has some', async () => {
  box = await connectBox(server, store)
  await box.report(inventory([readyPhone('A'), readyPhone('B')]))
  const [phone] = await idlePhones(server, await server.signIn('admin'), 2)
  await store.devices.handOver([phone?.id ?? 0], await store.user('agent'))
  expect(await steps('admin')).toEqual(['box ✓', 'agent ✓', 'script –'])
  expect(await steps('manager')).toContain('phones –')
  await post('agent', 'device/edit', { ids: [phone?.id], owner_id: (await store.user('manager')).id })
  expect(await steps('agent')).toContain('phones ✓')
  expect(await steps('manager')).toContain('phones –')
  await post('manager', 'device/edit', { ids: [phone?.id], owner_id: (await store.user('element')).id })
  expect(await steps('manager')).toContain('phones ✓')
})

test('somebody below who was deleted, and somebody beside, do not count', async () => {
  const other = await store.addUser({ user_name: 'another manager', role: 'manager' }, 'agent')
  expect(await steps(other.user_name)).toEqual(['element –', 'phones –', 'shop –'])
  await post('manager', 'user/del', {
    ids: [(await store.addUser({ user_name: 'left alone', role: 'element' }, 'manager')).id],
  })
  const last = await store.addUser({ user_name: 'gone', role: 'element' }, other)
  expect(await steps(other.user_name)).toContain('element ✓')
  await store.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', last.id).execute()
  expect(await steps(other.user_name)).toContain('element –')
})

test('a script, a shop, and a shop that was opened are done once there is one; a shop is one’s own for an element, the team’s for its manager', async () => {
  await post('admin', 'script/add', { name: 'first', body: 'true' })
  expect(await steps('admin')).toEqual(['box ✓', 'agent ✓', 'script ✓'])
  const shop = await post('manager', 'environment/add', { market: 'amazon', name: 'of the manager' })
  expect(await steps('manager')).toContain('shop ✓')
  expect(await steps('element')).toEqual(['shop –', 'open –'])
  await post('element', 'environment/add', { market: 'amazon', name: 'of the element' })
  expect(await steps('element')).toEqual(['shop ✓', 'open –'])
  await opened('of the manager')
  expect(await steps('element')).toContain('open –')
  await opened('of the element')
  expect(await steps('element')).toEqual(['shop ✓', 'open ✓'])
  await post('manager', 'environment/del', { market: 'amazon', ids: [shop.id] })
  expect(await steps('manager')).toContain('shop ✓') // The element's is the team's.
})
