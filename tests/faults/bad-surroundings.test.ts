import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionEndsTopic } from '../../server/broker/broker.ts'
import type { TestServer } from '../support/server.ts'
import { runServer, spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'phonedeck-surroundings-'))

/** A file that is none of what one may take it for. */
const readable = resolve('package.json')

/** A broker of one's own, whose rules refuse a topic without a word, or a subscription to one, while that is so. */
let refused: string | undefined
let unheard: string | undefined
const outer = new Aedes({
  authorizeForward: (_client, packet) => (packet.topic === refused ? null : packet),
  authorizeSubscribe: (_client, subscription, done) => done(null, subscription.topic === unheard ? null : subscription),
})
let listener: Server
const sockets = new Set<Socket>()
let server: TestServer

function listen(port = 0): Promise<Server> {
  const opened = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    outer.handle(socket)
  })
  return new Promise((resolve) => opened.listen(port, '127.0.0.1', () => resolve(opened)))
}
const portOf = (of: Server): number => (of.address() as AddressInfo).port // It listens on TCP, so it has one.

beforeAll(async () => {
  await outer.listen()
  listener = await listen()
  server = await spawnServer({
    env: {
      MQTT_URL: `mqtt://127.0.0.1:${portOf(listener)}`,
      S3_BUCKET: 'away',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  })
})
afterAll(async () => {
  await server?.stop()
  await new Promise<void>((resolve) => outer.close(resolve))
  listener?.close()
  rmSync(folder, { recursive: true, force: true })
})

const until = { timeout: 60_000, interval: 200 }

async function readiness(): Promise<{ http: number; status: string; problems?: Record<string, string> }> {
  const response = await fetch(`${server.url}/readyz`)
  return { ...((await response.json()) as { status: string }), http: response.status }
}

/** What such a server says before it ends, with which exit code. */
async function refusal(env: Record<string, string>): Promise<{ exitCode: number | null; lines: string[] }> {
  const { exitCode, lines } = await runServer({ DATA_DIR: folder, PORT: '0', PHONES: '0', LOG_LEVEL: 'error', ...env })
  return { exitCode, lines: lines.filter((line) => !line.startsWith('{')) } // What is not the log.
}

test.each([
  ['a port that is taken', () => ({ PORT: String(portOf(listener)) }), /^HOST=127\.0\.0\.1 PORT=\d+: .*EADDRINUSE/],
  ['an address of another machine', () => ({ HOST: '203.0.113.7' }), /^HOST=203\.0\.113\.7 PORT=0: .*EADDRNOTAVAIL/],
  ['an MQTT port that is taken', () => ({ MQTT_PORT: String(portOf(listener)) }), /^MQTT_PORT=\d+: .*EADDRINUSE/],
  ['a folder that can not be made', () => ({ DATA_DIR: '/dev/null/data' }), /^DATA_DIR=\/dev\/null\/data: /],
  ['a folder that takes no files', () => ({ DATA_DIR: '/proc/self' }), /^DATA_DIR=\/proc\/self: /],
  ['an archive that is a file', () => ({ WAL_ARCHIVE: readable }), /^WAL_ARCHIVE=\S+: .*EEXIST/],
  ['an archive nowhere', () => ({ WAL_ARCHIVE: '/nowhere/deep' }), /^\/nowhere: .*ENOENT/],
  ['no folder for what is for a time', () => ({ TMPDIR: '/nowhere' }), /^\/nowhere: .*ENOENT/],
  ['a certificate that is none', () => ({ TLS_CERT: readable, TLS_KEY: readable }), /^TLS_CERT, TLS_KEY: .*PEM/],
  ['no broker there', () => ({ MQTT_URL: 'mqtt://127.0.0.1:1' }), /^MQTT_URL: .*ECONNREFUSED/],
  ['no machine of a broker', () => ({ MQTT_URL: 'mqtt://nowhere.invalid' }), /^MQTT_URL: .*(ENOTFOUND|EAI_AGAIN)/],
  [
    'no database there',
    () => ({ DATABASE_URL: 'postgres://phonedeck:hunter2@127.0.0.1:1/phonedeck' }),
    /^DATABASE_URL: (?!.*hunter2).*ECONNREFUSED/,
  ],
])('%s is told in one line, with exit code 2', async (_name, env, line) => {
  expect(await refusal(env())).toEqual({ exitCode: 2, lines: [expect.stringMatching(line)] })
})

test('a server without its bucket is ready, and says what is wrong', async () => {
  const { http, status, problems } = await readiness()
  expect({ http, status }).toEqual({ http: 200, status: 'degraded' })
  expect(problems).toEqual({ files: expect.stringContaining('ECONNREFUSED') })
})

test('a file that can not be read while the bucket is away is not taken for damaged', async () => {
  const store = openTestStore(server)
  const { id: owner_id, path: owner_path } = await store.user('element')
  const of = { owner_id, owner_path, name: 'whole.bin', size: 10, expires_at: Date.now() + 3_600_000 }
  const whole = async (upload_id: string) => {
    const { id } = await store.files.add({ ...of, upload_id })
    await store.files.complete(id, Date.now())
    return id
  }
  const [first, second] = [await whole('first'), await whole('second')]
  await server.line(new RegExp(`"file_id":${second}.*a file can not be read`))
  expect(await store.files.byId(first)).toMatchObject({ status: 'checking' })
  await store.close()
})

test("a topic that the broker's rules refuse without a word is named", async () => {
  refused = sessionEndsTopic
  await expect
    .poll(readiness, until)
    .toMatchObject({ http: 200, status: 'degraded', problems: { broker: expect.stringContaining(sessionEndsTopic) } })
  const { problems } = await readiness()
  expect(problems?.broker).not.toContain('fleet')
  refused = undefined
  await expect.poll(async () => Object.keys((await readiness()).problems ?? {}), until).toEqual(['files'])
})

test('a server that is started at such a broker says so in its log at once', async () => {
  refused = sessionEndsTopic
  const another = await spawnServer({ env: { MQTT_URL: `mqtt://127.0.0.1:${portOf(listener)}` } })
  const line = JSON.parse(await another.line(/the broker is of little use/))
  expect(line).toMatchObject({ level: 50, problem: expect.stringMatching(`^MQTT_URL: .*${sessionEndsTopic}`) })
  refused = undefined
  expect(await another.stop()).toBe(0)
})

test.each(['fleet/#', 'boxes/+/commands', sessionEndsTopic])(
  'a broker that refuses a subscription to %s is told in one line, with exit code 2',
  async (topic) => {
    unheard = topic
    const { exitCode, lines } = await refusal({ MQTT_URL: `mqtt://127.0.0.1:${portOf(listener)}` })
    unheard = undefined
    const message = `MQTT_URL: the broker does not let us hear ${topic}: `
    expect([exitCode, lines.map((line) => line.slice(0, message.length))]).toEqual([2, [message]])
  },
)

test('a broker that is away takes no server out of the balancer, and is told until it is back', async () => {
  const port = portOf(listener)
  const closed = new Promise((resolve) => listener.close(resolve))
  for (const socket of sockets) socket.destroy()
  await closed
  await expect
    .poll(readiness, until)
    .toMatchObject({ http: 200, status: 'degraded', problems: { broker: expect.stringContaining('out of reach') } })
  listener = await listen(port)
  await expect.poll(async () => Object.keys((await readiness()).problems ?? {}), until).toEqual(['files'])
})
