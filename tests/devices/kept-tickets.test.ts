import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { Peer } from '../relay/relay-under-test.ts'
import { Adb } from '../support/adb.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { addressOf } from '../support/phone-page.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const until = { timeout: 60_000, interval: 100 }

let server: TestServer
let store: TestStore
let adb: Adb
/** Two members of one team, and the only phone of its pool. */
let first: string
let second: string
let device: number

beforeAll(async () => {
  server = await startServer({ phones: 1 })
  store = openTestStore(server)
  device = await onlyPhone(server, await server.signIn('manager'))
  first = await server.signIn('element')
  await store.addUser({ user_name: 'second', role: 'element', modules: ['amazon'] }, 'manager')
  const login = { user_name: 'second', password: testPassword }
  second = (await server.call('v2/user/login', { body: login })).data.token
  adb = await Adb.start()
})
afterAll(async () => {
  adb.stop()
  await store.close()
  await server.stop()
})

/** Opens a shop of one's own on the phone, and answers it. */
async function open(token: string, name: string): Promise<number> {
  const { id } = (await server.call('v2/environment/add', { token, body: { market: 'amazon', name } })).data
  const opened = await server.call('v2/environment/open', { token, body: { id, device_id: device } })
  expect(opened.code, opened.message).toBe(codes.ok)
  await expect.poll(async () => (await store.devices.byId(device))?.status, until).toBe('in_use')
  return id
}

async function present(path: string, ticket: string): Promise<{ peer: Peer; heard: string[] }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`)
  const heard: string[] = []
  socket.on('message', (said: Buffer) => heard.push(said.toString('latin1')))
  const peer = new Peer(socket)
  await once(socket, 'open')
  peer.say({ type: 'hello', ticket, cols: 80, rows: 24 })
  return { peer, heard }
}

test('tickets that somebody kept open nothing on a phone where another’s shop is by now', async () => {
  const shop = await open(first, 'the first’s')
  const ask = async (path: string, query: object): Promise<string> =>
    (await server.call(path, { token: first, query: { id: device, ...query } })).data.ticket
  const shell = await ask('v2/device/terminal/point', {})
  const watching = await ask('v2/device/stream/point', { mode: 'observe' })
  expect((await server.call('v2/environment/close', { token: first, body: { id: shop } })).code).toBe(codes.ok)
  await expect.poll(async () => (await store.devices.byId(device))?.status, until).toBe('idle')
  await open(second, 'the second’s')

  const { peer, heard } = await present('/relay/terminal', shell)
  // Whoever is let in for a moment has something stay.
  peer.socket.on('message', (said: Buffer) => {
    if (said.toString().includes('opened')) peer.socket.send(Buffer.from('echo in > /sdcard/left.txt\n'))
  })
  await peer.closed
  expect(heard.map((said) => JSON.parse(said))).toEqual([{ type: 'ended', reason: reason('relay.heldByOther') }])

  const viewer = await present('/relay/viewer', watching)
  await viewer.peer.closed
  expect(viewer.heard).toEqual([])

  const address = await addressOf(server, (await store.devices.byId(device))?.serial ?? '')
  await adb.run('connect', address)
  expect(await adb.run('-s', address, 'shell', 'ls /sdcard')).not.toContain('left.txt')
})
