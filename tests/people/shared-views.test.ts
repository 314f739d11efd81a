import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
const tokens: Record<string, string> = {}

/** Beside the five accounts: another of the team, one of another team, and an element right below the agent. */
const others: [name: string, role: Role, above: string][] = [
  ['colleague', 'element', 'manager'],
  ['rival', 'manager', 'agent'],
  ['outsider', 'element', 'rival'],
  ['helper', 'element', 'agent'],
]

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  for (const [user_name, role, above] of others) await store.addUser({ user_name, role, modules: ['temu'] }, above)
  for (const user_name of ['admin', 'security', 'agent', 'manager', 'element', ...others.map(([name]) => name)]) {
    const { data } = await server.call('v2/user/login', { body: { user_name, password: testPassword } })
    tokens[user_name] = data.token
  }
})
afterAll(async () => {
  await store.close()
  await server.stop()
})
beforeEach(() => store.db.deleteFrom('shared_views').execute())

interface View {
  id: number
  name: string
  query: string
  owner_name: string
  may_remove: boolean
}
const list = 'devices'
const share = (who: string, body: object = {}) =>
  server.call('v2/view/share', { token: tokens[who], body: { list, name: `of ${who}`, query: 'status=idle', ...body } })
const unshare = (who: string, id: number) => server.call('v2/view/unshare', { token: tokens[who], body: { id } })
const views = async (who: string, of = list): Promise<View[]> =>
  (await server.call('v2/view/list', { token: tokens[who], query: { list: of } })).data.items
const names = async (who: string, of = list) => (await views(who, of)).map(({ name }) => name)

test('an element shares with its team, and whoever leads others with everybody below', async () => {
  for (const who of ['admin', 'agent', 'manager', 'element', 'rival', 'helper'])
    expect(await share(who), who).toMatchObject({ code: codes.ok })
  expect(await names('element')).toEqual(['of admin', 'of agent', 'of element', 'of manager'])
  expect(await names('colleague')).toEqual(['of admin', 'of agent', 'of element', 'of manager'])
  expect(await names('manager')).toEqual(['of admin', 'of agent', 'of element', 'of manager'])
  expect(await names('outsider')).toEqual(['of admin', 'of agent', 'of rival'])
  expect(await names('rival')).toEqual(['of admin', 'of agent', 'of rival'])
  expect(await names('agent')).toEqual(['of admin', 'of agent', 'of helper'])
  expect(await names('helper')).toEqual(['of admin', 'of agent', 'of helper'])
  expect(await names('security')).toEqual(['of admin'])
  expect(await names('admin')).toEqual(['of admin'])
  expect((await views('colleague'))[2]).toMatchObject({
    owner_name: 'element',
    query: 'status=idle',
    may_remove: false,
  })
  expect(await names('element', 'operation log')).toEqual([])
  expect(await share('security')).toMatchObject({ code: codes.notAllowed })
})

test('its owner and those above take it away; whoever else sees it may not, and who does not see it does not learn of it', async () => {
  const { data: view } = await share('element')
  expect(await unshare('colleague', view.id)).toMatchObject({ code: codes.notAllowed })
  for (const who of ['outsider', 'rival', 'helper'])
    expect(await unshare(who, view.id), who).toMatchObject({ code: codes.notFound })
  expect(await names('manager')).toEqual(['of element'])
  expect((await views('manager'))[0]?.may_remove).toBe(true)
  for (const who of ['element', 'manager', 'agent', 'security', 'admin']) {
    const { data } = await share('element')
    expect(await unshare(who, data.id), who).toMatchObject({ code: codes.ok })
    expect(await names('colleague')).toEqual([])
    expect(await unshare(who, data.id), who).toMatchObject({ code: codes.notFound })
  }
  const { data: above } = await share('admin')
  expect(await unshare('security', above.id)).toMatchObject({ code: codes.notAllowed })
})

test('it gets another name or query under its id, and one of the same name makes room for it', async () => {
  const { data: first } = await share('element', { name: ' Idle ' })
  const { data: second } = await share('element', { name: 'Busy', query: 'status=in_use' })
  expect(first.name).toBe('Idle')
  expect(await share('element', { name: 'Idle', query: 'status=faulty' })).toMatchObject({ data: { id: first.id } })
  expect(await share('element', { id: second.id, name: 'Taken', query: 'status=in_use' })).toMatchObject({
    data: { id: second.id, name: 'Taken' },
  })
  expect(await share('element', { id: second.id, name: 'Idle', query: 'status=in_use' })).toMatchObject({
    code: codes.ok,
  })
  expect(await views('colleague')).toMatchObject([{ id: second.id, name: 'Idle', query: 'status=in_use' }])
  const idle = { name: 'Idle', query: '' }
  for (const [who, body] of [
    ['colleague', { id: second.id, ...idle }],
    ['manager', { id: second.id, ...idle }],
    ['element', { id: second.id, list: 'files', ...idle }],
    ['element', { id: 999_999, ...idle }],
  ] as const)
    expect(await share(who, body), who).toMatchObject({ code: codes.notFound })
})

test.each([
  ['a name of spaces', { name: '  ' }, 'name'],
  ['a name of 41 characters', { name: 'x'.repeat(41) }, 'name'],
  ['a list that is none', { list: '../devices' }, 'list'],
  ['a list whose name is too long', { list: 'x'.repeat(41) }, 'list'],
  ['an address elsewhere', { query: 'https://example.com/?a=b' }, 'query'],
  ['a script', { query: '"><script>' }, 'query'],
  ['a query of more than 2,000 characters', { query: 'x'.repeat(2_001) }, 'query'],
  ['a query that is no text', { query: { deep: { deeper: 1 } } }, 'query'],
])('%s is refused at its field', async (_what, body, field) => {
  const { code, data } = await share('element', body)
  expect([code, Object.keys(data.fields)]).toEqual([codes.invalidInput, [field]])
})

test('a user shares fifty at most, however many begin at once', async () => {
  const { id } = await store.user('colleague')
  for (let count = 0; count < 48; count += 1)
    await store.sharedViews.add({ owner_id: id, list: 'files', name: `View ${count}`, query: '' })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => share('colleague', { name })))
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
    codes.ok,
    codes.ok,
    codes.stateForbids,
    codes.stateForbids,
  ])
  expect(await share('colleague', { list: 'files', name: 'View 1', query: 'a=b' })).toMatchObject({ code: codes.ok })
  expect((await views('element')).length).toBe(2)
})

test('it goes with its owner, and comes back with it', async () => {
  await share('colleague')
  const { id } = await store.user('colleague')
  const { data } = await server.call('v2/user/del', { token: tokens.manager, body: { ids: [id] } })
  expect(await names('element')).toEqual([])
  await server.call('v2/log/undo', { token: tokens.manager, body: { id: data.undo.log_id } })
  expect(await names('element')).toEqual(['of colleague'])
})

test('the log says who shared what, who changed it and who ended that', async () => {
  const { data: view } = await share('element', { name: 'Idle' })
  await share('element', { id: view.id, name: 'Free' })
  await unshare('manager', view.id)
  const { data } = await server.call('v2/log/list', { token: tokens.agent, query: { target_kind: 'view', limit: 3 } })
  const said = data.items.map(({ action, user_name, target_name }: Record<string, string>) => [
    action,
    user_name,
    target_name,
  ])
  expect(said).toEqual([
    ['view.unshare', 'manager', 'Free'],
    ['view.share', 'element', 'Free'],
    ['view.share', 'element', 'Idle'],
  ])
  const { data: entry } = await server.call('v2/log/detail', { token: tokens.agent, query: { id: data.items[1].id } })
  expect(entry).toMatchObject({ before: { name: 'Idle' }, after: { name: 'Free', query: 'status=idle' } })
})
