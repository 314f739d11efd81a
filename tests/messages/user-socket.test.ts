import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { heartbeatTask, sessionOverTask } from '../../domain/user-messages.ts'
import { Upgrades } from '../../server/http/upgrades.ts'
import { UserSockets } from '../../server/messages/user-socket.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startServer()
  token = await server.signIn('manager')
})
afterAll(() => server.stop())

const address = (of: string) => `${server.url.replace('http', 'ws')}/api/restful/v2/ws/user?token=${of}`

async function open(of = token): Promise<WebSocket> {
  const socket = new WebSocket(address(of))
  await once(socket, 'open')
  return socket
}

const closeCode = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0]

test('a heartbeat is answered with a heartbeat', async () => {
  const socket = await open()
  socket.send(JSON.stringify({ task_type: heartbeatTask }))
  const [answer] = await once(socket, 'message')
  expect(JSON.parse(String(answer))).toEqual({ task_type: heartbeatTask })
  socket.close()
})

test('without a token, and with a forged one, it does not open', async () => {
  for (const of of ['', 'forged']) {
    const socket = new WebSocket(address(of))
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(401)
  }
})

test('a session that ends is told so, and its sockets close', async () => {
  const other = await server.signIn('manager')
  const [mine, theirs] = [await open(), await open(other)]
  const message = once(theirs, 'message')
  const closed = closeCode(theirs)
  await server.call('v2/user/logout', { token: other, body: {} })
  expect(JSON.parse(String((await message)[0]))).toMatchObject({ task_type: sessionOverTask, code: 50012 })
  expect(await closed).toBe(4401)
  expect(mine.readyState).toBe(WebSocket.OPEN)
  mine.close()
})

test('what is no heartbeat closes it', async () => {
  for (const garbage of ['', 'null', '[]', '{"task_type":99}', Buffer.from([1, 2, 3])]) {
    const socket = await open()
    socket.send(garbage)
    expect(await closeCode(socket)).toBe(4400)
  }
})

test('a message that is too large closes it', async () => {
  const socket = await open()
  socket.send('x'.repeat(5_000))
  expect(await closeCode(socket)).toBe(1009)
})

test('too many messages close it', async () => {
  const other = await server.signIn('element')
  const socket = await open(other)
  for (let beat = 0; beat < 130; beat += 1) socket.send(JSON.stringify({ task_type: heartbeatTask }))
  expect(await closeCode(socket)).toBe(4429)
})

test('a browser that does not beat is let go; one that beats stays', async () => {
  const app = Fastify({ serverFactory: (handler) => createServer(handler) })
  const upgrades = new Upgrades({ publicUrl: undefined, rateLimit: 100, trustedProxies: () => false })
  const person = { id: 1, user_name: 'manager', avatar: '', role: 'manager', path: '1' } as const
  const caller = { ...person, modules: [], authorization_at: 0, expiration: 0, session_id: 's' }
  new UserSockets({ silence: 150 }).register(upgrades, { recognise: async () => caller })
  upgrades.register(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const [silent, beating] = [1, 2].map(() => new WebSocket(`ws://127.0.0.1:${port}/api/restful/v2/ws/user?token=t`))
  if (silent === undefined || beating === undefined) throw new Error('two sockets were to be opened')
  await Promise.all([once(silent, 'open'), once(beating, 'open')])
  const beat = setInterval(() => beating.send(JSON.stringify({ task_type: heartbeatTask })), 20)
  expect(await closeCode(silent)).toBe(4408)
  expect(beating.readyState).toBe(WebSocket.OPEN)
  clearInterval(beat)
  await app.close()
})

test('a tab that the browser lets beat but once a minute, as it is hidden, stays; a silent one does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const added: Parameters<Upgrades['add']>[0][] = []
    const upgrades = { add: (one: Parameters<Upgrades['add']>[0]) => void added.push(one) } as unknown as Upgrades // No more of it is used.
    new UserSockets().register(upgrades, { recognise: () => Promise.reject(new Error('nobody is let in')) })
    const [hidden, silent] = [1, 2].map(() => Object.assign(new EventEmitter(), { close: vi.fn(), send: vi.fn() }))
    if (hidden === undefined || silent === undefined) throw new Error('two tabs were to be opened')
    for (const tab of [hidden, silent]) added[0]?.enter(tab as unknown as WebSocket, { session_id: 's', id: 1 })
    for (let minute = 0; minute < 5; minute += 1) {
      hidden.emit('message', Buffer.from(JSON.stringify({ task_type: heartbeatTask })), false)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(hidden.close).not.toHaveBeenCalled()
    expect(silent.close).toHaveBeenCalledWith(4408, 'no heartbeat')
  } finally {
    vi.useRealTimers()
  }
})
