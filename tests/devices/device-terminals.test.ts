import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { closeCodes } from '../../domain/stream-protocol.ts'
import type { Reason } from '../../domain/reason.ts'
import { worded } from '../../server/http/words.ts'
import { reason } from '../../texts/reason.ts'
import type { UserRow } from '../../server/store/users.ts'
import { Peer } from '../relay/relay-under-test.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let box: FakeBox
let patches: Patches
let agent: string
let device: number
/** A team of its own for each test, which has the phone. */
let boss: UserRow
let member: UserRow
let teams = 0

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  agent = await server.signIn('agent')
  patches = await hearPatches(server, agent)
  await box.report(inventory([readyPhone('SHELL')]))
  device = (await patches.next(({ changed }) => changed.serial === 'SHELL')).id
})
afterAll(async () => {
  await patches.close()
  await box.close()
  await store.close()
  await server.stop()
})
beforeEach(async () => {
  teams += 1
  boss = await store.addUser({ user_name: `boss-${teams}`, role: 'manager' }, 'agent')
  member = await store.addUser({ user_name: `member-${teams}`, role: 'element' }, boss.user_name)
  await store.devices.handOver([device], boss)
})

const tokenOf = async ({ user_name }: UserRow): Promise<string> =>
  (await server.call('v2/user/login', { body: { user_name, password: testPassword } })).data.token
const point = (token: string, id = device) => server.call('v2/device/terminal/point', { token, query: { id } })
const control = (token: string, more: object = {}) =>
  server.call('v2/device/stream/point', { token, query: { id: device, mode: 'control', ...more } })
const logout = (token: string) => server.call('v2/user/logout', { token, body: {} })

/** A path is meant at the server that is asked; of several each tells agents its own address. */
async function dial(path: string): Promise<Peer> {
  const socket = new WebSocket(new URL(path, server.url.replace('http', 'ws')))
  const peer = new Peer(socket)
  await once(socket, 'open')
  return peer
}

/** Presents a ticket, as the console does. */
async function present(ticket: string): Promise<Peer> {
  const operator = await dial('/relay/terminal')
  operator.say({ type: 'hello', ticket, cols: 80, rows: 24 })
  return operator
}

/** A terminal that the box has opened. */
async function open(token: string): Promise<Peer> {
  const nextCommand = box.command('terminal')
  const { data } = await point(token)
  const operator = await present(data.ticket)
  const command = await nextCommand
  const phone = await dial(command.relay_url)
  phone.say({ type: 'hello', ticket: command.ticket })
  phone.say({ type: 'opened' })
  expect(await operator.next()).toBe('{"type":"opened"}')
  return operator
}

/** Why a terminal was closed. */
const ending = (operator: Peer): Promise<{ reason: Reason }> =>
  operator.hear((said): said is { type: string; reason: Reason } => (said as { type: string }).type === 'ended')

describe('a terminal', () => {
  test('is opened by whoever sees the phone: a relay, a ticket for half a minute, and a command for the box', async () => {
    const nextCommand = box.command('terminal')
    const { code, data } = await point(await tokenOf(boss))
    expect(code).toBe(codes.ok)
    expect(data).toEqual({ relay_url: '/relay/terminal', ticket: expect.any(String), expires_at: expect.any(Number) })
    expect(data.expires_at - Date.now()).toBeLessThanOrEqual(30_000)
    const operator = await present(data.ticket)
    const command = await nextCommand
    expect(command).toMatchObject({ type: 'terminal', serial: 'SHELL' })
    expect(new URL(command.relay_url, server.url).pathname).toBe('/relay/terminal-agent')
    operator.socket.close()
  })

  test('is nothing for security', async () => {
    expect((await point(await server.signIn('security'))).code).toBe(codes.notAllowed)
  })

  test('is refused to those who can’t see the phone, as if there were none', async () => {
    const stranger = await store.addUser({ user_name: `stranger-${teams}`, role: 'manager' }, 'agent')
    const token = await tokenOf(stranger)
    expect(await point(token)).toEqual(await point(token, 999_999))
    expect((await point(token)).code).toBe(codes.notFound)
    expect((await point(await tokenOf(member))).code).toBe(codes.notFound) // A phone of its manager's, which it does not hold.
  })

  test('is refused while somebody else holds the phone, who is named', async () => {
    const token = await tokenOf(boss)
    expect((await control(token)).code).toBe(codes.ok)
    expect((await point(token)).code).toBe(codes.ok)
    expect(await point(agent)).toMatchObject({ code: codes.stateForbids, message: `设备正由 ${boss.user_name} 控制` })
    await logout(token)
    expect((await point(agent)).code).toBe(codes.ok)
  })

  test.each(['preparing', 'releasing', 'deleted'] as const)(
    'is refused, as single commands are, while its phone is %s',
    async (status) => {
      const token = await tokenOf(boss)
      await store.db.updateTable('devices').set({ status }).where('id', '=', device).execute()
      const refused = {
        code: codes.stateForbids,
        message: worded('zh-CN', reason(`devices.reason.${status}`)),
        data: null,
      }
      expect(await point(token)).toMatchObject(refused)
      expect(await server.call('v2/device/shell', { token, body: { id: device, command: 'id' } })).toMatchObject(
        refused,
      )
      await store.db.updateTable('devices').set({ status: 'idle' }).where('id', '=', device).execute()
    },
  )

  test('is refused, as the picture is, where the phone was deleted, and is there again once it is recovered', async () => {
    const token = await tokenOf(boss)
    await server.call('v2/device/del', { token, body: { id: device } })
    const watching = () => server.call('v2/device/stream/point', { token, query: { id: device, mode: 'observe' } })
    const refused = { code: codes.stateForbids, message: '设备已删除，请先恢复', data: null }
    expect(await point(token)).toMatchObject(refused)
    expect(await watching()).toMatchObject(refused)
    await server.call('v2/device/recover', { token, body: { id: device } })
    expect((await point(token)).code).toBe(codes.ok)
    expect((await watching()).code).toBe(codes.ok)
  })

  test('is there for whoever looks after a phone that is faulty or in maintenance', async () => {
    const token = await tokenOf(boss)
    for (const status of ['faulty', 'maintenance'] as const) {
      await store.db.updateTable('devices').set({ status }).where('id', '=', device).execute()
      expect((await point(token)).code, status).toBe(codes.ok)
    }
    await store.db.updateTable('devices').set({ status: 'idle' }).where('id', '=', device).execute()
  })

  test('is refused to those whose service is over', async () => {
    const token = await tokenOf(boss)
    await store.db.updateTable('users').set({ expiration: 0 }).where('id', '=', boss.id).execute()
    expect((await point(token)).code).toBe(codes.stateForbids)
  })

  test('stands in the operation log, which has words for it', async () => {
    await point(await tokenOf(boss))
    const { data } = await server.call('v2/log/list', { token: agent, query: { action: 'device.terminal', limit: 1 } })
    expect(data.items[0]).toMatchObject({ user_name: boss.user_name, target_kind: 'device', target_id: String(device) })
  })

  test('is asked for sixty times a minute at most', async () => {
    const token = await tokenOf(boss)
    // Each server counts for itself, and a proxy may lead more than half to one of two.
    const servers = inject('engines') === 'external' ? 2 : 1
    const answers = await Promise.all(Array.from({ length: 60 * servers + 1 }, () => point(token)))
    const taken = answers.filter(({ code }) => code === codes.ok).length
    expect(taken).toBeLessThanOrEqual(60 * servers)
    expect(taken).toBeGreaterThanOrEqual(60)
    expect((await point(agent)).code).toBe(codes.ok)
  })
})

describe('its ticket', () => {
  test('is good for one socket', async () => {
    const { data } = await point(await tokenOf(boss))
    // Which of the two is looked up first nobody knows.
    const both = [await present(data.ticket), await present(data.ticket)]
    const first = await Promise.race(both.map(async (socket) => ({ socket, end: await ending(socket) })))
    expect(first.end.reason).toEqual(reason('relay.badTicket'))
    expect((await first.socket.closed).code).toBe(closeCodes.badTicket)
  })

  test('is worth nothing once its session has ended', async () => {
    const token = await tokenOf(boss)
    const { data } = await point(token)
    await logout(token)
    expect((await ending(await present(data.ticket))).reason).toEqual(reason('relay.signedOut'))
  })

  test('does not open the video, nor does the video’s open a terminal', async () => {
    const token = await tokenOf(boss)
    const viewer = await dial('/relay/viewer')
    viewer.say({ type: 'hello', ticket: (await point(token)).data.ticket })
    expect((await viewer.closed).code).toBe(closeCodes.badTicket)
    expect((await ending(await present((await control(token)).data.ticket))).reason).toEqual(reason('relay.badTicket'))
    await logout(token)
  })
})

describe('an open terminal is closed', () => {
  test('when its session ends', async () => {
    const token = await tokenOf(boss)
    const operator = await open(token)
    await logout(token)
    expect((await ending(operator)).reason).toEqual(reason('relay.signedOut'))
    expect((await operator.closed).code).toBe(closeCodes.signedOut)
  })

  test('when its user is disabled', async () => {
    const operator = await open(await tokenOf(boss))
    await server.call('v2/user/switch', { token: agent, body: { ids: [boss.id], enabled: false } })
    expect((await ending(operator)).reason).toEqual(reason('relay.signedOut'))
  })

  test('when somebody else takes control of the phone', async () => {
    const operator = await open(await tokenOf(boss))
    const other = await server.signIn('agent')
    expect((await control(other)).code).toBe(codes.ok)
    expect((await ending(operator)).reason).toEqual(reason('relay.heldByOther'))
    expect((await operator.closed).code).toBe(closeCodes.takenOver)
    await logout(other)
  })

  test('when the phone is given to another owner', async () => {
    const operator = await open(await tokenOf(boss))
    await store.devices.handOver([device], await store.user('manager'))
    expect((await ending(operator)).reason).toEqual(reason('relay.noLongerYours'))
  })

  test.each(['preparing', 'releasing', 'deleted'] as const)('when its phone is %s', async (status) => {
    const operator = await open(await tokenOf(boss))
    await store.db.updateTable('devices').set({ status }).where('id', '=', device).execute()
    expect((await ending(operator)).reason).toEqual(reason(`devices.reason.${status}`))
    await store.db.updateTable('devices').set({ status: 'idle' }).where('id', '=', device).execute()
  })

  test('when the phone is lost', async () => {
    const operator = await open(await tokenOf(boss))
    await box.report({ type: 'phone_lost', serial: 'SHELL' })
    expect((await ending(operator)).reason).toEqual(reason('devices.reason.lost'))
    expect(await point(await tokenOf(boss))).toMatchObject({ code: codes.stateForbids, message: '设备离线' })
    const since = patches.heard.length
    await box.report({ type: 'phones', phones: [readyPhone('SHELL')] })
    await patches.next(({ id, changed }) => id === device && changed.status === 'idle', since)
  })

  test('when the box can’t open it, in the box’s words', async () => {
    const nextCommand = box.command('terminal')
    const operator = await present((await point(await tokenOf(boss))).data.ticket)
    const { id } = await nextCommand
    const why = reason('agent.noRelay', { said: 'ECONNREFUSED' })
    await box.report({ type: 'result', command_id: id, ok: false, reason: why })
    expect((await ending(operator)).reason).toEqual(why)
  })
})
