import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer()
  token = await server.signIn('manager')
})
afterAll(() => server.stop())

const api = '/api/restful'

/** Sends all that it has to send, as proxies do, before it looks whether there is an answer. */
async function sendAll(
  path: string,
  body: string,
  isChunked = false,
  type = 'application/json',
  connection = 'keep-alive',
): Promise<{ status: number; code: unknown }> {
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname).pause()
  await once(socket, 'connect')
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head = `POST ${api}${path} HTTP/1.1\r\nHost: ${host}\r\nX-Token: ${token}\r\nContent-Type: ${type}\r\nConnection: ${connection}\r\n${length}\r\n\r\n`
  const parts = isChunked ? [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'] : [body]
  for (const part of [head, ...parts]) {
    const written = Promise.withResolvers<void>()
    socket.write(part, (error) => (error ? written.reject(error) : written.resolve()))
    await written.promise
    await pause(50) // What was answered meanwhile has come.
  }
  socket.end()
  const [first = '', answer = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(first.split(' ')[1]), code: JSON.parse(answer).code }
}

const long = (bytes: number) => JSON.stringify({ market: 'amazon', csv: 'a'.repeat(bytes) })
const refused = { status: 400, code: codes.invalidInput }

test.each([
  ['an import that is longer than it may be', '/v2/environment/import', 12_100_000, false],
  ['a call that is longer than any but an import', '/v2/environment/add', 2_000_000, false],
  ['one that does not say how long it is', '/v2/environment/add', 2_000_000, true],
  ['one of somebody who is not signed in', '/v2/user/login', 2_000_000, false],
])('%s is answered to whoever sends the whole of it first', async (_, path, bytes, isChunked) => {
  expect(await sendAll(path, long(bytes), isChunked)).toEqual(refused)
})

test('an import that is too long is answered to whoever wants the connection closed afterwards, as nginx does', async () => {
  const answer = await sendAll('/v2/environment/import', long(12_100_000), false, 'application/json', 'close')
  expect(answer).toEqual(refused)
})

test('what is no JSON is answered to whoever sends the whole of it first', async () => {
  expect(await sendAll('/v2/environment/add', long(2_000_000), false, 'text/csv')).toEqual(refused)
})

test('what never ends is cut off once it takes longer than a body may', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = `POST ${api}/v2/user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n`
  socket.write(head)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /)
  const closed = once(
    socket.on('error', () => {}),
    'close',
  )
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await closed
})
