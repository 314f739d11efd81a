import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, type CallOptions, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const count = 30

let server: TestServer
let store: TestStore
let manager: string
let element: string
/** The manager's phones, by place. */
let own: number[]
/** A phone of a manager beside it, and one of an agent's that the manager holds. */
let foreign: number
let held: number

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  const box = await store.boxes.byCode('B01')
  const owner = await store.user('manager')
  const agent = await store.user('agent')
  const beside = await store.addUser({ user_name: 'beside', role: 'manager' }, 'agent')
  const add = async (slot: number, whose: { id: number; path: string }, more = {}) => {
    const row = { box_id: box?.id ?? 0, slot, serial: `EDIT${slot}`, name: `E-${slot}`, region: 'us-west', ...more }
    const { id } = await store.db
      .insertInto('devices')
      .values({ ...row, owner_id: whose.id, owner_path: whose.path })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  own = []
  for (let slot = 1; slot <= count; slot += 1) own.push(await add(slot, owner, { last_seen_at: slot * 1_000 }))
  foreign = await add(900, beside)
  held = await add(901, agent, { in_use_by: owner.id })
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const edit = (token: string, body: unknown) => server.call('v2/device/edit', { token, body })
const list = async (token: string, query: CallOptions['query']) =>
  (await server.call('v3/device/list', { token, query })).data
const phone = async (id: number, token = manager) =>
  (await server.call('v2/device/list', { token, query: { id } })).data.items[0]
const entries = () =>
  store.db.selectFrom('operation_log').selectAll().where('action', '=', 'device.edit').orderBy('id').execute()

describe('one phone', () => {
  test('takes a name, a note and start settings, which are laid over those there are', async () => {
    const [id = 0] = own
    const name = "<b>Ω \u{1F4F1}</b> '; drop table devices; --"
    expect(await edit(manager, { id, name, note: 'first', start_settings: { dpi: 320, fps: 30 } })).toMatchObject({
      code: codes.ok,
      data: { results: [{ id, ok: true }] },
    })
    await edit(manager, { id, start_settings: { fps: null, timezone: 'Asia/Tokyo' } })
    expect(await phone(id)).toMatchObject({
      name,
      note: 'first',
      start_settings: { dpi: 320, fps: null, timezone: 'Asia/Tokyo' },
    })
  })

  test('tells the log what changed, before and after', async () => {
    const [, id = 0] = own
    await edit(manager, { id, note: 'written down' })
    const last = (await entries()).at(-1)
    expect(last).toMatchObject({ user_name: 'manager', target: `device:${id}` })
    expect(JSON.parse(last?.detail ?? '')).toEqual({ before: { note: '' }, after: { note: 'written down' } })
  })

  test("is not to be found where it is somebody else's, and not to be changed where it is only held", async () => {
    expect(await edit(manager, { id: foreign, note: 'x' })).toMatchObject({ code: codes.notFound })
    expect(await edit(manager, { id: held, note: 'x' })).toMatchObject({ code: codes.notAllowed })
    expect((await phone(held)).note).toBe('')
  })
})

test.each([
  [{ note: 'whose?' }, 'ids'],
  [{ id: 1, ids: [1], note: 'which?' }, 'ids'],
  [{ ids: [1, 2], name: 'both' }, 'name'],
  [{ id: 1, name: '   ' }, 'name'],
  [{ ids: [1] }, 'note'],
  [{ ids: [1], start_settings: { timezone: 'Mars/Olympus' } }, 'start_settings.timezone'],
])('%j is refused at its field', async (body, field) => {
  expect(await edit(manager, body)).toMatchObject({
    code: codes.invalidInput,
    data: { fields: { [field]: expect.any(String) } },
  })
})

test('some phones each have their result', async () => {
  const [first = 0, second = 0] = own
  const { data } = await edit(manager, { ids: [second, foreign, held, first, second], note: 'both' })
  expect(data.results).toEqual([
    { id: second, ok: true },
    { id: foreign, ok: false, code: codes.notFound, message: expect.any(String) },
    { id: held, ok: false, code: codes.notAllowed, message: expect.any(String) },
    { id: first, ok: true },
  ])
  const last = (await entries()).at(-1)
  expect(last).toMatchObject({ target: 'device:*', target_ids: [first, second] })
  expect(JSON.parse(last?.detail ?? '')).toEqual({ after: { note: 'both', phones: 2 } })
})

test('everything that filters let through is changed, and nothing else', async () => {
  const matching = { keyword: 'EDIT', seen_from: 10_000, seen_until: 19_000 }
  const { data } = await edit(manager, { matching, note: 'in the middle' })
  expect(data.results).toHaveLength(10)
  const changed = await list(manager, { limit: 100, sort: 'last_seen_at' })
  const notes = changed.items.filter(({ note }: { note: string }) => note === 'in the middle')
  expect(notes.map(({ last_seen_at }: { last_seen_at: number }) => last_seen_at)).toEqual(
    Array.from({ length: 10 }, (_, index) => (index + 10) * 1_000),
  )
})

test('the list is narrowed to an owner, to what is in use, and to when it was seen', async () => {
  const { id } = await store.user('manager')
  expect((await list(manager, { owner_id: id })).total).toBe(count)
  expect((await list(manager, { in_use: true })).items.map((each: { id: number }) => each.id)).toEqual([held])
  expect((await list(manager, { in_use: false })).total).toBe(count)
  expect((await list(manager, { seen_from: 5_000, seen_until: 6_000 })).total).toBe(2)
  expect((await list(manager, { seen_until: 1_000 })).total).toBe(1)
})

test('the list is narrowed to phones with an environment of a group open on them', async () => {
  const market = 'amazon'
  const post = async (path: string, body: object) => (await server.call(`v2/${path}`, { token: manager, body })).data
  const [first = 0, second = 0, third = 0] = own
  const morning = await post('group/add', { market, name: 'morning' })
  const evening = await post('group/add', { market, name: 'evening' })
  for (const [device, tags] of [
    [first, [morning.id, evening.id]],
    [second, [evening.id]],
    [third, []],
  ] as const) {
    const { id: environment_id } = await post('environment/add', { market, name: `on ${device}`, tags })
    await store.db.updateTable('devices').set({ environment_id }).where('id', '=', device).execute()
    await store.db.updateTable('environments').set({ device_id: device }).where('id', '=', environment_id).execute()
  }
  const ids = async (tag: number) =>
    (await list(manager, { tag, sort: 'name' })).items.map(({ id }: { id: number }) => id)
  expect(await ids(morning.id)).toEqual([first])
  expect(await ids(evening.id)).toEqual([first, second])
  expect((await list(manager, { tag: evening.id })).total).toBe(2)
  expect(await ids(999_999)).toEqual([])
  const outside = await server.signIn('agent')
  expect((await list(outside, { tag: morning.id })).total).toBe(1)
  const { data } = await edit(manager, { matching: { tag: morning.id }, note: 'in the morning' })
  expect(data.results).toEqual([{ id: first, ok: true }])
  await store.db.updateTable('devices').set({ environment_id: null }).where('id', 'in', own).execute()
  await store.db.updateTable('environments').set({ device_id: null }).where('device_id', 'in', own).execute()
})

describe('another owner', () => {
  test('is told live at its place, and the old one at its own', async () => {
    const agent = await server.signIn('agent')
    const [left, got] = [await hearPatches(server, manager), await hearPatches(server, agent)]
    const beside = await store.user('beside')
    const [, , id = 0] = own
    expect(await edit(agent, { ids: [id], owner_id: beside.id })).toMatchObject({
      data: { results: [{ id, ok: true }] },
    })
    const isIt = (patch: { id: number }) => patch.id === id
    expect((await left.next(isIt)).changed).toEqual({ owner_id: beside.id })
    expect((await got.next(({ id: of, changed }) => of === id && 'owner_name' in changed)).changed).toEqual({
      owner_id: beside.id,
      owner_name: 'beside',
    })
    expect(await phone(id)).toBeUndefined()
    await left.close()
    await got.close()
  })

  test('has to be below the caller, and somebody who may own phones', async () => {
    const [, , , id = 0] = own
    const beside = await store.user('beside')
    const admin = await store.user('admin')
    const noOwner = { code: codes.invalidInput, data: { fields: { owner_id: expect.any(String) } } }
    expect(await edit(manager, { ids: [id], owner_id: beside.id })).toMatchObject(noOwner)
    expect(await edit(await server.signIn('admin'), { ids: [id], owner_id: admin.id })).toMatchObject(noOwner)
  })
})

test('an element changes its own phones and no others', async () => {
  const { id, path } = await store.user('element')
  const [, , , , mine = 0, managers = 0] = own
  await store.devices.handOver([mine], { id, path })
  const { data } = await edit(element, { ids: [mine, managers], note: 'mine' })
  expect(data.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
})
