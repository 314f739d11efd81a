import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, test } from 'vitest'
import { sealTicket } from '../../server/relay/tickets.ts'
import { phone, RelayUnderTest, ViewerPeer } from './relay-under-test.ts'

let relay: RelayUnderTest
afterEach(() => relay.close())

describe('a viewer is turned away', () => {
  test('without a ticket in time', async () => {
    relay = await RelayUnderTest.open({ hello: 20 })
    const stranger = new ViewerPeer(await relay.dial('/relay/viewer'))
    expect(await stranger.closed).toEqual({ code: 4401, reason: 'relay.noTicketInTime' })
  })

  test('when its first message is anything else', async () => {
    relay = await RelayUnderTest.open()
    const stranger = new ViewerPeer(await relay.dial('/relay/viewer'))
    stranger.say({ type: 'ack', pts: 1 })
    expect(await stranger.closed).toMatchObject({ code: 4400 })
  })

  test('when its first message is binary', async () => {
    relay = await RelayUnderTest.open()
    const stranger = new ViewerPeer(await relay.dial('/relay/viewer'))
    stranger.socket.send(Buffer.from('hello'))
    expect(await stranger.closed).toMatchObject({ code: 4400 })
  })

  test('with a forged ticket', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.view(relay.ticket({}, Buffer.from('another secret of thirty-two bytes')))
    expect(await viewer.closed).toMatchObject({ code: 4401 })
  })

  test.each(['', '.', 'e30.e30', 'nonsense'])('with %j for a ticket', async (ticket) => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.view(ticket)
    expect(await viewer.closed).toMatchObject({ code: 4401 })
  })

  test('with a ticket whose content was changed', async () => {
    relay = await RelayUnderTest.open()
    const [payload, signature] = relay.ticket().split('.')
    const changed = Buffer.from(payload ?? '', 'base64url')
      .toString()
      .replace('"device_id":7', '"device_id":8')
    const viewer = await relay.view(`${Buffer.from(changed).toString('base64url')}.${signature}`)
    expect(await viewer.closed).toMatchObject({ code: 4401 })
  })

  test('with an expired ticket', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.observe({ expires_at: Date.now() - 1 })
    expect(await viewer.closed).toMatchObject({ code: 4401 })
  })

  test('with a ticket that was used before', async () => {
    relay = await RelayUnderTest.open()
    const ticket = relay.ticket()
    const first = await relay.view(ticket)
    await first.state({ stream: 'waiting' })
    const second = await relay.view(ticket)
    expect(await second.closed).toMatchObject({ code: 4401 })
    await first.settled()
  })

  test("with an agent's ticket", async () => {
    relay = await RelayUnderTest.open()
    const ticket = { kind: 'agent', device_id: phone.device_id, nonce: 'n', expires_at: Date.now() + 9_000 } as const
    const viewer = await relay.view(sealTicket(relay.secret, ticket))
    expect(await viewer.closed).toMatchObject({ code: 4401 })
  })

  test('when its session has ended since the ticket was handed out', async () => {
    relay = await RelayUnderTest.open()
    const ticket = relay.ticket({ session_id: 'ended' })
    relay.relay.signOut('ended')
    const viewer = await relay.view(ticket)
    expect(await viewer.closed).toMatchObject({ code: 4410 })
  })

  test('from a page of another origin', async () => {
    relay = await RelayUnderTest.open()
    await expect(relay.dial('/relay/viewer', { origin: 'https://elsewhere.example' })).rejects.toThrow('403')
    const allowed = await relay.dial('/relay/viewer', { origin: 'https://deck.example' })
    expect(allowed.readyState).toBe(WebSocket.OPEN)
    allowed.terminate()
  })
})

test('an agent is turned away with a ticket that was used before', async () => {
  relay = await RelayUnderTest.open()
  await relay.observe()
  const ticket = await relay.request()
  const first = await relay.agent(ticket)
  first.config()
  const second = await relay.agent(ticket)
  expect(await second.closed).toMatchObject({ code: 4401 })
})

test('an agent that nobody needs any more is turned away', async () => {
  relay = await RelayUnderTest.open()
  const ticket = { kind: 'agent', device_id: 99, nonce: 'n', expires_at: Date.now() + 9_000 } as const
  const agent = await relay.agent(sealTicket(relay.secret, ticket))
  expect(await agent.closed).toEqual({ code: 4404, reason: 'nobody watches' })
})

test('a websocket to another path is not the relay’s', async () => {
  relay = await RelayUnderTest.open()
  await expect(relay.dial('/relay/elsewhere')).rejects.toThrow('404')
})

const silent = (count: number, headers: Record<string, string> = {}): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: count }, () => relay.dial('/relay/viewer', headers)))
const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.OPEN

describe('sockets that say nothing', () => {
  const patient = { hello: 600_000 }
  test('keep nobody from the videos, however many one address opens', async () => {
    relay = await RelayUnderTest.open(patient)
    const sockets = await silent(520)
    const viewer = await relay.observe()
    await viewer.state({ stream: 'waiting' })
    await expect.poll(() => sockets.filter(isOpen).length).toBeLessThanOrEqual(200)
  })

  test('of one client cost none of another behind the same proxy', async () => {
    relay = await RelayUnderTest.open(patient, { trustedProxies: (_address, hop) => hop < 1 })
    const [other] = await silent(1, { 'X-Forwarded-For': '203.0.113.7' })
    const flood = await silent(300, { 'X-Forwarded-For': '203.0.113.7, 2001:db8::1' })
    await expect.poll(() => flood.filter(isOpen).length).toBe(200)
    expect(other && isOpen(other)).toBe(true)
  })
})

/** The connection below a websocket, which hears nothing any more: it takes no part in closing. */
const deaf = async (path: string): Promise<Socket> => {
  const { _socket: raw } = (await relay.dial(path)) as WebSocket & { _socket: Socket } // ws has no other way.
  raw.removeAllListeners('data')
  return raw.on('error', () => {}).resume()
}
/** A text in a frame of its own (RFC 6455 §5.2: final, masked with zeros). */
const text = (content: string): Buffer =>
  Buffer.concat([Buffer.of(0x81, 0x80 | content.length, 0, 0, 0, 0), Buffer.from(content)])
/** How a message of 7 MB begins. */
const begun = Buffer.of(0x82, 0xff, 0, 0, 0, 0, 0, 0x70, 0, 0, 0, 0, 0, 0)
/** Cut off now, not once ws gives up to wait for its closing, after 30 s. */
const soon = 10_000
const isCutOff = (raw: Socket): Promise<boolean> =>
  Promise.race([new Promise<boolean>((resolve) => raw.once('close', () => resolve(true))), setTimeout(soon, false)])

describe('a stranger is cut off', () => {
  test.each([
    ['before it has shown a ticket', Buffer.alloc(0)],
    ['behind a ticket that is none', text('{"type":"hello","ticket":"none"}')],
    ['behind what is no hello', text('{}')],
  ])('that says much %s', async (_, first) => {
    relay = await RelayUnderTest.open({ hello: 600_000 })
    const raw = await deaf('/relay/agent')
    raw.write(Buffer.concat([first, begun]))
    raw.write(Buffer.alloc(64 * 1024))
    expect(await isCutOff(raw)).toBe(true)
  })

  test('that says nothing and takes no part in closing', async () => {
    relay = await RelayUnderTest.open({ hello: 20 })
    expect(await isCutOff(await deaf('/relay/agent'))).toBe(true)
  })

  test('never once it was let in', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.observe()
    const agent = await relay.agent()
    agent.config()
    const sent = [agent.key(1), agent.frame(2, Buffer.alloc(1024 * 1024, 1))]
    await viewer.packet() // The configuration.
    for (const packet of sent) expect(await viewer.packet()).toEqual(packet)
  })
})

test('closing the relay closes every socket', async () => {
  relay = await RelayUnderTest.open()
  const viewer = await relay.observe()
  const agent = await relay.agent()
  await viewer.state({ stream: 'waiting' })
  const closed = Promise.all([viewer.closed, agent.closed, once(viewer.socket, 'close')])
  await relay.relay.close()
  expect((await closed)[0].code).toBe(1001)
})
