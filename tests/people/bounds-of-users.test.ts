import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { accountTask, sessionOverTask } from '../../domain/user-messages.ts'
import type { UserRow } from '../../server/store/users.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'

const day = 24 * 60 * 60

let server: TestServer
let store: TestStore
let agent: string
let device: number
/** A team of their own for each test. */
let boss: UserRow
let member: UserRow
let teams = 0

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  agent = await server.signIn('agent')
  const box = await store.boxes.byCode('B01')
  const owner = await store.user('manager')
  const added = await store.db
    .insertInto('devices')
    .values({
      box_id: box?.id ?? 0,
      slot: 1,
      serial: 'HELD',
      name: 'B01-01',
      region: 'us-west',
      status: 'idle' as const,
      owner_id: owner.id,
      owner_path: owner.path,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  device = added.id
})
afterAll(async () => {
  await store.close()
  await server.stop()
})
beforeEach(async () => {
  teams += 1
  boss = await store.addUser({ user_name: `boss-${teams}`, role: 'manager' }, 'agent')
  member = await store.addUser({ user_name: `member-${teams}`, role: 'element' }, boss.user_name)
  await store.devices.handOver([device], boss)
})

const signIn = (user_name: string) => server.call('v2/user/login', { body: { user_name, password: testPassword } })
const tokenOf = async ({ user_name }: UserRow): Promise<string> => (await signIn(user_name)).data.token
const point = (token: string, mode: string) =>
  server.call('v2/device/stream/point', { token, query: { id: device, mode } })
const shell = (token: string) => server.call('v2/device/shell', { token, body: { id: device, command: 'id' } })
const ago = (days: number) => Math.floor(Date.now() / 1_000) - days * day

describe('whose service is over', () => {
  test.each([
    ['it ended yesterday', { authorization_at: ago(31), expiration: 30 * day }],
    ['it was never bought', { authorization_at: 0, expiration: 0 }],
  ])('signs in and looks, but works with no phone: %s', async (_why, service) => {
    await store.users.change(boss.id, service)
    const token = await tokenOf(boss)
    const refused = { code: codes.stateForbids, message: expect.stringContaining('服务已到期或未开通') }
    expect(await point(token, 'control')).toMatchObject(refused)
    expect(await shell(token)).toMatchObject(refused)
    expect(await point(token, 'observe')).toMatchObject({ code: codes.ok })
    await server.call('v2/user/renew', { token: agent, body: { ids: [boss.id], days: 1 } })
    expect(await point(token, 'control')).toMatchObject({ code: codes.ok })
    await server.call('v2/user/logout', { token, body: {} })
  })

  test('is no matter for an agent that was given none, and one for an agent whose own has ended', async () => {
    expect(await point(agent, 'control')).toMatchObject({ code: codes.ok })
    const reseller = await store.user('agent')
    await store.users.change(reseller.id, { authorization_at: ago(31), expiration: 30 * day })
    expect(await shell(agent)).toMatchObject({ code: codes.stateForbids, message: expect.stringContaining('服务') })
    await store.users.change(reseller.id, { authorization_at: 0, expiration: 0 })
    await server.call('v2/user/logout', { token: agent, body: {} })
    agent = await server.signIn('agent')
  })
})

describe('a manager that is disabled', () => {
  test('takes everybody below along: signed out at once, phones free, no way in until it is enabled', async () => {
    await store.devices.handOver([device], member)
    const token = await tokenOf(member)
    expect(await point(token, 'control')).toMatchObject({ code: codes.ok })
    const console = await openUserSocket(server, token)
    await server.call('v2/user/switch', { token: agent, body: { ids: [boss.id], enabled: false } })
    expect(await console.next(sessionOverTask)).toMatchObject({ code: codes.signedOutElsewhere })
    expect(await server.call('v2/user/info', { token })).toMatchObject({ code: codes.signedOutElsewhere })
    const held = await store.db.selectFrom('devices').select(['status', 'in_use_by']).where('id', '=', device).execute()
    expect(held).toEqual([{ status: 'idle', in_use_by: null }])
    expect(await signIn(member.user_name)).toMatchObject({
      code: codes.wrongCredentials,
      message: expect.stringContaining('上级账号已停用'),
    })
    expect((await store.user(member.user_name)).enabled).toBe(true)
    await server.call('v2/user/switch', { token: agent, body: { ids: [boss.id], enabled: true } })
    expect(await signIn(member.user_name)).toMatchObject({ code: codes.ok })
  })

  test('ends also a session that began while it was being disabled', async () => {
    const token = await tokenOf(member)
    await store.users.setEnabled([boss.id], false)
    expect(await server.call('v2/user/info', { token })).toMatchObject({ code: codes.signedOutElsewhere })
  })
})

describe('what somebody above changes of it, a signed-in user hears at once', () => {
  test('modules, service and phones of its own, and what that cuts of those below', async () => {
    const [console, below] = await Promise.all(
      [boss, member].map(async (user) => openUserSocket(server, await tokenOf(user))),
    )
    const modules = ['temu']
    await store.users.change(member.id, { modules: ['temu', 'depop'] })
    await server.call('v2/user/edit', { token: agent, body: { id: boss.id, modules } })
    const { expiration, authorization_at } = boss
    const account = { modules, expiration, authorization_at }
    expect(await console?.next(accountTask)).toEqual({ task_type: accountTask, account })
    expect(await below?.next(accountTask)).toMatchObject({ account: { modules } })
    console?.close()
    below?.close()
  })

  test('a renewal, and a new quota', async () => {
    const console = await openUserSocket(server, await tokenOf(boss))
    const { expiration } = boss
    await server.call('v2/user/renew', { token: agent, body: { ids: [boss.id], days: 2 } })
    expect(await console.next(accountTask)).toMatchObject({ account: { expiration: expiration + 2 * day } })
    console.heard.length = 0
    await server.call('v2/user/edit', {
      token: agent,
      body: { id: boss.id, note: 'not its business', thread_number: 3 },
    })
    expect(await console.next(accountTask)).toMatchObject({ account: { expiration: expiration + 2 * day } })
    console.close()
  })
})

test('who has files is not deleted; an upload that nobody goes on with is in nobody’s way', async () => {
  const file = { owner_id: member.id, owner_path: member.path, name: 'a.apk', size: 1 }
  const uploading = { ...file, upload_id: `half-${teams}`, expires_at: Date.now() + 1_000_000 }
  await store.files.add(uploading)
  const { id } = await store.files.add({ ...uploading, upload_id: `whole-${teams}` })
  await store.files.complete(id, Date.now())
  const del = async () => (await server.call('v2/user/del', { token: agent, body: { ids: [member.id] } })).data.results
  expect(await del()).toEqual([
    { id: member.id, ok: false, code: codes.stateForbids, message: '名下还有 1 个文件，请先转移或删除' },
  ])
  await store.files.remove([id])
  expect(await del()).toEqual([{ id: member.id, ok: true }])
})
