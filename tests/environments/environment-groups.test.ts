import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
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
