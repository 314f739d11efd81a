import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { parseBoxCommand } from '../../domain/box-protocol.ts'
import { sessionOverTask, siteMessageTask } from '../../domain/user-messages.ts'
import { keyFileOf } from '../../server/start/keys.ts'
import { markOf } from '../../server/devices/workflows/data-mark.ts'
import { socketFolderOf } from '../../server/embedded/postgres.ts'
import type { UserRow } from '../../server/store/users.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { beginCall } from '../support/late-body.ts'
import { brokerCredentials, hearPatches } from '../support/patches.ts'
import { PromisedSecond } from '../support/promised-second.ts'
import { startProxy } from '../support/reverse-proxy.ts'
import { callServer, signInAt, testPassword, type TestServer } from '../support/server.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'
import { watch } from '../support/viewer.ts'

/** A broker of one's own, as an operator would run it. */
const outer = { broker: new Aedes(), server: createServer(), sockets: new Set<Socket>() }
let one: TestServer
let two: ServerProcess
let store: TestStore
/** Below those that the system hands out. */
const tcpPort = 20_000 + (process.pid % 12_000)
const port = tcpPort + 1
const ofTwo = { MQTT_PORT: String(tcpPort), PORT: String(port), ADVERTISE_URL: `http://127.0.0.1:${port}` }

beforeAll(async () => {
  await outer.broker.listen()
  outer.server.on('connection', outer.broker.handle)
  outer.server.on('connection', (socket) => {
    outer.sockets.add(socket)
    socket.once('close', () => outer.sockets.delete(socket))
  })
  await new Promise<void>((resolve) => outer.server.listen(0, '127.0.0.1', resolve))
  const MQTT_URL = `mqtt://127.0.0.1:${(outer.server.address() as AddressInfo).port}`
  one = await spawnServer({ phones: 1, env: { MQTT_URL } })
  const DATABASE_URL = `postgres://phonedeck@localhost/postgres?host=${socketFolderOf(one.dataDir)}`
  const SECRET_KEY = readFileSync(keyFileOf(one.dataDir), 'utf8')
  two = await spawnServer({ env: { MQTT_URL, DATABASE_URL, SECRET_KEY, ...ofTwo } })
  store = openTestStore(one)
  // B01 has a real agent, which would say that the phones of these tests are gone.
  const owners = { owner_id: (await store.user('agent')).id, phone_owner_id: (await store.user('manager')).id }
  const box = { name: 'Far', code: 'FAR', region: 'us-west', slots: 5, ...owners }
  expect(await one.call('v2/box/add', { token: await one.signIn('admin'), body: box })).toMatchObject({
    code: codes.ok,
  })
})
afterAll(async () => {
  await store.close()
  await two.stop()
  await one.stop()
  await new Promise<void>((resolve) => outer.broker.close(resolve))
  outer.server.close()
})

test('a session of one server is known to the other', async () => {
  const token = await one.signIn('manager')
  expect(await two.call('v2/user/info', { token })).toMatchObject({ data: { user_name: 'manager' } })
})

test('a box at one server is heard by a console at the other, and commanded from there', async () => {
  const token = await two.signIn('manager')
  const box = await connectBox(one, store, 'FAR')
  const patches = await hearPatches(two, token)
  await box.report(inventory([readyPhone('FAR')]))
  const { id } = await patches.next(({ changed }) => changed.serial === 'FAR')
  expect(patches.heard.filter(({ changed }) => changed.serial === 'FAR')).toHaveLength(1)

  const { data } = await two.call('v2/device/stream/point', { token, query: { id } })
  const nextCommand = box.command()
  const viewer = new WebSocket(`${two.url.replace('http', 'ws')}/relay/viewer`)
  await once(viewer, 'open')
  viewer.send(JSON.stringify({ type: 'hello', ticket: data.ticket }))
  expect(await nextCommand).toMatchObject({ type: 'stream', serial: 'FAR' })
  viewer.close()
  await patches.close()
  await box.close()
})

test('the video of a phone reaches everybody whom a proxy leads to one server or the other', async () => {
  let turn = 0
  const proxy = await startProxy(() => new URL([one, two][(turn += 1) % 2]?.url ?? ''))
  const token = await signInAt(proxy.url, 'manager')
  const ask = (path: string, query: object) => callServer(proxy.url, path, { token, query: { ...query } })
  const idle = async () => {
    const { data } = await ask('v3/device/list', { status: 'idle' })
    // A phone that can be watched, unlike those of other tests.
    return data.items.find(({ serial }: { serial: string }) => serial !== 'FAR')?.id
  }
  await expect.poll(idle, { timeout: 60_000 }).toBeDefined()
  const id = await idle()

  /** Enters with a ticket; answers whether bytes came before the end. */
  const gets = async (path: string, ticket: string, rest = {}) => {
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/relay/${path}`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'hello', ticket, ...rest }))
    const came = new Promise((resolve) => socket.on('message', (_, isBinary) => isBinary && resolve('bytes')))
    const answer = await Promise.race([came, once(socket, 'close').then(([code, why]) => `${code} ${why}`)])
    socket.close()
    return answer
  }
  const watching = Array.from({ length: 8 }, async () => {
    const { data } = await ask('v2/device/stream/point', { id })
    return gets('viewer', data.ticket)
  })
  expect(await Promise.all(watching)).toEqual(watching.map(() => 'bytes'))
  await proxy.stop()
})

test('viewers at either server learn that a box is lost, and get its pictures when it is back', async () => {
  const token = await two.signIn('manager')
  const box = await connectBox(one, store, 'FAR')
  const patches = await hearPatches(two, token)
  await box.report(inventory([readyPhone('TOLD')]))
  const { id } = await patches.next(({ changed }) => changed.serial === 'TOLD')
  const viewers = await Promise.all([one, two].map((server) => watch(server, token, { id })))
  await Promise.all(viewers.map((viewer) => viewer.state()))
  await box.vanish()
  // Only one of the servers has written it down.
  for (const viewer of viewers)
    expect((await viewer.state(({ stream }) => stream === 'lost')).reason?.code).toBe('devices.reason.agentLost')

  const back = await connectBox(one, store, 'FAR')
  // By which servers.
  const asked = new Set<string>()
  back.client.on('message', (_topic, payload) => {
    const command = parseBoxCommand(payload.toString())
    if (command?.type === 'stream') asked.add(command.relay_url)
  })
  await back.report(inventory([readyPhone('TOLD')]))
  await expect.poll(() => asked.size).toBe(2)
  for (const viewer of viewers) viewer.close()
  await patches.close()
  await back.close()
})

test('a session that ends at one server ends at the other', async () => {
  const token = await one.signIn('manager')
  const patches = await hearPatches(two, token)
  const gone = new Promise<void>((resolve) => patches.client.once('close', () => resolve()))
  await one.call('v2/user/logout', { token, body: {} })
  await gone
  expect(await two.call('v2/user/info', { token })).toMatchObject({ code: 50012 })
})

/** What is written down that the agent is told takes a moment from now on: whoever else is about to do so has its chance. */
const lingering = [
  `create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$`,
  `create trigger linger before update on workflows for each row
     when (old.command_id is null and new.command_id is not null) execute function linger()`,
]

test('a server that hung while it made a phone ready leaves it to the one that took it up, and each command is given once', async () => {
  const token = await two.signIn('manager')
  const box = await connectBox(one, store, 'FAR')
  await box.report(inventory([readyPhone('LEFT')]))
  const phone = async () =>
    (await one.call('v3/device/list', { token, query: { keyword: 'LEFT' } })).data.items.find(
      ({ serial }: { serial: string }) => serial === 'LEFT',
    )
  await expect.poll(async () => (await phone())?.status, { timeout: 20_000 }).toBe('idle')
  const { id: device_id } = await phone()
  const { data: shop } = await two.call('v2/environment/add', { token, body: { market: 'amazon', name: 'left' } })
  const given = new Map<string, string>()
  const ended = new Set<string>()
  const tell = async (command_id: string): Promise<void> => {
    const hasEnded = ended.has(command_id)
    // What says that the shop's data are there, which is looked at last.
    const text = hasEnded ? markOf(shop.id) : ''
    await box.report({ type: 'command_output', command_id, offset: 0, text })
    const how = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
    if (hasEnded) await box.report({ type: 'command_ended', command_id, ...how })
  }
  box.client.on('message', (_topic, payload) => {
    const command = parseBoxCommand(payload.toString())
    if (command?.type === 'shell') given.set(command.id, command.script)
    if (command?.type === 'report') void tell(command.command_id)
  })
  expect(await two.call('v2/environment/open', { token, body: { id: shop.id, device_id } })).toMatchObject({
    code: codes.ok,
  })
  await expect.poll(() => given.size).toBe(1)
  const going = () =>
    store.db.selectFrom('workflows').selectAll().where('device_id', '=', device_id).executeTakeFirstOrThrow()

  process.kill(two.pid, 'SIGSTOP')
  const before = await going()
  await expect
    .poll(async () => (await going()).claimed_until, { timeout: 40_000 })
    .toBeGreaterThan(before.claimed_until)
  for (const statement of lingering) await sql.raw(statement).execute(store.db)
  process.kill(two.pid, 'SIGCONT')
  while ((await going()).state === 'going') {
    for (const command of given.keys()) {
      if (ended.has(command)) continue
      ended.add(command)
      await tell(command)
    }
    await pause(50)
  }
  expect((await going()).state).toBe('done')
  expect(given.size).toBe(new Set(given.values()).size)
  await sql`drop trigger linger on workflows`.execute(store.db)
  await box.close()
})

test('the broker listens on TCP where that is asked for, with the same rules', async () => {
  const { options, topic } = await brokerCredentials(two, await two.signIn('element'))
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${tcpPort}`, options)
  expect((await client.subscribeAsync(topic))[0]?.qos).toBe(0)
  expect(await client.subscribeAsync('fleet/#').catch(() => 'refused')).toBe('refused')
  await client.endAsync()
})

test('a site message sent at one server reaches consoles at both at once', async () => {
  const token = await one.signIn('element')
  const tabs = [await openUserSocket(one, token), await openUserSocket(two, token)]
  const body = { msg_text: 'everywhere', to: { roles: ['element'] } }
  await two.call('v2/user/message/send', { token: await two.signIn('manager'), body })
  for (const tab of tabs)
    expect(await tab.next(siteMessageTask)).toMatchObject({ message: { msg_text: 'everywhere', confirm: false } })
  for (const tab of tabs) tab.close()
})

test('a password changed at one server closes consoles at both', async () => {
  const { user_name } = await store.addUser({ user_name: 'mover', role: 'element' }, 'manager')
  const { data } = await one.call('v2/user/login', { body: { user_name, password: testPassword } })
  const tabs = [await openUserSocket(one, data.token), await openUserSocket(two, data.token)]
  const body = { old_password: testPassword, new_password: 'battery-staple-2' }
  await two.call('v2/user/pwd/modify', { token: data.token, body })
  for (const tab of tabs) expect(await tab.next(sessionOverTask)).toMatchObject({ code: 50012 })
  expect(await one.call('v2/user/info', { token: data.token })).toMatchObject({ code: 50012 })
})

/** The outer broker is away, and hears and tells nothing. */
async function withoutBroker(work: () => Promise<void>): Promise<void> {
  const { port } = outer.server.address() as AddressInfo
  const closed = once(outer.server.close(), 'close')
  for (const socket of outer.sockets) socket.destroy()
  await closed
  try {
    await work()
  } finally {
    await new Promise<void>((resolve) => outer.server.listen(port, '127.0.0.1', resolve))
  }
}

describe('a right that is taken at one server', () => {
  let box: FakeBox
  let device: number
  let member: UserRow
  let token: string
  let members = 0
  let admin: string

  beforeAll(async () => {
    admin = await two.signIn('admin')
    box = await connectBox(one, store, 'FAR')
    const patches = await hearPatches(one, await one.signIn('manager'))
    await box.report(inventory([readyPhone('SHARED')]))
    device = (await patches.next(({ changed }) => changed.serial === 'SHARED')).id
    await patches.close()
  })
  afterAll(() => box.close())
  beforeEach(async () => {
    members += 1
    member = await store.addUser({ user_name: `far-${members}`, role: 'manager' }, 'agent')
    await store.devices.handOver([device], member)
    const body = { user_name: member.user_name, password: testPassword }
    token = (await one.call('v2/user/login', { body })).data.token
  })

  const byAdmin = async (path: string, body: object) =>
    expect(await two.call(path, { token: admin, body })).toMatchObject({ code: codes.ok })

  const disable = () => byAdmin('v2/user/switch', { ids: [member.id], enabled: false })
  const endService = () => byAdmin('v2/user/edit', { id: member.id, expires_at: Date.now() - 1_000 })
  const handOver = async () => byAdmin('v2/device/edit', { id: device, owner_id: (await store.user('manager')).id })

  /** A picture that has been looked at, and found to be rightful; what is done then has to end it within a second. */
  async function picture(
    mode: 'observe' | 'control',
  ): Promise<{ endsBy: (take: () => Promise<void>) => Promise<void> }> {
    const point = await one.call('v2/device/stream/point', { token, query: { id: device, mode } })
    expect(point).toMatchObject({ code: codes.ok })
    const viewer = new WebSocket(`${one.url.replace('http', 'ws')}/relay/viewer`)
    const ended = once(viewer, 'close')
    await once(viewer, 'open')
    viewer.send(JSON.stringify({ type: 'hello', ticket: point.data.ticket }))
    await once(viewer, 'message')
    await pause(1_500)
    expect(viewer.readyState).toBe(WebSocket.OPEN)
    return {
      async endsBy(take) {
        await take()
        const second = new PromisedSecond(one)
        await ended
        await second.expectNoneLate(new Map([[`a picture (${mode})`, performance.now()]]))
      },
    }
  }

  test.each([
    ['observe', 'its user is disabled', disable],
    ['observe', 'the phone goes to another team', handOver],
    ['control', 'the service ends', endService],
  ] as const)('ends a picture (%s) at the other when %s', async (mode, _why, take) => {
    await (await picture(mode)).endsBy(take)
  })

  test('ends what is held at the other also while the broker between them is away', async () => {
    const { endsBy } = await picture('observe')
    await withoutBroker(() => endsBy(handOver))
  })

  test('keeps a body that comes late to the other from changing anything', async () => {
    const below = await store.addUser({ user_name: `far-below-${members}`, role: 'element' }, member)
    const late = await beginCall(one, token, 'v2/user/edit', { id: below.id, note: 'late' })
    await disable()
    expect((await late.finish()).code).toBe(codes.signedOutElsewhere)
    expect((await store.users.byId(below.id))?.note).toBe('')
  })
})
