import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { StreamSettings } from '../../domain/box-protocol.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { decodePacket } from '../../domain/stream-protocol.ts'
import { Peer } from '../relay/relay-under-test.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'
import { shell } from './shell.ts'

let phones: VirtualPhones
let box: BoxUnderTest
let relay: WebSocketServer

beforeAll(async () => {
  phones = await startPhones(1)
  box = await BoxUnderTest.open({ ADB_ENDPOINTS: phones.endpoints.join(',') })
  await box.phonesReady(phones.serials)
})
afterAll(async () => {
  await box.close()
  await phones.program.stop()
})
beforeEach(async () => {
  relay = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(relay, 'listening')
})
afterEach(() => {
  for (const socket of relay.clients) socket.terminate()
  relay.close()
})

/** The agent's socket to a relay that the test plays, for a stream that the agent was commanded. */
async function dialledBy(settings?: StreamSettings): Promise<Peer> {
  const arrival = once(relay, 'connection')
  const relay_url = `ws://127.0.0.1:${(relay.address() as AddressInfo).port}`
  box.command({ serial: phones.serials[0] ?? '', ticket: 'a ticket', relay_url, ...(settings && { settings }) })
  const [socket] = (await arrival) as [WebSocket]
  return new Peer(socket)
}

const packetOf = async (agent: Peer) => decodePacket(await agent.packet())

test('the ticket is presented first', async () => {
  const agent = await dialledBy()
  expect(await agent.next()).toBe('{"type":"hello","ticket":"a ticket"}')
})

test('a key frame that the relay asks for is sent, its parameter sets before it', async () => {
  const agent = await dialledBy()
  expect(await packetOf(agent)).toMatchObject({ config: true })
  expect(await packetOf(agent)).toMatchObject({ key: true })
  agent.say({ type: 'reset_video' })
  let packet = await packetOf(agent)
  while (!packet?.config) packet = await packetOf(agent)
  expect(await packetOf(agent)).toMatchObject({ config: false, key: true })
})

test('orders that are malformed are passed over', async () => {
  const agent = await dialledBy()
  await agent.packet()
  agent.say('nonsense')
  agent.say({ type: 'touch', x: 7 })
  agent.say({ type: 'reset_video' })
  let packet = await packetOf(agent)
  while (!packet?.config) packet = await packetOf(agent)
})

test('the video ends with the relay’s interest in it', async () => {
  const agent = await dialledBy()
  await agent.packet()
  expect(await shell(phones.endpoints[0] ?? '', 'ps -A')).toContain('app_process')
  agent.socket.close()
  await expect.poll(() => shell(phones.endpoints[0] ?? '', 'ps -A'), { timeout: 5_000 }).not.toContain('app_process')
})

/** How many encoders run on the phone, as the phone itself tells. */
const encoders = async () => (await shell(phones.endpoints[0] ?? '', 'ps -A')).split('app_process').length - 1

/** The pts of the next frames, each with whether it is a key frame. */
async function frames(agent: Peer, count: number): Promise<{ pts: number; key: boolean }[]> {
  const found: { pts: number; key: boolean }[] = []
  while (found.length < count) {
    const packet = await packetOf(agent)
    if (packet && !packet.config) found.push({ pts: packet.pts, key: packet.key })
  }
  return found
}

test('a phone is encoded once for all relays that have its video, each of which begins with a key frame', async () => {
  const first = await dialledBy()
  await frames(first, 1)
  const others = [await dialledBy(), await dialledBy()]
  const theirs = []
  for (const other of others) {
    expect(await packetOf(other)).toMatchObject({ config: true })
    theirs.push(await frames(other, 1))
  }
  expect(await encoders()).toBe(1)
  const [begun] = theirs[0] ?? []
  expect(theirs.flat()).toMatchObject([{ key: true }, { key: true }])
  // They are the frames of one encoder: the first relay has them as well.
  let same = await frames(first, 1)
  while (same[0]?.pts !== begun?.pts) same = await frames(first, 1)
  expect(same[0]?.key).toBe(true)

  // Its video goes on as long as one of them has it.
  first.socket.close()
  await first.closed
  others[0]?.say({ type: 'reset_video' })
  for (const other of others) await frames(other, 1)
  for (const other of others) other.socket.close()
  await expect.poll(encoders, { timeout: 5_000 }).toBe(0)
})

test('relays that want another video of a phone have it encoded for them', async () => {
  const [usual, small] = [await dialledBy(), await dialledBy({ max_size: 320, fps: 8, bitrate: 400_000 })]
  const configs = [await usual.packet(), await small.packet()]
  expect(configs[0]).not.toEqual(configs[1]) // The size stands in the parameter sets.
  expect(await encoders()).toBe(2)
})

test('a scrcpy that is killed on the phone is told, and the line is closed', async () => {
  const agent = await dialledBy()
  await agent.packet()
  await shell(phones.endpoints[0] ?? '', 'pkill -f scrcpy')
  const ended = await agent.hear((news): news is { reason: Reason } => (news as { type: string }).type === 'ended')
  expect(ended.reason).toEqual(reason('agent.scrcpyEnded'))
  await agent.closed
})

test('a phone without a scrcpy server is told with what is to be done', async () => {
  await shell(phones.endpoints[0] ?? '', 'rm /data/local/tmp/scrcpy-server.jar')
  const agent = await dialledBy()
  const ended = await agent.hear((news): news is { reason: Reason } => (news as { type: string }).type === 'ended')
  expect(ended.reason).toEqual({ code: 'agent.scrcpyMissing', params: { said: expect.any(String) } })
  await agent.closed
})
