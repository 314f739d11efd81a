import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openUserSocket } from '../support/user-socket.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let manager: string
let element: string
const market = 'tiktok'

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  manager = await server.signIn('manager')
  element = await server.signIn('element')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const post = (path: string, body: unknown, token = manager) => server.call(`v2/${path}`, { token, body })
const groups = async (token = manager, of = market): Promise<Schemas['EnvironmentGroup'][]> =>
  (await server.call('v2/group/list', { token, query: { market: of } })).data.items
const add = async (name: string, token = manager, of = market): Promise<number> =>
  (await post('group/add', { market: of, name, colour: '#7961db' }, token)).data.id

test('a group is the team’s: its manager and its elements see the same ones, in one order', async () => {
  const [first, second, third] = [await add('first'), await add('第二 \u{1F3F7}'), await add('third', element)]
  expect((await groups()).map(({ id, position }) => [id, position])).toEqual([
    [first, 0],
    [second, 1],
    [third, 2],
  ])
  expect(await groups(element)).toEqual(await groups())
  await post('group/edit', { id: third, position: 0 })
  expect((await groups()).map(({ name, position }) => `${position} ${name}`)).toEqual([
    '0 third',
    '1 first',
    '2 第二 \u{1F3F7}',
  ])
  expect(await groups(manager, 'amazon')).toEqual([])
  await store.addUser({ user_name: 'beside', role: 'manager', modules: [market] }, 'agent')
  const { data } = await server.call('v2/user/login', { body: { user_name: 'beside', password: testPassword } })
  expect(await groups(data.token)).toEqual([])
  expect(await post('group/edit', { id: first, name: 'stolen' }, data.token)).toMatchObject({ code: codes.notFound })
  expect((await post('group/del', { ids: [first] }, data.token)).data.results).toMatchObject([
    { ok: false, code: codes.notFound },
  ])
})

test('an element changes those that it made', async () => {
  const [foreign, own] = [await add('of the manager'), await add('of the element', element)]
  expect(await post('group/edit', { id: foreign, name: 'mine' }, element)).toMatchObject({ code: codes.notAllowed })
  expect(await post('group/edit', { id: own, name: 'mine', colour: '#d33d17' }, element)).toMatchObject({
    code: codes.ok,
    data: { name: 'mine', colour: '#d33d17', owner_name: 'element' },
  })
  const { data } = await post('group/del', { ids: [foreign, own] }, element)
  expect(data.results).toEqual([
    { id: foreign, ok: false, code: codes.notAllowed, message: expect.any(String) },
    { id: own, ok: true },
  ])
})

test('a group counts the environments that its reader sees, and leaves them when it goes', async () => {
  const id = await add('counted', manager, 'temu')
  await post('environment/batchadd', { market: 'temu', pattern: 'counted-{n}', count: 3, tags: [id] })
  await post('environment/batchadd', { market: 'temu', pattern: 'own-{n}', count: 2, tags: [id] }, element)
  const countOf = async (token: string) =>
    (await groups(token, 'temu')).find((group) => group.id === id)?.environment_count
  expect([await countOf(manager), await countOf(element)]).toEqual([5, 2])
  await post('group/del', { ids: [id] })
  const { data } = await server.call('v2/environment/list', { token: manager, query: { market: 'temu' } })
  expect(data.items.map(({ tags }: Schemas['Environment']) => tags)).toEqual([[], [], [], [], []])
})

test.each([
  ['that is blank', { name: ' ' }, 'name'],
  ['that is too long', { name: 'x'.repeat(65) }, 'name'],
  ['with the sign between names in files', { name: 'a|b' }, 'name'],
  ['of a colour that is none', { name: 'x', colour: 'mauve' }, 'colour'],
])('a group %s is refused at its field', async (_what, fields, field) => {
  const { code, data } = await post('group/add', { market, ...fields })
  expect(code).toBe(codes.invalidInput)
  expect(Object.keys(data.fields)).toEqual([field])
})

test('two groups of a market have two names', async () => {
  const id = await add('one of its name')
  const other = await add('another')
  const refused = { code: codes.invalidInput, data: { fields: { name: '该市场中已有同名分组' } } }
  expect(await post('group/add', { market, name: ' one of its name' })).toMatchObject(refused)
  expect(await post('group/edit', { id: other, name: 'one of its name' })).toMatchObject(refused)
  expect(await post('group/edit', { id, name: 'one of its name' })).toMatchObject({ code: codes.ok })
})

const move = (id: number, position: number, token = manager) => post('group/edit', { id, position }, token)

describe('the order of groups', () => {
  const of = 'walmart'
  const names = async (token = manager) => (await groups(token, of)).map(({ name }) => name).join(' ')
  let ids: number[] = []
  beforeEach(async () => {
    const left = (await groups(manager, of)).map(({ id }) => id)
    if (left.length > 0) await post('group/del', { ids: left })
    ids = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push(await add(name, name === 'd' ? element : manager, of))
  })

  test('is what somebody gave them last, for everybody of the team, without gaps where one is gone', async () => {
    const [a = 0, b = 0] = ids
    expect(await move(a, 2)).toMatchObject({ code: codes.ok, data: { name: 'a', position: 2 } })
    expect(await names()).toBe('b c a d')
    expect(await names(element)).toBe('b c a d')
    await post('group/del', { ids: [b] })
    expect((await groups(manager, of)).map(({ name, position }) => `${position} ${name}`)).toEqual([
      '0 c',
      '1 a',
      '2 d',
    ])
    const { data } = await server.call('v2/group/list', { token: manager, query: { market: of, skip: 1, limit: 1 } })
    expect(data.items).toMatchObject([{ name: 'a', position: 1 }])
  })

  test('has a new one at its end, also where the first ones are gone, and one that comes back where it was', async () => {
    const { data } = await post('group/del', { ids: ids.slice(0, 3) })
    await add('e', manager, of)
    expect(await names()).toBe('d e')
    await server.call('v2/log/undo', { token: manager, body: { id: data.undo.log_id } })
    expect(await names()).toBe('a b c d e')
  })

  test('has all of them in it whoever moves some at the same time; the last of two that move one has it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const moves = ids.flatMap((id, index) => [move(id, 3 - index), move(id, index)])
      for (const { code } of await Promise.all(moves)) expect(code).toBe(codes.ok)
      const now = await groups(manager, of)
      expect(now.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd'])
      expect(now.map(({ position }) => position)).toEqual([0, 1, 2, 3])
    }
    await move(ids[0] ?? 0, 3)
    await move(ids[0] ?? 0, 1)
    expect((await groups(manager, of))[1]?.name).toBe('a')
  })

  test('is changed by whoever may change the group, and by nobody of another team', async () => {
    const before = await names()
    expect(await move(ids[0] ?? 0, 3, element)).toMatchObject({ code: codes.notAllowed })
    const { data: user } = await server.call('v2/user/login', { body: { user_name: 'beside', password: testPassword } })
    expect(await move(ids[0] ?? 0, 3, user.token)).toMatchObject({ code: codes.notFound })
    for (const position of [-1, 201, 1.5, 'first'])
      expect(await post('group/edit', { id: ids[0], position })).toMatchObject({ code: codes.invalidInput })
    expect(await names()).toBe(before)
    expect(await move(ids[3] ?? 0, 0, element)).toMatchObject({ code: codes.ok })
    expect(await names()).toBe('d a b c')
  })

  test('is in the log with the places before and after, of those that there are', async () => {
    await move(ids[0] ?? 0, 200)
    const { data } = await server.call('v2/log/list', { token: manager, query: { action: 'group.edit', limit: 1 } })
    const { data: entry } = await server.call('v2/log/detail', { token: manager, query: { id: data.items[0].id } })
    expect(entry).toMatchObject({ before: { position: 0 }, after: { position: 3 } })
  })

  test('is told to each of the team that is signed in once it is another, and to nobody else', async () => {
    const { data: user } = await server.call('v2/user/login', { body: { user_name: 'beside', password: testPassword } })
    const everybody = { manager, element, beside: user.token as string, agent: await server.signIn('agent') }
    const sockets = await Promise.all(
      Object.entries(everybody).map(async ([name, token]) => ({ name, ...(await openUserSocket(server, token)) })),
    )
    /** What came since the last look. */
    const heard = () =>
      sockets.flatMap(({ name, heard: all }) => all.map((one) => `${name} ${JSON.stringify(one)}`)).toSorted()
    const told = ['element', 'manager'].map((name) => `${name} {"task_type":70,"market":"walmart"}`)
    const forget = () => sockets.forEach((socket) => socket.heard.splice(0))
    await move(ids[0] ?? 0, 2)
    await expect.poll(heard).toEqual(told)
    forget()
    const { data } = await post('group/del', { ids: [ids[0]] })
    await expect.poll(heard).toEqual(told)
    forget()
    await server.call('v2/log/undo', { token: manager, body: { id: data.undo.log_id } })
    await expect.poll(heard).toEqual(told)
    forget()
    await add('new', manager, of)
    await expect.poll(heard).toEqual(told)
    for (const socket of sockets) socket.close()
  })
})
