import { connect } from 'node:net'
import mqtt, { type IClientOptions, type IConnackPacket } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsTopic, eventsTopic } from '../../domain/box-protocol.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { brokerCredentials, hearPatches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let box: FakeBox
let manager: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  manager = await server.signIn('manager')
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})

const refused = (url: string, options: IClientOptions) =>
  mqtt.connectAsync(url, options).then(
    (client) => client.endAsync().then(() => 'connected'),
    (error: Error) => error.message,
  )

/** Resolves once the client is disconnected. */
const closed = (client: mqtt.MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

describe('who may connect', () => {
  test("a session with its own password, under its own client id, and nobody's else", async () => {
    const { url, options } = await brokerCredentials(server, manager)
    const other = await brokerCredentials(server, await server.signIn('element'))
    expect(await refused(url, options)).toBe('connected')
    const wrong: Partial<IClientOptions>[] = [
      { password: 'guessed' },
      { password: other.options.password },
      { username: other.options.username },
      { clientId: other.options.clientId },
      { username: 'box:1', clientId: 'box:1:x' },
      { username: '', password: '' },
      { username: 'session:not-a-session', clientId: 'session:not-a-session:1' },
    ]
    for (const change of wrong)
      expect(await refused(url, { ...options, ...change }), JSON.stringify(change)).toMatch(/Bad username or password/)
  })

  test('nobody who would keep silent for ever', async () => {
    const { url, options } = await brokerCredentials(server, manager)
    expect(await refused(url, { ...options, keepalive: 0 })).not.toBe('connected')
  })

  test('a box until its enrolment token is replaced', async () => {
    const { options } = box.client
    const again = { ...options, clientId: `${options.username}:again` }
    const url = server.url.replace('http', 'ws')
    expect(await refused(`${url}/mqtt`, again)).toBe('connected')
    const row = await store.boxes.byCode('B01')
    await store.boxes.replaceEnrolment(box.id, Buffer.alloc(32, 1))
    expect(await refused(`${url}/mqtt`, again)).toMatch(/Bad username or password/)
    await store.boxes.replaceEnrolment(box.id, row?.enrolment_hash ?? Buffer.alloc(32))
  })

  test.each(['console', 'box'])('a %s only for as long as it is connected: nothing is kept for it', async (who) => {
    const session = await brokerCredentials(server, manager)
    const own = box.client.options
    const options =
      who === 'console'
        ? session.options
        : { username: own.username, password: own.password, clientId: `${own.username}:kept`, reconnectPeriod: 0 }
    const topic = who === 'console' ? session.topic : commandsTopic(box.id)
    const lasting = { ...options, protocolVersion: 4, clean: false } as const
    const first = await mqtt.connectAsync(session.url, lasting)
    await first.subscribeAsync(topic, { qos: 1 })
    await first.endAsync()
    const again = mqtt.connect(session.url, lasting)
    const { sessionPresent } = await new Promise<IConnackPacket>((resolve) => again.once('connect', resolve))
    expect(sessionPresent).toBe(false)
    await again.endAsync()
  })

  test('nobody whose first packet is larger than any greeting', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/mqtt`, 'mqtt')
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const gone = new Promise((resolve) => socket.addEventListener('close', resolve))
    socket.send(Uint8Array.of(0x10, 0xff, 0xff, 0x7f)) // CONNECT, 2 MB to come.
    await gone
  })
})

describe('what a console may do', () => {
  test('subscribe to its own branch, and to nothing beside or above it', async () => {
    const { url, options, topic } = await brokerCredentials(server, manager)
    const user = await store.user('manager')
    expect(topic).toBe(`fleet/${user.path}/#`)
    const client = await mqtt.connectAsync(url, options)
    const granted = async (filter: string) =>
      client.subscribeAsync(filter).then(
        ([grant]) => grant?.qos !== 128,
        () => false,
      )
    expect(await granted(topic)).toBe(true)
    expect(await granted(`fleet/${user.path}/+/changes/device`)).toBe(true)
    for (const foreign of [
      'fleet/#',
      '#',
      'fleet/1/#',
      `fleet/${user.path}9/#`,
      'boxes/+/events',
      'boxes/1/commands',
      'servers/#',
      '$SYS/#',
      '+/1/#',
      `fleet/${user.path}/${'x'.repeat(300)}`,
    ])
      expect(await granted(foreign), foreign).toBe(false)
    await client.endAsync()
  })

  test('never publish, not even to itself', async () => {
    const { url, options, topic } = await brokerCredentials(server, manager)
    for (const target of [topic.replace('#', 'changes/device'), commandsTopic(box.id), eventsTopic(box.id)]) {
      const client = await mqtt.connectAsync(url, options)
      const gone = closed(client)
      client.publish(target, '{"type":"phone_lost","serial":"P1"}', { qos: 1 })
      await gone
    }
  })
})

test("a box may neither speak nor listen on another box's topics", async () => {
  const grants = await box.client.subscribeAsync(commandsTopic(box.id + 1)).catch(() => [{ qos: 128 }])
  expect(grants[0]?.qos).toBe(128)
  const again = await connectBox(server, store)
  const gone = closed(again.client)
  again.client.publish(eventsTopic(again.id + 1), '{"type":"agent_lost"}', { qos: 1 })
  await gone
  box = await connectBox(server, store)
})

test('a session that ends loses its connections at once', async () => {
  const token = await server.signIn('manager')
  const patches = await hearPatches(server, token)
  const gone = closed(patches.client)
  await server.call('v2/user/logout', { token, body: {} })
  await gone
  const { url } = await brokerCredentials(server, manager)
  expect(await refused(url, patches.client.options)).toMatch(/Bad username or password/)
})

describe('what is heard', () => {
  test('a change is heard by its owner and everybody above, and only there', async () => {
    const [atManager, atAgent, atElement, atSecurity] = await Promise.all(
      (['manager', 'agent', 'element', 'security'] as const).map(async (role) =>
        hearPatches(server, await server.signIn(role)),
      ),
    )
    await box.report(inventory([readyPhone('HEARD1', { battery: 50 })]))
    const added = await atManager?.next((patch) => patch.changed.serial === 'HEARD1')
    expect(added?.changed).toMatchObject({ name: 'B01-01', status: 'idle', battery: 50, owner_name: 'manager' })

    await box.report({ type: 'phones', phones: [{ serial: 'HEARD1', state: 'ready', battery: 49 }] })
    const isBattery = (patch: { id: number; changed: object }) =>
      patch.id === added?.id && JSON.stringify(patch.changed) === '{"battery":49}'
    for (const heard of [atManager, atAgent, atSecurity])
      expect(await heard?.next(isBattery)).toMatchObject({ type: 'device', at: expect.any(Number) })
    expect(atElement?.heard).toEqual([])
    for (const console of [atManager, atAgent, atElement, atSecurity]) await console?.close()
  })

  test('a report that says nothing new is not announced', async () => {
    const patches = await hearPatches(server, manager)
    const report = { serial: 'HEARD1', state: 'ready', battery: 33 } as const
    for (const battery of [33, 33, 33, 32]) await box.report({ type: 'phones', phones: [{ ...report, battery }] })
    await patches.next(({ changed }) => changed.battery === 32)
    expect(patches.heard.map(({ changed }) => changed)).toEqual([{ battery: 33 }, { battery: 32 }])
    await patches.close()
  })

  test('when a phone was last seen, at most once a minute', async () => {
    const patches = await hearPatches(server, manager)
    const same = inventory([readyPhone('HEARD1', { battery: 32 })])
    await box.report(same)
    const aMinuteAgo = Date.now() - 60_000
    await store.db.updateTable('devices').set({ last_seen_at: aMinuteAgo }).where('serial', '=', 'HEARD1').execute()
    await box.report(same)
    const { changed } = await patches.next((patch) => patch.changed.last_seen_at !== undefined)
    expect(changed).toEqual({ last_seen_at: expect.closeTo(Date.now(), -5) })
    await box.report(same)
    await box.report({ type: 'phones', phones: [{ serial: 'HEARD1', state: 'ready', battery: 30 }] })
    await patches.next((patch) => patch.changed.battery === 30)
    expect(patches.heard.filter((patch) => patch.changed.last_seen_at !== undefined)).toHaveLength(1)
    await patches.close()
  })

  test('a malformed report is dropped, and the next one counts', async () => {
    const patches = await hearPatches(server, manager)
    for (const garbage of [
      '',
      'null',
      '{"type":"phone"}',
      '{"type":"phone","phone":{"serial":"../x","state":"ready"}}',
    ])
      await box.client.publishAsync(eventsTopic(box.id), garbage, { qos: 1 })
    await box.report({ type: 'phones', phones: [{ serial: 'HEARD1', state: 'ready', battery: 31 }] })
    await patches.next(({ changed }) => changed.battery === 31)
    expect(await server.line(/an agent sent something malformed/)).toContain(eventsTopic(box.id))
    await patches.close()
  })
})

test('a page of another origin can open none of the websockets', async () => {
  const { port } = new URL(server.url)
  for (const path of ['/mqtt', '/api/restful/v2/ws/user?token=x', '/nowhere']) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Origin: https://elsewhere.example\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    expect(answer.split('\r\n')[0]).toBe(path === '/nowhere' ? 'HTTP/1.1 404 Not Found' : 'HTTP/1.1 403 Forbidden')
    socket.destroy()
  }
})
