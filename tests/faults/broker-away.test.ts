import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { sessionEndsTopic, userAnnouncementsTopic } from '../../server/broker/broker.ts'
import { EmbeddedBroker } from '../../server/broker/embedded-broker.ts'
import { JoinedBroker } from '../../server/broker/joined-broker.ts'
import { brokerCredentials } from '../support/patches.ts'
import { spawnServer } from '../support/server-process.ts'

/** A broker between servers, in a test's hands, and what was published there since it was back. */
const outer = new Aedes()
const sockets = new Set<Socket>()
let published: { topic: string; length: number }[] = []
let listener: Server
let MQTT_URL: string

async function listen(port = 0): Promise<void> {
  listener = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    outer.handle(socket)
  })
  await once(listener.listen(port, '127.0.0.1'), 'listening')
}
const portOf = (of: Server): number => (of.address() as AddressInfo).port // It listens on TCP, so it has one.

/** Takes the broker away; the answer brings it back. */
async function away(): Promise<() => Promise<void>> {
  const port = portOf(listener)
  const closed = once(listener, 'close')
  listener.close()
  for (const socket of sockets) socket.destroy()
  await closed
  published = []
  return () => listen(port)
}

beforeAll(async () => {
  await outer.listen()
  outer.on('publish', ({ topic, payload }, client) => {
    if (client !== null && !payload.toString().startsWith('probe:')) published.push({ topic, length: payload.length })
  })
  await listen()
  MQTT_URL = `mqtt://127.0.0.1:${portOf(listener)}`
})
afterAll(async () => {
  await new Promise<void>((resolve) => outer.close(resolve))
  listener.close()
})

const until = { timeout: 60_000, interval: 100 }

test('while the broker between servers is away, changes do not pile up, and consoles ask anew when it is back', async () => {
  const server = await spawnServer({ env: { MQTT_URL } })
  const token = await server.signIn('manager')
  const { url, options, topic } = await brokerCredentials(server, token)
  const client = await mqtt.connectAsync(url, { ...options, reconnectPeriod: 100 })
  await client.subscribeAsync(topic)
  const isAway = async () => !((await (await fetch(`${server.url}/readyz`)).json()) as Ready).parts.broker
  const add = async (name: string) => {
    const answer = await server.call('v2/environment/add', { token, body: { market: 'amazon', name } })
    expect(answer).toMatchObject({ code: codes.ok })
  }

  const back = await away()
  await expect.poll(isAway, until).toBe(true)
  for (let many = 0; many < 20; many += 1) await add(`meanwhile ${many}`)
  const left = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await back()
  await left
  await expect.poll(() => client.connected, until).toBe(true)
  expect(published.filter(({ topic: at }) => at.startsWith('fleet/'))).toEqual([])
  await add('afterwards')
  await expect.poll(() => published.some(({ topic: at }) => at.endsWith('/environment')), until).toBe(true)
  await client.endAsync()

  // What is said so that nobody misses it waits, and does not keep the server from ending.
  const backAgain = await away()
  await expect.poll(isAway, until).toBe(true)
  expect(await server.call('v2/user/logout', { token, body: {} })).toMatchObject({ code: codes.ok })
  expect(await server.stop()).toBe(0)
  await backAgain()
})

interface Ready {
  parts: { broker: boolean }
}

test('of what waits for a broker that is away, no more is kept than 16 MB and what nobody says again', async () => {
  const log = pino({ level: 'silent' })
  const inner = await EmbeddedBroker.start({ recognise: async () => undefined, newConnection: async () => 0, log })
  const joined = await JoinedBroker.join(inner, MQTT_URL, log)
  const back = await away()
  await expect.poll(() => joined.problem(), until).toMatch(/out of reach/)
  const megabyte = 'x'.repeat(1024 ** 2)
  for (let many = 0; many < 40; many += 1) joined.publish(userAnnouncementsTopic, megabyte, 1)
  await expect(joined.passOn(1, megabyte)).rejects.toThrow('out of reach')
  joined.publish(sessionEndsTopic, 'somebody', 1)
  await back()
  await expect.poll(() => published.some(({ topic }) => topic === sessionEndsTopic), until).toBe(true)
  expect(published.filter(({ topic }) => topic === userAnnouncementsTopic)).toHaveLength(16)
  await joined.close()
})
