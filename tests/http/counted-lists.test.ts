import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type CallOptions, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let admin: string
let manager: string
let element: string
const market = 'amazon'

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
  manager = await server.signIn('manager')
  element = await server.signIn('element')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const post = (path: string, body: object) => server.call(`v2/${path}`, { token: manager, body: { market, ...body } })

/** How many rows a list says it has beside a page that doesn't hold them all; it has as many. */
async function totalOf(path: string, token: string, query: CallOptions['query'] = {}): Promise<number> {
  const ask = async (limit: number) => (await server.call(path, { token, query: { ...query, limit } })).data
  const [part, whole] = [await ask(1), await ask(100)]
  expect(part.total, JSON.stringify(query)).toBe(whole.items.length)
  return part.total
}

const phones = async () => ({
  all: await totalOf('v3/device/list', admin),
  own: await totalOf('v3/device/list', manager),
  west: await totalOf('v3/device/list', manager, { region: 'us-west' }),
  busy: await totalOf('v3/device/list', manager, { status: 'in_use' }),
})

test('the list of phones has as many as it says, whatever happens to them', async () => {
  const [owner, stranger, box] = [
    await store.user('manager'),
    await store.addUser({ user_name: 'beside', role: 'manager' }, 'agent'),
    await store.boxes.byCode('B01'),
  ]
  const rows = Array.from({ length: 12 }, (_, index) => ({
    box_id: box?.id ?? 0,
    slot: 500 + index,
    serial: `COUNTED${index}`,
    name: `counted-${index}`,
    owner_id: index < 8 ? owner.id : stranger.id,
    owner_path: index < 8 ? owner.path : stranger.path,
    region: index % 2 === 0 ? 'us-west' : 'jp-east',
    status: 'idle' as const,
  }))
  await store.db.insertInto('devices').values(rows).execute()
  const named = (name: string) => store.db.updateTable('devices').where('name', '=', name)
  expect(await phones()).toEqual({ all: 12, own: 8, west: 4, busy: 0 })

  await named('counted-0').set({ region: 'gb-london' }).execute()
  await named('counted-1').set({ status: 'in_use', in_use_by: owner.id }).execute()
  // A stranger's phone is seen as long as it is held.
  await named('counted-8').set({ status: 'in_use', in_use_by: owner.id }).execute()
  await named('counted-2').set({ removed_at: 1_700_000_000_000, status: 'offline' }).execute()
  expect(await phones()).toEqual({ all: 11, own: 8, west: 3, busy: 2 })

  await store.reportRolls.compactTallies()
  await store.db.deleteFrom('devices').where('name', 'in', ['counted-2', 'counted-4']).execute()
  expect(await phones()).toEqual({ all: 10, own: 7, west: 2, busy: 2 })
})

test('a list of environments has as many as it says, whatever happens to them', async () => {
  const tag: number = (await post('group/add', { name: 'counted' })).data.id
  const { ids } = (await post('environment/batchadd', { pattern: 'counted-{n}', count: 9 })).data
  const path = 'v2/environment/list'
  const totals = async () => ({
    all: await totalOf(path, manager, { market }),
    grouped: await totalOf(path, manager, { market, tag }),
    east: await totalOf(path, manager, { market, region: 'jp-east' }),
    both: await totalOf(path, manager, { market, tag, region: 'jp-east', open: false }),
    elements: await totalOf(path, element, { market }),
  })
  expect(await totals()).toEqual({ all: 9, grouped: 0, east: 0, both: 0, elements: 0 })

  await post('environment/move', { ids: ids.slice(0, 4), tags: [tag] })
  await post('environment/edit', { ids: ids.slice(2, 7), region: 'jp-east' })
  const { id: owner_id } = await store.user('element')
  await post('environment/assign', { ids: ids.slice(0, 3), owner_id })
  expect(await totals()).toEqual({ all: 9, grouped: 4, east: 5, both: 2, elements: 3 })

  await store.reportRolls.compactTallies()
  await post('environment/del', { ids: ids.slice(0, 3) })
  expect(await totals()).toEqual({ all: 6, grouped: 1, east: 4, both: 1, elements: 0 })
})

describe('a list', () => {
  const indices = Array.from({ length: 95 }, (_, index) => index)
  const paths = ['v2/script/list', 'v2/device/list', 'v3/device/list']

  test.each(paths)('%s has as many rows as it says, while there come to be more', async (path) => {
    const { id: owner_id, path: owner_path } = await store.user('manager')
    const box = await store.boxes.byCode('B01')
    const name = path.replaceAll('/', '-')
    const script = { name, description: '', body: 'true', parameters: '[]', created_by: owner_id }
    const phone = { box_id: box?.id ?? 0, name, owner_id, owner_path, region: 'jp-east', status: 'idle' as const }
    const firstSlot = path === 'v2/device/list' ? 1_000 : 2_000
    const add = (index: number) =>
      path === 'v2/script/list'
        ? store.db.insertInto('scripts').values(script).execute()
        : store.db
            .insertInto('devices')
            .values({ ...phone, slot: firstSlot + index, serial: `${name}${index}` })
            .execute()
    const more = async () => {
      for (const index of indices) await add(index)
    }
    const look = async () => {
      for (let total = 0; total < indices.length;) {
        const { data } = await server.call(path, { token: admin, query: { keyword: name, limit: 100 } })
        expect(data.total).toBe(data.items.length)
        total = data.total
      }
    }
    await Promise.all([more(), look(), look(), look(), look()])
  })
})
