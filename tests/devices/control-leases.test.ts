import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { expectUnbrokenChain } from '../support/log-check.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const serials = ['LEASE1', 'LEASE2', 'LEASE3', 'LEASE4', 'LEASE5', 'LEASE6', 'LEASE7', 'LEASE8', 'LEASE9']

let server: TestServer
let store: TestStore
let box: FakeBox
let manager: string
let agent: string
let patches: Patches

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  manager = await server.signIn('manager')
  agent = await server.signIn('agent')
  patches = await hearPatches(server, agent)
  await box.report(inventory(serials.map((serial) => readyPhone(serial))))
  await patches.next(({ changed }) => changed.serial === serials.at(-1))
})
afterAll(async () => {
  await patches.close()
  await box.close()
  await store.close()
  await server.stop()
})

async function phone(serial: string) {
  const { data } = await server.call('v3/device/list', { token: agent, query: { keyword: serial } })
  return data.items[0]
}

async function point(token: string, serial: string, options: { mode?: string; take_over?: boolean } = {}) {
  const { id } = await phone(serial)
  return server.call('v2/device/stream/point', { token, query: { id, mode: 'control', ...options } })
}

/** Presents a ticket to the relay, as the console does. */
async function view(ticket: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/relay/viewer`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', ticket }))
  return socket
}

describe('taking control', () => {
  test('marks the phone as in use, for everybody who sees it', async () => {
    const { code, data } = await point(manager, 'LEASE1')
    expect(code).toBe(codes.ok)
    expect(data).toMatchObject({ relay_url: '/relay/viewer', mode: 'control', ticket: expect.any(String) })
    expect(data.expires_at - Date.now()).toBeLessThanOrEqual(30_000)

    const device = await phone('LEASE1')
    const { id: managerId } = await store.user('manager')
    expect(device).toMatchObject({ status: 'in_use', in_use_by: { id: managerId, user_name: 'manager' } })
    const patch = await patches.next(({ id, changed }) => id === device.id && changed.status === 'in_use')
    expect(patch.changed).toEqual({
      status: 'in_use',
      in_use_by: { id: managerId, user_name: 'manager' },
      in_use_since: device.in_use_since,
    })
    expect(await server.call('v2/device/remotesession', { token: agent, query: { id: device.id } })).toMatchObject({
      data: { device_id: device.id, controller: { user_name: 'manager' }, controlled_since: device.in_use_since },
    })
  })

  test('is refused to a second operator, who is told who holds it', async () => {
    await point(manager, 'LEASE2')
    const { code, status, message } = await point(agent, 'LEASE2')
    expect({ code, status }).toEqual({ code: codes.stateForbids, status: 409 })
    expect(message).toContain('manager')
  })

  test('from a second session of the same user is refused as well, and the same session keeps it', async () => {
    await point(manager, 'LEASE3')
    expect(await point(manager, 'LEASE3')).toMatchObject({ code: codes.ok })
    expect(await point(await server.signIn('manager'), 'LEASE3')).toMatchObject({ code: codes.stateForbids })
    const { id } = await phone('LEASE3')
    const leases = await store.db.selectFrom('control_leases').selectAll().where('device_id', '=', id).execute()
    expect(leases).toHaveLength(1)
  })

  test('moves once the second operator says that it means it', async () => {
    await point(manager, 'LEASE4')
    expect(await point(agent, 'LEASE4', { take_over: true })).toMatchObject({ code: codes.ok })
    expect(await phone('LEASE4')).toMatchObject({ status: 'in_use', in_use_by: { user_name: 'agent' } })
    expect(await point(manager, 'LEASE4')).toMatchObject({ code: codes.stateForbids })
  })

  test('moves to nobody from whom the shop is hidden that is open there, also where it is the owner of the phone, who is told so before', async () => {
    const { id } = await phone('LEASE9')
    await store.devices.handOver([id], await store.user('element'))
    const [element, security] = [await server.signIn('element'), await server.signIn('security')]
    const mayTakeOver = async (token: string) =>
      (await server.call('v2/device/remotesession', { token, query: { id } })).data.may_take_over
    expect(await mayTakeOver(element)).toBe(false) // There is nobody.
    const shop = await server.call('v2/environment/add', { token: manager, body: { market: 'amazon', name: 'Mine' } })
    await point(manager, 'LEASE9')
    expect(await Promise.all([element, agent, security].map(mayTakeOver))).toEqual([true, true, false])
    await store.db.updateTable('environments').set({ device_id: id }).where('id', '=', shop.data.id).execute()
    await store.db.updateTable('devices').set({ environment_id: shop.data.id }).where('id', '=', id).execute()

    const refused = { code: codes.stateForbids, message: '设备正由 manager 控制' }
    expect(await point(element, 'LEASE9', { take_over: true })).toMatchObject(refused)
    expect(await phone('LEASE9')).toMatchObject({ in_use_by: { user_name: 'manager' } })
    const again = await server.signIn('manager')
    expect(await Promise.all([element, again, agent, security].map(mayTakeOver))).toEqual([false, true, true, false])
    expect(await point(again, 'LEASE9', { take_over: true })).toMatchObject({ code: codes.ok })
    expect(await point(agent, 'LEASE9', { take_over: true })).toMatchObject({ code: codes.ok })
    expect(await point(manager, 'LEASE9', { take_over: true })).toMatchObject({ code: codes.ok }) // It is its own shop.
  })

  test('is nothing for security, who may observe', async () => {
    const security = await server.signIn('security')
    expect(await point(security, 'LEASE5')).toMatchObject({ code: codes.notAllowed })
    expect(await point(security, 'LEASE5', { mode: 'observe' })).toMatchObject({ code: codes.ok })
    expect(await phone('LEASE5')).toMatchObject({ status: 'idle', in_use_by: null })
  })

  test('stops at the quota', async () => {
    const small = await store.addUser({ user_name: 'small', role: 'manager', thread_number: 1 }, 'agent')
    const body = { user_name: 'small', password: 'correct-horse-1' }
    const { data } = await server.call('v2/user/login', { body })
    const idle = ['LEASE5', 'LEASE6', 'LEASE7', 'LEASE8']
    const ids = (await Promise.all(idle.map(phone))).map(({ id }) => id)
    await store.devices.handOver(ids, small)
    const atOnce = ids.map((id) =>
      server.call('v2/device/stream/point', { token: data.token, query: { id, mode: 'control' } }),
    )
    const answers = (await Promise.all(atOnce)).map(({ code }) => code)
    expect(answers.filter((code) => code === codes.ok)).toHaveLength(1)
    expect(answers.filter((code) => code === codes.stateForbids)).toHaveLength(3)
    const counts = async (token: string) => (await server.call('v3/device/thread', { token })).data
    expect(await counts(data.token)).toEqual({ thread_number: 1, using_number: 1 })
    const { id } = await store.user('agent')
    const held = await store.db.selectFrom('devices').select('id').where('in_use_by', '=', id).execute()
    const ofAgent = { thread_number: 12, using_number: held.length } // Without what those below have.
    expect(await counts(await server.signIn('agent'))).toEqual(ofAgent)
    await server.call('v2/user/logout', { token: data.token, body: {} })
    await store.devices.handOver(ids, await store.user('manager'))
  })

  test('of two who try at once, one gets it', async () => {
    const answers = await Promise.all([point(manager, 'LEASE7'), point(agent, 'LEASE7')])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([codes.ok, codes.stateForbids])
  })

  test('of a phone that is offline or starting is refused, and says why', async () => {
    await box.report({ type: 'phone_lost', serial: 'LEASE8' })
    const { id } = await phone('LEASE8')
    await patches.next((patch) => patch.id === id && patch.changed.status === 'offline')
    expect(await point(manager, 'LEASE8')).toMatchObject({ code: codes.stateForbids, message: '设备离线' })
    await box.report({ type: 'phones', phones: [{ serial: 'LEASE8', state: 'starting' }] })
    await patches.next((patch) => patch.id === id && patch.changed.status === 'booting')
    expect(await point(manager, 'LEASE8')).toMatchObject({ code: codes.stateForbids, message: '设备正在启动，请稍候' })
    const since = patches.heard.length
    await box.report({ type: 'phones', phones: [{ serial: 'LEASE8', state: 'ready' }] })
    await patches.next((patch) => patch.id === id && patch.changed.status === 'idle', since)
  })
})

describe('a phone that is lost while it is controlled', () => {
  test('comes back to its controller', async () => {
    await point(manager, 'LEASE8')
    const { id } = await phone('LEASE8')
    const before = patches.heard.length
    await box.report({ type: 'phone_lost', serial: 'LEASE8' })
    await patches.next(
      (patch) => patch.id === id && isDeepStrictEqual(patch.changed.status_reason, reason('devices.reason.lost')),
      before,
    )
    expect(await phone('LEASE8')).toMatchObject({ status: 'offline', in_use_by: { user_name: 'manager' } })
    expect(await point(manager, 'LEASE8')).toMatchObject({ code: codes.ok }) // Its page lost the line, and came back.
    expect(await point(agent, 'LEASE8', { take_over: true })).toMatchObject({ code: codes.stateForbids })
    const since = patches.heard.length
    await box.report({ type: 'phones', phones: [{ serial: 'LEASE8', state: 'ready' }] })
    await patches.next((patch) => patch.id === id && patch.changed.status === 'in_use', since)
    expect(await phone('LEASE8')).toMatchObject({ status: 'in_use', in_use_by: { user_name: 'manager' } })
  })
})

/** Begins to listen at once, so that only what is freed from now on counts. */
const freed = async (serial: string) => {
  const since = patches.heard.length
  const { id } = await phone(serial)
  return patches.next((patch) => patch.id === id && patch.changed.status === 'idle', since)
}

describe('control ends', () => {
  test('when its session ends', async () => {
    const token = await server.signIn('manager')
    await point(token, 'LEASE6')
    const heard = freed('LEASE6')
    await server.call('v2/user/logout', { token, body: {} })
    expect(await phone('LEASE6')).toMatchObject({ status: 'idle', in_use_by: null, in_use_since: null })
    expect((await heard).changed).toEqual({ status: 'idle', in_use_by: null, in_use_since: null })
  })

  test('when nobody renews its lease any more', async () => {
    const { id } = await phone('LEASE1')
    const heard = freed('LEASE1')
    await store.db.updateTable('control_leases').set({ expires_at: 1 }).where('device_id', '=', id).execute()
    await heard
    expect(await phone('LEASE1')).toMatchObject({ status: 'idle', in_use_by: null })
  })

  test('when its controller leaves the relay and does not return', async () => {
    const { data } = await point(manager, 'LEASE5')
    const socket = await view(data.ticket)
    const [state] = await once(socket, 'message')
    expect(JSON.parse(String(state))).toMatchObject({ type: 'state', mode: 'control' })
    const heard = freed('LEASE5')
    socket.close()
    await heard
  })
})

test('a viewer at the relay makes the box dial in, and is told when that fails', async () => {
  const { data } = await point(manager, 'LEASE6', { mode: 'observe' })
  const nextCommand = box.command()
  const socket = await view(data.ticket)
  const command = await nextCommand
  expect(command).toMatchObject({
    type: 'stream',
    serial: 'LEASE6',
    relay_url: expect.stringMatching(/\/relay\/agent$/),
  })
  expect(command.deadline).toBeGreaterThan(Date.now())
  const lost = new Promise<Record<string, unknown>>((resolve) => {
    socket.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString())
      if (message.stream === 'lost') resolve(message)
    })
  })
  const why = reason('agent.noSuchPhone')
  await box.report({ type: 'result', command_id: command.id, ok: false, reason: why })
  expect(await lost).toMatchObject({ type: 'state', reason: why })
  socket.close()
})

test('sign-ins, sign-outs and control stand in the operation log, chained without a gap', async () => {
  const entries = await store.db.selectFrom('operation_log').selectAll().orderBy('id').execute()
  expect(new Set(entries.map(({ action }) => action))).toEqual(
    new Set(['session.open', 'environment.add', 'session.end', 'control.take', 'control.release']),
  )
  expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => index + 1))
  await expectUnbrokenChain(store.db)
  const taken = entries.find(({ action }) => action === 'control.take')
  expect(taken).toMatchObject({ user_name: 'manager', target: expect.stringMatching(/^device:\d+$/), ip: '127.0.0.1' })
})
