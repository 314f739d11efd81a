import { afterEach, describe, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { RelayUnderTest } from './relay-under-test.ts'

let relay: RelayUnderTest
afterEach(() => relay.close())

describe('a viewer', () => {
  test('is sent the packets of the agent, byte for byte', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.observe()
    await viewer.state({ stream: 'waiting' })
    const agent = await relay.agent()
    const sent = [agent.config(), agent.key(1), agent.frame(2)]
    expect(await viewer.packet()).toEqual(sent[0])
    expect(await viewer.packet()).toEqual(sent[1])
    await viewer.state({ stream: 'streaming', reason: null })
    expect(await viewer.packet()).toEqual(sent[2])
  })

  test('who comes later is sent the parameter sets and the whole group of frames at once', async () => {
    relay = await RelayUnderTest.open()
    const first = await relay.observe()
    const agent = await relay.agent()
    agent.config()
    agent.key(1, 'outdated')
    const group = [agent.config('newer'), agent.key(2), agent.frame(3), agent.frame(4)]
    for (let packet = 0; packet < 6; packet += 1) await first.packet()

    const second = await relay.observe()
    const replayed = [await second.next(), await second.next(), await second.next(), await second.next()]
    expect(replayed, 'before it is told anything').toEqual(group)
    await second.state({ stream: 'streaming', observers: 2 })
    const next = agent.frame(5)
    expect(await second.packet()).toEqual(next)
  })

  test('who comes while there is no key frame to begin with has one asked for', async () => {
    relay = await RelayUnderTest.open()
    const first = await relay.observe()
    const agent = await relay.agent()
    await first.state({ stream: 'waiting' })
    const config = agent.config()
    await first.packet()
    const second = await relay.observe()
    await agent.order('reset_video')
    const key = agent.key(1)
    expect([await second.packet(), await second.packet()]).toEqual([config, key])
  })
})

describe('a viewer that does not keep up', () => {
  test('is skipped to the next key frame, and nobody else misses a packet', async () => {
    // With no time limit to speak of, one frame that is not acknowledged before the next one is a stall.
    relay = await RelayUnderTest.open({ maxLag: 0 })
    const [fast, slow] = [await relay.observe(), await relay.observe()]
    const agent = await relay.agent()
    const config = agent.config()
    const beginning = agent.key(1)
    for (const viewer of [fast, slow])
      expect([await viewer.packet(), await viewer.packet()]).toEqual([config, beginning])

    for (const pts of [2, 3, 4]) {
      fast.ack(pts - 1)
      await fast.settled()
      const frame = agent.frame(pts)
      expect(await fast.packet()).toEqual(frame)
    }
    fast.ack(4)
    await slow.settled()
    expect(slow.waitingPackets).toEqual([])

    slow.ack(1)
    await agent.order('reset_video')
    await fast.settled()
    const key = agent.key(5)
    expect(await fast.packet()).toEqual(key)
    expect(await slow.packet()).toEqual(key)
  })

  test('is sent nothing, key frames neither, before it has caught up', async () => {
    relay = await RelayUnderTest.open({ maxLag: 0 })
    const [fast, slow] = [await relay.observe(), await relay.observe()]
    const agent = await relay.agent()
    agent.config()
    agent.key(1)
    for (const viewer of [fast, slow]) expect([await viewer.packet(), await viewer.packet()]).toHaveLength(2)
    for (const pts of [2, 3]) {
      fast.ack(pts - 1)
      await fast.settled()
      agent.key(pts)
      await fast.packet()
    }
    await slow.settled()
    expect(slow.waitingPackets).toEqual([])
  })

  test('is told the parameter sets that it missed', async () => {
    relay = await RelayUnderTest.open({ maxLag: 0 })
    const [fast, slow] = [await relay.observe(), await relay.observe()]
    const agent = await relay.agent()
    agent.config()
    agent.key(1)
    for (const viewer of [fast, slow]) expect([await viewer.packet(), await viewer.packet()]).toHaveLength(2)
    fast.ack(1)
    await fast.settled()
    agent.frame(2)
    await fast.packet()
    fast.ack(2)
    await fast.settled()
    const turned = agent.config('turned')
    await fast.packet()
    slow.ack(1)
    await slow.settled()
    const key = agent.key(3)
    await fast.packet()
    expect([await slow.packet(), await slow.packet()]).toEqual([turned, key])
  })

  test('is offered a key frame again in case it dropped the frames itself', async () => {
    relay = await RelayUnderTest.open({ maxLag: 0, watch: 5, offerAgain: 10, keyRequests: 5 })
    const viewer = await relay.observe()
    const agent = await relay.agent()
    agent.config()
    agent.key(1)
    agent.frame(2)
    await agent.order('reset_video')
    const key = agent.key(3)
    expect([await viewer.packet(), await viewer.packet(), await viewer.packet()].at(-1)).toEqual(key)
  })

  test('is closed when it has acknowledged nothing for long', async () => {
    relay = await RelayUnderTest.open({ watch: 5, maxSilence: 20 })
    const viewer = await relay.observe()
    const agent = await relay.agent()
    agent.config()
    agent.key(1)
    expect(await viewer.closed).toEqual({ code: 4404, reason: 'relay.silent' })
  })

  test('may be silent for as long as nothing new is shown', async () => {
    relay = await RelayUnderTest.open({ watch: 2, maxSilence: 10 })
    const [quiet, silent] = [await relay.observe(), await relay.observe()]
    const agent = await relay.agent()
    agent.config()
    agent.key(1)
    await quiet.packet()
    await quiet.packet()
    quiet.ack(1)
    await silent.closed
    await quiet.settled()
    expect(relay.relay.audience(7)).toEqual({ observers: 1 })
  })
})

test('a group that grows too long has a key frame asked for, once', async () => {
  relay = await RelayUnderTest.open({ maxLag: 60_000 })
  const viewer = await relay.observe()
  const agent = await relay.agent()
  agent.config()
  agent.key(1)
  for (let pts = 2; pts <= 400; pts += 1) {
    agent.frame(pts)
    viewer.ack(pts - 1)
    if (pts % 50 === 0) await viewer.settled()
  }
  await agent.order('reset_video')
  const second = await relay.observe()
  await second.state({ stream: 'streaming' })
  // The group goes on being served meanwhile.
  expect((await second.packet()).length).toBeGreaterThan(0)
  agent.key(401)
  agent.news({ type: 'clipboard', text: 'the end' })
  await second.settled()
  expect(agent.waitingPackets).toEqual([])
})

test('a crowd is shown by a new key frame what else each would be sent since the last one', async () => {
  relay = await RelayUnderTest.open()
  const first = await relay.observe()
  const agent = await relay.agent()
  agent.config()
  agent.key(1)
  agent.frame(2, new Uint8Array(1_000_000))
  for (let packet = 0; packet < 3; packet += 1) await first.packet()
  first.ack(2)
  for (let newcomer = 0; newcomer < 4; newcomer += 1) await (await relay.observe()).packet()
  await first.settled()
  expect(agent.waitingTexts).toEqual([])
  await relay.observe()
  await expect.poll(() => agent.waitingTexts).toEqual([JSON.stringify({ type: 'reset_video' })])
})

test('an agent that sends something malformed is hung up on', async () => {
  relay = await RelayUnderTest.open({ backoff: [60_000] })
  const viewer = await relay.observe()
  const agent = await relay.agent()
  agent.socket.send(Buffer.from([9, 9, 9]))
  expect(await agent.closed).toMatchObject({ code: 4400 })
  await viewer.state({ stream: 'lost', reason: reason('relay.malformedBox') })
})
