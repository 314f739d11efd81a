import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../../server/config/config.ts'
import { startEdge } from '../../server/start/edge.ts'
import type { RunningServer } from '../../server/start/server.ts'
import { relaySecret, ticketFor } from '../support/edge.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { Peer } from './relay-under-test.ts'

/** Where agents would reach the edges of these tests, which nobody dials. */
const advertised = 'http://edge.example:8080'

let server: TestServer
let store: TestStore
let box: FakeBox
let manager: string
let device: number
let edge: RunningServer

beforeAll(async () => {
  server = await startServer({ env: { RELAY_SECRET: relaySecret } })
  store = openTestStore(server)
  manager = await server.signIn('manager')
  const patches = await hearPatches(server, manager)
  box = await connectBox(server, store)
  await box.report(inventory([readyPhone('EDGED')]))
  device = (await patches.next(({ changed }) => changed.serial === 'EDGED')).id
  await patches.close()
  const env = { ROLE: 'relay', PHONEDECK_URL: server.url, ADVERTISE_URL: advertised, RELAY_SECRET: relaySecret }
  const config = readConfig({ ...env, PORT: '0' })
  if (config.edge === undefined) throw new Error('it was to be an edge')
  edge = await startEdge(config, config.edge, { write: () => {} })
  await vi.waitFor(async () => expect((await fetch(`${edge.url}/readyz`)).status).toBe(200), { timeout: 20_000 })
})
afterAll(async () => {
  await edge.stop()
  await box.close()
  await store.close()
})

const ticket = () => ticketFor(server.url, manager, 'stream', { id: device })

async function dial(url: string, path: string, headers: Record<string, string> = {}): Promise<Peer> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
  const peer = new Peer(socket)
  await once(socket, 'open')
  return peer
}

async function watch(url: string, given: string): Promise<Peer> {
  const viewer = await dial(url, '/relay/viewer')
  viewer.say({ type: 'hello', ticket: given })
  return viewer
}

const readable = (message: string | Buffer): unknown => JSON.parse(message.toString())

/** An edge that says what the test wants. */
async function otherEdge(): Promise<Peer> {
  const other = await dial(server.url, '/relay/edge', { authorization: `Bearer ${relaySecret}` })
  other.say({ type: 'hello', advertise_url: advertised })
  expect(readable(await other.next())).toEqual({ type: 'welcome' })
  return other
}

/** What an edge is answered to this question. */
async function answerTo(other: Peer, question: object): Promise<unknown> {
  other.say({ ask: 7, ...question })
  return other.hear((said): said is object => (said as { ask?: number }).ask === 7)
}

test.each([
  ['none', {}],
  ['another', { authorization: `Bearer ${relaySecret}x` }],
  ['half of it', { authorization: `Bearer ${relaySecret.slice(0, 20)}` }],
])('whoever shows %s of the secret is no edge', async (_, headers: Record<string, string>) => {
  await expect(dial(server.url, '/relay/edge', headers)).rejects.toThrow('401')
})

test('an edge that does not keep to the protocol is cut off', async () => {
  for (const said of [
    'nonsense',
    '{"type":"left","ask":1}',
    '{"type":"hello","advertise_url":"http://a.example/path"}',
  ]) {
    const other = await dial(server.url, '/relay/edge', { authorization: `Bearer ${relaySecret}` })
    other.say(said)
    expect((await other.closed).code).toBe(4400)
  }
})

test('an agent is told to dial the edge where the viewer is', async () => {
  const command = box.command()
  const viewer = await watch(edge.url, await ticket())
  expect(await command).toMatchObject({ serial: 'EDGED', relay_url: `${advertised}/relay/agent` })
  viewer.socket.close()
})

test('a ticket is good once, at an edge or at its server', async () => {
  const given = await ticket()
  const viewer = await watch(edge.url, given)
  await viewer.next()
  expect((await (await watch(edge.url, given)).closed).code).toBe(4401)
  expect((await (await watch(server.url, given)).closed).code).toBe(4401)
  viewer.socket.close()
})

test('a ticket is worth nothing at an edge once the phone is somebody else’s', async () => {
  const other = await otherEdge()
  const kept = await ticketFor(server.url, manager, 'terminal', { id: device })
  await store.devices.handOver([device], await store.user('agent'))
  expect(await answerTo(other, { type: 'enter', kind: 'terminal', ticket: kept })).toEqual({
    type: 'answer',
    ask: 7,
    answer: null,
  })
  await store.devices.handOver([device], await store.user('manager'))
  other.socket.close()
})

test('an edge gets nothing of a phone for which nobody has shown it a ticket', async () => {
  const other = await otherEdge()
  const stream = { type: 'stream', device_id: device, quality: 'economical', ticket: 'mine' }
  const failed = { type: 'failed', ask: 7 }
  expect(await answerTo(other, stream)).toEqual(failed)
  expect(await answerTo(other, { type: 'absence', device_id: device })).toEqual(failed)
  expect(await answerTo(other, { type: 'terminal', device_id: device, terminal_id: 'one', ticket: 'mine' })).toEqual(
    failed,
  )
  expect(await answerTo(other, { type: 'enter', kind: 'viewer', ticket: await ticket() })).toMatchObject({
    answer: { device_id: device },
  })
  const command = box.command()
  expect(await answerTo(other, stream)).toMatchObject({ type: 'answer' })
  expect(await command).toMatchObject({ ticket: 'mine' })
  // Who watches has no shell.
  expect(await answerTo(other, { type: 'terminal', device_id: device, terminal_id: 'one', ticket: 'mine' })).toEqual(
    failed,
  )
  other.socket.close()
})

test('an edge can neither renew nor end control of which it has no ticket', async () => {
  const elsewhere = await server.call('v2/device/stream/point', {
    token: manager,
    query: { id: device, mode: 'control' },
  })
  const lease = await store.controlLeases.ofDevice(device)
  const other = await otherEdge()
  expect(await answerTo(other, { type: 'renew', lease_ids: [lease?.id] })).toMatchObject({ answer: [] })
  await answerTo(other, { type: 'release', lease_id: lease?.id })
  expect((await store.controlLeases.ofDevice(device))?.id).toBe(lease?.id)
  expect(await answerTo(other, { type: 'enter', kind: 'viewer', ticket: elsewhere.data.ticket })).toMatchObject({
    answer: { lease_id: lease?.id },
  })
  expect(await answerTo(other, { type: 'renew', lease_ids: [lease?.id] })).toMatchObject({ answer: [lease?.id] })
  await answerTo(other, { type: 'release', lease_id: lease?.id })
  expect(await store.controlLeases.ofDevice(device)).toBeUndefined()
  other.socket.close()
})

test('who watches through an edge is counted', async () => {
  const viewer = await watch(edge.url, await ticket())
  await viewer.next()
  const session = await server.call('v2/device/remotesession', { token: manager, query: { id: device } })
  expect(session.data.observers).toBe(1)
  viewer.socket.close()
})

test('an edge that no server minds any more sends everybody away', async () => {
  const viewer = await watch(edge.url, await ticket())
  await viewer.next()
  await server.stop()
  expect(await viewer.closed).toEqual({ code: 4404, reason: 'relay.tryAgain' })
  expect((await fetch(`${edge.url}/readyz`)).status).toBe(503)
})
