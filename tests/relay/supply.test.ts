import { afterEach, describe, expect, test } from 'vitest'
import { textReason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { RelayUnderTest } from './relay-under-test.ts'

let relay: RelayUnderTest
afterEach(() => relay.close())

test('the first viewer has the agent requested, further ones have not', async () => {
  relay = await RelayUnderTest.open()
  const first = await relay.observe()
  await relay.agent()
  const second = await relay.observe()
  await second.state({ observers: 2 })
  await first.settled()
  expect(relay.requests).toEqual([])
})

test('the agent is sent away when nobody has watched for a while', async () => {
  relay = await RelayUnderTest.open({ linger: 5 })
  const viewer = await relay.observe()
  const agent = await relay.agent()
  agent.config()
  await viewer.packet()
  viewer.socket.close()
  expect(await agent.closed).toEqual({ code: 1000, reason: 'nobody watches' })
  expect(relay.relay.figures).toEqual({ streams: 0, viewers: 0 })
})

test('a viewer that comes back before that finds the video running', async () => {
  relay = await RelayUnderTest.open({ linger: 60_000 })
  const viewer = await relay.observe()
  const agent = await relay.agent()
  const config = agent.config()
  agent.key(1)
  await viewer.state({ stream: 'streaming' })
  viewer.socket.close()
  await viewer.closed
  const again = await relay.observe()
  expect(await again.packet()).toEqual(config)
  expect(relay.requests).toEqual([])
})

describe('an agent that vanishes mid-stream', () => {
  test('is requested again, and its new video begins afresh', async () => {
    relay = await RelayUnderTest.open({ backoff: [1] })
    const viewer = await relay.observe()
    const agent = await relay.agent()
    agent.config('before')
    agent.key(1)
    await viewer.state({ stream: 'streaming' })
    agent.socket.terminate()
    await viewer.state({ stream: 'lost', reason: reason('relay.lostBox') })

    const returned = await relay.agent()
    await viewer.state({ stream: 'waiting', reason: null })
    await viewer.packet()
    await viewer.packet()
    const [config, key] = [returned.config('after'), returned.key(1)]
    expect([await viewer.packet(), await viewer.packet()]).toEqual([config, key])
    await viewer.state({ stream: 'streaming' })
  })

  test('is waited for with its own last words as the reason', async () => {
    relay = await RelayUnderTest.open({ backoff: [60_000] })
    const viewer = await relay.observe()
    const agent = await relay.agent()
    agent.news({ type: 'ended', reason: textReason('the phone was switched off') })
    agent.socket.close()
    await viewer.state({ stream: 'lost', reason: textReason('the phone was switched off') })
  })
})

test('a newer connection of the agent replaces the older one', async () => {
  relay = await RelayUnderTest.open({ dialIn: 10, backoff: [1] })
  const viewer = await relay.observe()
  const [first, second] = [await relay.request(), await relay.request()]
  const older = await relay.agent(first)
  older.config('older')
  await viewer.packet()
  const newer = await relay.agent(second)
  expect(await older.closed).toMatchObject({ code: 4409 })
  const [config, key] = [newer.config('newer'), newer.key(1)]
  expect([await viewer.packet(), await viewer.packet()]).toEqual([config, key])
})

test('an agent that does not dial in is given up and requested again', async () => {
  relay = await RelayUnderTest.open({ dialIn: 5, backoff: [1] })
  const viewer = await relay.observe()
  await relay.request()
  await viewer.state({ stream: 'lost', reason: reason('relay.lateBox') })
  await relay.request()
})

test('a box that can not be asked is asked again', async () => {
  relay = await RelayUnderTest.open({ backoff: [1] })
  relay.requestFailure = new Error('no broker')
  const viewer = await relay.observe()
  await relay.request()
  await viewer.state({ stream: 'lost', reason: reason('relay.deafBox', { said: 'no broker' }) })
  relay.requestFailure = undefined
  await relay.agent()
  await viewer.state({ stream: 'waiting' })
})

describe('a phone that is known to be lost', () => {
  test('is not asked for until it is back', async () => {
    relay = await RelayUnderTest.open({ backoff: [1] })
    const viewer = await relay.observe()
    const agent = await relay.agent()
    agent.config()
    await viewer.packet()
    relay.relay.phoneLost(7, textReason('it was unplugged'))
    await viewer.state({ stream: 'lost', reason: textReason('it was unplugged') })
    await agent.closed
    await viewer.settled()
    expect(relay.requests).toEqual([])
    relay.relay.phoneBack(7)
    const returned = await relay.agent()
    returned.config()
    returned.key(1)
    await viewer.state({ stream: 'streaming', reason: null })
  })

  test('is waited for by viewers who come meanwhile', async () => {
    relay = await RelayUnderTest.open()
    const first = await relay.observe()
    await relay.request()
    relay.relay.phoneLost(7, textReason('it was unplugged'))
    await first.state({ stream: 'lost' })
    const second = await relay.observe()
    await second.state({ stream: 'lost', reason: textReason('it was unplugged') })
    expect(relay.requests).toEqual([])
  })
})

test('an agent that can not follow a request is requested again', async () => {
  relay = await RelayUnderTest.open({ backoff: [1] })
  const viewer = await relay.observe()
  await relay.request()
  relay.relay.requestFailed(7, textReason('the phone is not here'))
  await viewer.state({ stream: 'lost', reason: textReason('the phone is not here') })
  await relay.agent()
  await viewer.state({ stream: 'waiting', reason: null })
})
