import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import { codes } from '../../domain/codes.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { startServer, type CallOptions, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

type Device = Schemas['Device']

const models = ['Pixel 6', 'Pixel 7a', 'Galaxy S23']
const statuses: DeviceStatus[] = ['idle', 'offline', 'booting']
const count = 137

let server: TestServer
let store: TestStore
let manager: string
let strangerDevice: number

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  manager = await server.signIn('manager')
  const [owner, element, box] = [
    await store.user('manager'),
    await store.user('element'),
    await store.boxes.byCode('B01'),
  ]
  // A colleague whose place begins with the same digits: 1/3/4 and 1/3/40.
  const { path: above } = await store.user('agent')
  const stranger = { id: owner.id * 10, path: `${above}/${owner.id * 10}` }
  await store.db
    .insertInto('users')
    .values({ ...stranger, user_name: 'stranger', role: 'manager', password_hash: '' })
    .execute()
  const boxId = box?.id ?? 0
  const rows = Array.from({ length: count }, (_, index) => {
    const place = index + 1
    const whose = index % 10 === 0 ? element : owner
    return {
      box_id: boxId,
      slot: place,
      serial: `SERIAL${String(count - index).padStart(4, '0')}`,
      name: `B01-${String(place).padStart(2, '0')}`,
      owner_id: whose.id,
      owner_path: whose.path,
      region: index % 2 === 0 ? 'us-west' : 'jp-east',
      model: models[index % models.length] ?? '',
      android_version: '13',
      status: statuses[index % statuses.length],
      battery: index % 4 === 0 ? null : index % 5,
      last_seen_at: index % 6 === 0 ? null : 1_700_000_000_000 + (index % 7),
      egress_ip: `10.64.0.${index}`,
    }
  })
  await store.db.insertInto('devices').values(rows).execute()
  const { id } = await store.db
    .insertInto('devices')
    .values({
      box_id: boxId,
      slot: 900,
      serial: 'FOREIGN',
      name: 'B01-900',
      owner_id: stranger.id,
      owner_path: stranger.path,
      region: 'us-west',
      status: 'idle',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  strangerDevice = id
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

async function walk(query: CallOptions['query'], token = manager) {
  const devices: Device[] = []
  const totals = new Set<number>()
  let cursor: string | undefined
  do {
    const { data, code, message } = await server.call('v3/device/list', {
      token,
      query: { limit: 10, ...query, cursor },
    })
    expect(code, message).toBe(codes.ok)
    devices.push(...data.items)
    totals.add(data.total)
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { devices, totals: [...totals] }
}

describe('paging by cursor', () => {
  const fields = ['name', 'status', 'serial', 'model', 'android_version', 'region', 'battery', 'last_seen_at'] as const

  test.each(fields.flatMap((field) => [field, `-${field}`]))(
    'by %s walks every phone exactly once, in order',
    async (sort) => {
      const { devices, totals } = await walk({ sort })
      expect(totals).toEqual([count])
      expect(new Set(devices.map(({ id }) => id)).size).toBe(count)
      expect(devices).toHaveLength(count)

      const field = sort.replace('-', '') as (typeof fields)[number]
      // Nothing sorts below everything else.
      const values = devices.map((device) => device[field] ?? -1)
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(values).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
    },
  )

  test('walks what the filters leave', async () => {
    const { devices, totals } = await walk({ sort: '-model', status: ['idle', 'booting'], region: 'us-west' })
    const expected = Array.from({ length: count }, (_, index) => index).filter((i) => i % 2 === 0 && i % 3 !== 1)
    expect(devices).toHaveLength(expected.length)
    expect(totals).toEqual([expected.length])
    expect(devices.every(({ status, region }) => status !== 'offline' && region === 'us-west')).toBe(true)
  })

  test('a cursor of another sort, of other filters, and a made-up one are refused', async () => {
    const { data } = await server.call('v3/device/list', { token: manager, query: { limit: 10, sort: 'name' } })
    const cursor = data.next_cursor
    const others = [{ sort: '-name', cursor }, { sort: 'name', status: 'idle', cursor }, { cursor: 'made-up' }]
    for (const query of others)
      expect(await server.call('v3/device/list', { token: manager, query })).toMatchObject({
        code: codes.invalidInput,
        data: { fields: { cursor: expect.any(String) } },
      })
  })
})

test('paging by offset answers the same rows', async () => {
  const { devices } = await walk({ sort: '-battery' })
  const query = { sort: '-battery', limit: 20, skip: 100 }
  const { data } = await server.call('v2/device/list', { token: manager, query })
  expect(data.total).toBe(count)
  expect(data.items).toEqual(devices.slice(100, 120))
})

const found = async (keyword: string) => (await walk({ keyword })).devices.map(({ name }) => name)

test('a keyword finds part of name, serial number and address, and takes wildcards literally', async () => {
  expect(await found('b01-13')).toHaveLength(9)
  expect(await found('SERIAL0137')).toEqual(['B01-01'])
  expect(await found('64.0.136')).toEqual(['B01-137'])
  expect(await found('%')).toEqual([])
  expect(await found('SERIAL_137')).toEqual([])
})

describe("somebody else's phone", () => {
  test('is not in the lists', async () => {
    const { devices } = await walk({})
    expect(devices.map(({ id }) => id)).not.toContain(strangerDevice)
    const byId = await server.call('v2/device/list', { token: manager, query: { id: strangerDevice } })
    expect(byId.data).toEqual({ items: [], total: 0, total_is_estimate: false })
  })

  test('can be neither watched, nor controlled, nor asked about', async () => {
    for (const path of ['v2/device/stream/point', 'v2/device/remotesession'])
      for (const mode of ['observe', 'control'])
        expect(await server.call(path, { token: manager, query: { id: strangerDevice, mode } })).toMatchObject({
          code: codes.notFound,
          status: 404,
        })
  })

  test('looks like one that does not exist', async () => {
    const asked = { token: manager, query: { id: strangerDevice, mode: 'control' } }
    const absent = { token: manager, query: { id: 999_999, mode: 'control' } }
    expect(await server.call('v2/device/stream/point', asked)).toEqual(
      await server.call('v2/device/stream/point', absent),
    )
  })
})

const total = async (role: 'element' | 'agent' | 'admin' | 'security') =>
  (await walk({ limit: 500 }, await server.signIn(role))).devices.length

test('an element sees its own phones, a manager those below too, admin and security all', async () => {
  expect(await total('element')).toBe(14)
  expect(await total('agent')).toBe(count + 1)
  expect(await total('admin')).toBe(count + 1)
  expect(await total('security')).toBe(count + 1)
})

test('the counts are the quota below, and the fleet at the top', async () => {
  const counts = async (token: string) => (await server.call('v3/device/thread', { token })).data
  expect(await counts(manager)).toEqual({ thread_number: 12, using_number: 0 })
  expect(await counts(await server.signIn('admin'))).toEqual({ thread_number: count + 1, using_number: 0 })
})

test('users tell how many phones they own when asked', async () => {
  const { data } = await server.call('v2/user/list', { token: manager, query: { show_device: true, sort: 'id' } })
  expect(data.items.map((user: Schemas['User']) => user.device_count)).toEqual([count - 14, 14])
})
