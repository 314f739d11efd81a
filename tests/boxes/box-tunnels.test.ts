import { afterAll, beforeAll, expect, test } from 'vitest'
import { textReason } from '../../domain/reason.ts'
import { codes } from '../../domain/codes.ts'
import { connectBox, inventory, type FakeBox } from '../support/fake-box.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let box: FakeBox
let security: string
let agent: string
let patches: Patches
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  security = await server.signIn('security')
  agent = await server.signIn('agent')
  patches = await hearPatches(server, security)
})
afterAll(async () => {
  await patches.close()
  await box.close()
  await store.close()
  await server.stop()
})

const settings = { server_address: 'frp.example.com', server_port: 7000, token: 'frp-secret-1', remote_port: 20_022 }
const frp = (body: object, token = security) =>
  server.call('v2/maintain/frp', { token, body: { box_id: box.id, ...body } })
const shown = async (token = security) =>
  (await server.call('v2/box/list', { token, query: { id: box.id } })).data.items[0].frp

test('a tunnel needs an address and both ports before it opens', async () => {
  const { code, data } = await frp({ enabled: true, server_address: 'frp.example.com' })
  expect(code).toBe(codes.invalidInput)
  expect(Object.keys(data.fields)).toEqual(['server_port', 'remote_port'])
  expect(await shown()).toBeNull()
})

test.each([
  ['server_address', { server_address: 'two words' }],
  ['server_address', { server_address: 'evil"\ntoken = "x' }],
  ['local_port', { local_port: 5037 }],
  ['server_port', { server_port: 0 }],
  ['remote_port', { remote_port: 70_000 }],
  ['token', { token: 'x'.repeat(257) }],
])('a bad %s is told at its field: %j', async (field, more) => {
  expect((await frp({ enabled: true, ...settings, ...more })).data.fields).toHaveProperty(field)
})

test('opening one tells the agent everything, keeps the token sealed, and shows how it fares', async () => {
  const nextCommand = box.command('tunnel')
  const { data } = await frp({ enabled: true, ...settings })
  expect(data).toMatchObject({ enabled: true, state: 'waiting', has_token: true, local_port: 22 })
  const command = await nextCommand
  expect(command).toMatchObject({ revision: 1, name: 'B01', settings: { ...settings, local_port: 22 } })

  await box.report({ type: 'tunnel', tunnel: { revision: 1, state: 'running', reason: null } })
  await patches.next(({ type, changed }) => type === 'box' && stateIn(changed) === 'running')
  expect(await shown()).toMatchObject({ state: 'running' })

  const everything = JSON.stringify([
    patches.heard,
    await shown(),
    await store.db.selectFrom('operation_log').select('detail').execute(),
  ])
  expect(everything).not.toContain('frp-secret-1')
  const row = await store.boxTunnels.ofBox(box.id)
  expect(row?.token?.toString('latin1')).not.toContain('frp-secret-1')
})

const stateIn = (changed: Record<string, unknown>) => (changed.frp as { state?: string } | undefined)?.state

test('an agent role sees its box without the tunnel, and hears nothing of it', async () => {
  expect(await shown(agent)).toBeNull()
  expect(await frp({ enabled: false }, agent)).toMatchObject({ code: codes.notAllowed, status: 403 })
  const heard = await hearPatches(server, agent)
  const since = patches.heard.length
  await box.report({
    type: 'tunnel',
    tunnel: { revision: 1, state: 'failed', reason: textReason('port already used') },
  })
  await patches.next(({ changed }) => stateIn(changed) === 'failed', since)
  await box.report(inventory([]))
  await heard.next(({ type }) => type === 'box')
  expect(heard.heard.some(({ changed }) => 'frp' in changed)).toBe(false)
  await heard.close()
})

test('an agent that follows older settings, or forgot them, is told the newest', async () => {
  const nextCommand = box.command('tunnel')
  await box.report({
    type: 'inventory',
    agent_version: '0.1.0',
    health: {},
    phones: [],
    tunnel: { revision: 0, state: 'closed', reason: null },
  })
  expect(await nextCommand).toMatchObject({ revision: 1, settings: { token: 'frp-secret-1' } })
})

test('what is left out stays; closing tells the agent to', async () => {
  const nextCommand = box.command('tunnel')
  expect((await frp({ enabled: true, remote_port: 20_023 })).data).toMatchObject({ server_port: 7000, has_token: true })
  expect(await nextCommand).toMatchObject({ revision: 2, settings: { ...settings, remote_port: 20_023 } })
  const closing = box.command('tunnel')
  expect((await frp({ enabled: false })).data).toMatchObject({ enabled: false, state: 'waiting' })
  expect(await closing).toMatchObject({ revision: 3, settings: null })
  await box.report({ type: 'tunnel', tunnel: { revision: 3, state: 'closed', reason: null } })
  await patches.next(({ changed }) => stateIn(changed) === 'closed')
  expect(await shown()).toMatchObject({ state: 'closed', enabled: false })
})

test.each([{ server_address: 'other.example.com' }, { server_port: 7001 }])(
  'a token goes to no other server than it was given for: %j',
  async (other) => {
    expect(await frp({ enabled: true, ...other })).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { token: '更换 frp 服务器地址或端口时须重新填写令牌' } },
    })
    expect(await shown()).toMatchObject({ server_address: 'frp.example.com', server_port: 7000, has_token: true })
  },
)

test('when the agent is gone nobody knows how an open tunnel fares', async () => {
  await frp({ enabled: true })
  await box.report({ type: 'tunnel', tunnel: { revision: 4, state: 'running', reason: null } })
  const since = patches.heard.length
  await patches.next(({ changed }) => stateIn(changed) === 'running')
  await box.vanish()
  await patches.next(({ changed }) => stateIn(changed) === 'waiting', since)
  expect(await shown()).toMatchObject({ state: 'waiting', enabled: true })
  box = await connectBox(server, store)
})

test('a box that is not there has no tunnel', async () => {
  expect(
    await server.call('v2/maintain/frp', { token: security, body: { box_id: 999, enabled: false } }),
  ).toMatchObject({
    code: codes.notFound,
  })
})
