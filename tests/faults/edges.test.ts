import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { keyFileOf } from '../../server/start/keys.ts'
import type { UserRow } from '../../server/store/users.ts'
import { freePort } from '../support/free-port.ts'
import { type BoxOfPhones, startBoxOfPhones } from '../support/box-of-phones.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { relaySecret, spawnEdge, ticketFor } from '../support/edge.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { PromisedSecond } from '../support/promised-second.ts'
import { type ReverseProxy, startProxy } from '../support/reverse-proxy.ts'
import { callServer, signInAt, startServer, testPassword, type TestServer } from '../support/server.ts'
import { Peer } from '../relay/relay-under-test.ts'
import { runServer, type ServerProcess, spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** Pictures, shells and transfers that go through the proxy: two hundred in all. */
const tries = { pictures: 160, shells: 28, transfers: 12 }
/** How many of them begin at once. */
const atOnce = { pictures: 20, shells: 7, transfers: 4 }
/** What the console waits before it dials again. Milliseconds. */
const consoleWaits = 500

/** The types of a packet's units (ITU-T H.264, table 7-1), which the phone's encoder wrote: behind our header, each behind 00 00 00 01. */
const unitTypes = (message: Buffer): number[] => {
  const types: number[] = []
  for (let at = message.indexOf('00000001', 0, 'hex'); at >= 0; at = message.indexOf('00000001', at + 4, 'hex'))
    types.push((message[at + 4] ?? 0) & 0x1f)
  return types
}
const parameterSets = [7, 8]
const keyFrame = 5

/** Changes what the phone shows. */
const lightAndDark = 'input keyevent 26; sleep 0.3; input keyevent 26; echo $((6*7))'

let bus: { broker: Aedes; url: string; stop(): Promise<void> }
let bucket: TestBucket
let one: TestServer
let two: ServerProcess
/** Those of them to which the proxy leads. */
let servers: TestServer[]
let edges: ServerProcess[]
let proxy: ReverseProxy
let store: TestStore
let box: BoxOfPhones
let device: number
let manager: string
const turns = { servers: 0, edges: 0 }

/** A proxy as deploy/ has it: pictures and shells go to the edges in turn, everything else to the servers in turn. */
function targetOf(path: string): URL {
  // They are minded by the second server, while others do what is done at the first.
  if (path === '/relay/edge') return new URL(servers.at(-1)?.url ?? '')
  const kind = /^\/relay\/(viewer|terminal)$/.test(path) ? 'edges' : 'servers'
  const those = { servers, edges }[kind]
  turns[kind] += 1
  return new URL(those[turns[kind] % those.length]?.url ?? '')
}

async function startBus() {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on TCP.
  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => broker.close(resolve))
    server.close()
  }
  return { broker, url: `mqtt://127.0.0.1:${port}`, stop }
}

beforeAll(async () => {
  bus = await startBus()
  bucket = await startBucket()
  const shared = { MQTT_URL: bus.url, RELAY_SECRET: relaySecret, ...bucket.env }
  one = await startServer({ env: shared })
  if (!('url' in one.database)) throw new Error('its database has an address')
  const SECRET_KEY = readFileSync(keyFileOf(one.dataDir), 'utf8')
  two = await spawnServer({ env: { ...shared, DATABASE_URL: one.database.url, SECRET_KEY } })
  store = openTestStore(one)
  servers = [one, two]
  edges = []
  proxy = await startProxy(targetOf)
  const [box_, ...started] = await Promise.all([
    startBoxOfPhones(one, store, { phones: 1, serverUrl: proxy.url }),
    spawnEdge(proxy.url, await freePort()),
    spawnEdge(proxy.url, await freePort()),
  ])
  box = box_
  edges = started
  manager = await signInAt(proxy.url, 'manager')
  device = await onlyPhone(one, manager)
})
afterAll(async () => {
  await box.stop()
  await proxy.stop()
  await store.close()
  await Promise.all(edges.map((edge) => edge.stop()))
  await two.stop()
  await one.stop()
  await bucket.stop()
  await bus.stop()
})

interface Picture {
  /** Settles with a frame that has not come yet. */
  frame(): Promise<Buffer>
  closed: Promise<number>
  close(): void
}

async function dial(path: string, hello: object): Promise<Peer> {
  const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/relay/${path}`)
  const peer = new Peer(socket)
  await once(socket, 'open')
  peer.say({ type: 'hello', ...hello })
  return peer
}

/** Watches the phone: answers once parameter sets and a key frame have come, and nothing else before them. */
async function picture(token = manager, mode: 'observe' | 'control' = 'observe'): Promise<Picture> {
  const ticket = await ticketFor(proxy.url, token, 'stream', { id: device, mode })
  const viewer = await dial('viewer', { ticket })
  viewer.socket.on('message', (data: Buffer, isBinary) => {
    const pts = isBinary ? Number(data.readBigUInt64BE(4)) : 0
    if (pts > 0) viewer.say({ type: 'ack', pts })
  })
  let units = unitTypes(await viewer.packet())
  expect(units).toEqual(parameterSets)
  while (isDeepStrictEqual(units, parameterSets)) units = unitTypes(await viewer.packet()) // An encoder that begins anew says them again.
  expect(units).toContain(keyFrame)
  return {
    frame: async () => {
      const arrived = viewer.waitingPackets.length
      for (let past = 0; past < arrived; past += 1) await viewer.packet()
      return viewer.packet()
    },
    closed: viewer.closed.then(({ code }) => code),
    close: () => viewer.socket.close(),
  }
}

/** Has the phone's shell carry out a line; answers what it printed. */
async function typed(line: string, until: RegExp, token = manager): Promise<string> {
  const ticket = await ticketFor(proxy.url, token, 'terminal', { id: device })
  const operator = await dial('terminal', { ticket, cols: 80, rows: 24 })
  let printed = ''
  while (!until.test(printed)) {
    const said = await operator.next()
    if (typeof said !== 'string') printed += said.toString()
    else if (said === '{"type":"opened"}') operator.socket.send(Buffer.from(`${line}\r`))
    else if (said.includes('"ended"')) throw new Error(said)
  }
  operator.socket.close()
  return printed
}

/** A screenshot: the phone makes it, its box sends it to a server, and whoever asked reads it at one or the other. */
async function transferred(): Promise<Buffer> {
  const body = { ids: [device], action: 'screenshot' }
  const { data } = await callServer(proxy.url, 'v2/device/run', { token: manager, body })
  const detail = { token: manager, query: { id: data.job_id } }
  const fileId = await vi.waitFor(
    async () => {
      const [item] = (await callServer(proxy.url, 'v2/job/detail', detail)).data.items.items
      expect(item.file_id).not.toBeNull()
      return item.file_id as number
    },
    { timeout: 20_000, interval: 200 },
  )
  const link = await callServer(proxy.url, 'v2/file/link', { token: manager, query: { id: fileId } })
  return Buffer.from(await (await fetch(proxy.url + link.data.url)).arrayBuffer())
}

test('a relay that lacks something is not started, and one line says all that it lacks', async () => {
  const { exitCode, lines } = await runServer({ ROLE: 'relay', ADVERTISE_URL: 'http://127.0.0.1:1' })
  expect(exitCode).toBe(2)
  expect(lines).toEqual(['ROLE=relay: PHONEDECK_URL, RELAY_SECRET missing; a relay without a server needs them'])
})

test('an edge answers no calls, and says whether it has a server', async () => {
  const [edge] = edges
  const of = async (path: string) => (await fetch(`${edge?.url}${path}`)).status
  expect(await of('/api/restful/v2/user/info')).toBe(404)
  expect(await of('/')).toBe(404)
  expect(await of('/readyz')).toBe(200)
})

/** Does something as often as it is to be tried, some at once. */
async function tried<Result>(kind: keyof typeof tries, attempt: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < tries[kind]) {
    const begun = Array.from({ length: atOnce[kind] }, (_, at) => attempt(results.length + at))
    results.push(...(await Promise.all(begun)))
  }
  expect(results).toHaveLength(tries[kind])
  return results
}

test('of 200 pictures, shells and transfers of a phone all reach those who come through the proxy; the phone is encoded once', async () => {
  const pictures = await tried('pictures', () => picture())
  const running = await typed('ps -A; echo $((6*7))', /42/)
  expect(running.match(/app_process/g)).toHaveLength(1)
  const printed = await tried('shells', (index) => typed(`echo $((${index}+1000))`, /1\d{3}\r/))
  for (const [index, text] of printed.entries()) expect(text).toContain(String(index + 1_000))
  const files = await tried('transfers', () => transferred())
  // The signature of PNG (RFC 2083 §3.1).
  for (const file of files) expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  for (const one of pictures) one.close()
})

/** With which code a picture ends, which has to be soon. */
function endOf({ closed }: Picture): Promise<number> {
  let code: number | undefined
  void closed.then((ended) => (code = ended))
  return vi.waitFor(
    () => {
      if (code === undefined) throw new Error('it goes on')
      return code
    },
    { timeout: 20_000, interval: 5 },
  )
}

/** Who may see the phone, until something is taken. */
let members = 0
async function member(): Promise<{ user: UserRow; token: string }> {
  members += 1
  const user = await store.addUser({ user_name: `edge-${members}`, role: 'manager' }, 'agent')
  await store.devices.handOver([device], user)
  const body = { user_name: user.user_name, password: testPassword }
  return { user, token: (await callServer(proxy.url, 'v2/user/login', { body })).data.token }
}

const byAdmin = async (path: string, body: object) => {
  const token = await one.signIn('admin')
  expect(await one.call(path, { token, body })).toMatchObject({ code: codes.ok })
}

type Taking = (user: UserRow, token: string) => Promise<void>
const takings: Record<string, { mode: 'observe' | 'control'; take: Taking }> = {
  'the phone goes to another team': {
    mode: 'observe',
    take: async () => byAdmin('v2/device/edit', { id: device, owner_id: (await store.user('manager')).id }),
  },
  'its session is ended': {
    mode: 'observe',
    take: async (_user, token) => void (await one.call('v2/user/logout', { token, body: {} })),
  },
  'its service ends': {
    mode: 'control',
    take: (user) => byAdmin('v2/user/edit', { id: user.id, expires_at: Date.now() - 1_000 }),
  },
}

test.each(Object.entries(takings))('a picture at an edge is cut within a second when %s', async (_, { mode, take }) => {
  const { user, token } = await member()
  const watching = await picture(token, mode)
  await pause(1_200) // Two looks have found it rightful.
  await take(user, token)
  const second = new PromisedSecond(one)
  await endOf(watching)
  await second.expectNoneLate(new Map([['a picture at an edge', performance.now()]]))
})

test('viewers of a killed edge are back at another with the first try, and the picture goes on', async () => {
  await store.devices.handOver([device], await store.user('manager'))
  const viewers = await Promise.all(Array.from({ length: 4 }, () => picture()))
  const [killed] = edges
  const lost: Picture[] = []
  for (const viewer of viewers) void viewer.closed.then(() => lost.push(viewer))
  await killed?.kill()
  await vi.waitFor(() => expect(lost.length).toBe(viewers.length / 2), { timeout: 20_000 })
  await pause(consoleWaits)
  const back = await Promise.all(lost.map(() => picture()))
  edges.shift()
  // Whoever was at the other one has missed nothing.
  const stayed = viewers.filter((viewer) => !lost.includes(viewer))
  const frames = [...stayed, ...back].map((viewer) => viewer.frame())
  await typed(lightAndDark, /42/)
  await Promise.all(frames)
  for (const viewer of [...stayed, ...back]) viewer.close()
})

test('a picture goes on while the server is killed that minds who may see it, and the next one minds it', async () => {
  const { token } = await member()
  const watching = await picture(token)
  const edge = edges[0]
  await two.kill()
  servers = [one]
  await vi.waitFor(async () => expect((await fetch(`${edge?.url}/readyz`)).status).toBe(200), { timeout: 20_000 })
  const frame = watching.frame()
  await typed(lightAndDark, /42/, token)
  await frame
  // The end of a session would be told to every edge; this only to the one that is known to have somebody who watches.
  await byAdmin('v2/device/edit', { id: device, owner_id: (await store.user('manager')).id })
  expect(await endOf(watching)).toBe(4404)
})
