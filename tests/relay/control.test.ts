import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { maxTextMessageBytes } from '../../domain/stream-protocol.ts'
import { textReason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { operator, phone, RelayUnderTest } from './relay-under-test.ts'

const colleague = { id: 5, user_name: 'colleague' }
const tap = { type: 'touch', action: 'down', pointer: 0, x: 0.5, y: 0.25 } as const

let relay: RelayUnderTest
afterEach(() => relay.close())

describe('what the controller does', () => {
  test('reaches the agent', async () => {
    relay = await RelayUnderTest.open()
    const controller = await relay.control('lease-1')
    const agent = await relay.agent()
    await controller.state({ mode: 'control', stream: 'waiting' })
    agent.config()
    await controller.packet()
    controller.say(tap)
    expect(await agent.order('touch')).toEqual(tap)
  })

  test('is refused while the phone is away', async () => {
    relay = await RelayUnderTest.open()
    const controller = await relay.control('lease-1')
    await controller.state({ mode: 'control' })
    controller.say(tap)
    expect(await controller.message('refused')).toMatchObject({ reason: reason('relay.noPhone') })
  })

  test('is refused from an observer', async () => {
    relay = await RelayUnderTest.open()
    const observer = await relay.observe()
    const agent = await relay.agent()
    agent.config()
    await observer.packet()
    observer.say(tap)
    expect(await observer.message('refused')).toMatchObject({ reason: reason('relay.observerOnly') })
    expect(agent.waitingTexts).toEqual([])
  })
})

describe('the phone’s clipboard', () => {
  test('is told to its controller only', async () => {
    relay = await RelayUnderTest.open()
    const controller = await relay.control('lease-1')
    const observer = await relay.observe()
    const agent = await relay.agent()
    agent.news({ type: 'clipboard', text: '你好' })
    expect(await controller.message('clipboard')).toEqual({ type: 'clipboard', text: '你好' })
    await observer.settled()
    expect(observer.waitingTexts.filter((text) => text.includes('clipboard'))).toEqual([])
  })
})

describe('a phone that does not answer', () => {
  test('is said to be silent, since when, until it answers or another video begins', async () => {
    relay = await RelayUnderTest.open()
    const controller = await relay.control('lease-1')
    const observer = await relay.observe()
    const agent = await relay.agent()
    const silence = async () => [
      (await controller.message('state')).silent_for,
      (await observer.message('state')).silent_for,
    ]
    await controller.state({ observers: 1 })
    agent.config()
    agent.key(1)
    await controller.state({ stream: 'streaming' })
    await observer.state({ stream: 'streaming' })
    agent.news({ type: 'silent', ms: 2_000 })
    for (const ms of await silence()) expect(ms).toBeGreaterThanOrEqual(2_000)
    agent.news({ type: 'answers' })
    expect(await silence()).toEqual([undefined, undefined])
    agent.news({ type: 'silent', ms: 3_000 })
    for (const ms of await silence()) expect(ms).toBeGreaterThanOrEqual(3_000)
    agent.news({ type: 'ended', reason: textReason('gone') })
    agent.socket.close()
    expect((await controller.state({ stream: 'lost' })).silent_for).toBeUndefined()
  })
})

describe('everybody is told', () => {
  test('who controls and how many observe, at every change', async () => {
    relay = await RelayUnderTest.open()
    const observer = await relay.observe()
    expect(await observer.state({})).toEqual({
      type: 'state',
      stream: 'waiting',
      reason: null,
      mode: 'observe',
      controller: null,
      observers: 1,
    })
    const controller = await relay.control('lease-1')
    await controller.state({ mode: 'control', observers: 1 })
    expect(await observer.state({ observers: 1 })).toMatchObject({ controller: operator, mode: 'observe' })
    const another = await relay.observe()
    await observer.state({ observers: 2 })
    another.socket.close()
    await observer.state({ observers: 1 })
  })

  test('once of a crowd that comes or goes at once, and each who comes right away', async () => {
    relay = await RelayUnderTest.open()
    const observer = await relay.observe()
    await observer.state({ observers: 1 })
    const crowd = await Promise.all(Array.from({ length: 40 }, () => relay.observe()))
    await Promise.all(crowd.map((each) => each.state({ mode: 'observe' })))
    await observer.state({ observers: 41 })
    for (const { socket } of crowd) socket.close()
    const told: number[] = []
    for (let observers = 41; observers > 1; told.push(observers)) ({ observers } = await observer.message('state'))
    expect(told.length).toBeLessThan(20)
  })
})

describe('a take-over', () => {
  test('closes the former controller and gives control to the new one', async () => {
    relay = await RelayUnderTest.open()
    const former = await relay.control('lease-1')
    const agent = await relay.agent()
    await former.state({ mode: 'control' })
    relay.leases.delete('lease-1')
    const next = await relay.control('lease-2', { user: colleague })
    expect(await former.closed).toEqual({ code: 4409, reason: 'relay.takenOver' })
    expect((await next.state({ mode: 'control', observers: 0 })).controller).toEqual(colleague)
    await former.closed
    next.say(tap)
    expect(await agent.order('touch')).toEqual(tap)
  })

  test('from the only one there keeps the video, however long', async () => {
    const linger = 5
    relay = await RelayUnderTest.open({ linger })
    const former = await relay.control('lease-1')
    const agent = await relay.agent()
    await former.state({ mode: 'control' })
    relay.leases.delete('lease-1')
    const next = await relay.control('lease-2', { user: colleague })
    await next.state({ mode: 'control' })
    await pause(20 * linger)
    next.say(tap)
    expect(await agent.order('touch')).toEqual(tap)
  })

  test('is not undone by a ticket whose lease was taken over before it was used', async () => {
    relay = await RelayUnderTest.open()
    const controller = await relay.control('lease-2')
    await controller.state({ mode: 'control' })
    const late = await relay.view(relay.ticket({ mode: 'control', lease_id: 'lease-1' }))
    expect(await late.closed).toMatchObject({ code: 4409 })
    await controller.settled()
  })

  test('elsewhere is noticed when the lease is renewed', async () => {
    relay = await RelayUnderTest.open({ renewal: 5 })
    const controller = await relay.control('lease-1')
    await controller.state({ mode: 'control' })
    relay.leases.delete('lease-1')
    expect(await controller.closed).toEqual({ code: 4409, reason: 'relay.controlLost' })
    expect(relay.released).toEqual([])
  })
})

const warned = (message: unknown): message is { idle_ends_in: number } =>
  typeof (message as { idle_ends_in?: unknown }).idle_ends_in === 'number'

describe('a controller that does nothing', () => {
  test('is told when its control ends, which input puts off', async () => {
    relay = await RelayUnderTest.open({ controlIdle: 800, idleWarning: 400 })
    const controller = await relay.control('lease-1')
    const observer = await relay.observe()
    const { idle_ends_in } = await controller.hear(warned)
    expect(idle_ends_in).toBeGreaterThan(300)
    expect(idle_ends_in).toBeLessThanOrEqual(400)
    controller.say({ type: 'present' })
    expect(await controller.state({})).not.toHaveProperty('idle_ends_in')
    await controller.hear(warned)
    controller.say({ type: 'back' })
    expect((await controller.message('refused')).reason).toEqual(reason('relay.noPhone'))
    await observer.settled()
    expect(observer.waitingTexts.filter((text) => text.includes('idle_ends_in'))).toEqual([])
  })

  test('loses control with a word why, and those who observe see that it is free', async () => {
    relay = await RelayUnderTest.open({ controlIdle: 60, idleWarning: 20 })
    const controller = await relay.control('lease-1')
    const observer = await relay.observe()
    expect(await controller.closed).toEqual({ code: 4408, reason: 'relay.idle' })
    expect(await relay.leaseReleased()).toBe('lease-1')
    expect(await observer.state({ controller: null })).toMatchObject({ observers: 1 })
  })

  test('keeps it by what it does in a shell, and not by what others do there', async () => {
    relay = await RelayUnderTest.open({ controlIdle: 800, idleWarning: 400 })
    const controller = await relay.control('lease-1')
    await controller.hear(warned)
    relay.relay.used(phone.device_id, operator.id)
    expect(await controller.state({})).not.toHaveProperty('idle_ends_in')
    const somebodyElse = setInterval(() => relay.relay.used(phone.device_id, operator.id + 1), 5)
    expect(await controller.closed).toMatchObject({ code: 4408 })
    clearInterval(somebodyElse)
  })

  test('is not kept by an observer who says that somebody is there', async () => {
    relay = await RelayUnderTest.open({ controlIdle: 60, idleWarning: 20 })
    const controller = await relay.control('lease-1')
    const observer = await relay.observe()
    const saying = setInterval(() => observer.say({ type: 'present' }), 5)
    expect(await controller.closed).toMatchObject({ code: 4408 })
    clearInterval(saying)
  })
})

describe('a controller that leaves', () => {
  test('has its lease released after the grace', async () => {
    relay = await RelayUnderTest.open({ leaseGrace: 10 })
    const controller = await relay.control('lease-1')
    const observer = await relay.observe()
    await controller.state({ observers: 1 })
    controller.socket.close()
    expect(await relay.leaseReleased()).toBe('lease-1')
    await observer.state({ controller: null, observers: 1 })
  })

  test('by signing out loses control at once', async () => {
    relay = await RelayUnderTest.open()
    const controller = await relay.control('lease-1', { session_id: 'session-9' })
    const bystander = await relay.observe({ session_id: 'session-8' })
    await controller.state({ observers: 1 })
    relay.relay.signOut('session-9')
    expect(await controller.closed).toMatchObject({ code: 4410 })
    expect(await relay.leaseReleased()).toBe('lease-1')
    await bystander.settled()
  })
})

describe('a message that is', () => {
  test.each([
    '',
    'nonsense',
    '{}',
    '[]',
    '{"type":"touch"}',
    '{"type":"touch","action":"down","pointer":0,"x":2,"y":0}',
    '{"type":"hello","ticket":"again"}',
  ])('malformed (%s) is refused, and the socket stays open', async (message) => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.control('lease-1')
    await viewer.state({ mode: 'control' })
    viewer.say(message)
    expect(await viewer.message('refused')).toEqual({ type: 'refused', reason: reason('relay.malformed') })
    await viewer.settled()
  })

  test('malformed for the tenth time closes the socket', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.observe()
    for (let time = 0; time < 10; time += 1) viewer.say('nonsense')
    expect(await viewer.closed).toMatchObject({ code: 4400 })
  })

  test('oversized closes the socket at once, and nobody else’s', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.control('lease-1')
    const other = await relay.observe()
    await other.state({ observers: 1 })
    viewer.say({ type: 'text', text: 'x'.repeat(maxTextMessageBytes) })
    // 1009 is the websocket's own "message too big".
    expect(await viewer.closed).toMatchObject({ code: 1009 })
    await other.settled()
  })

  test('one too many in a second closes the socket', async () => {
    relay = await RelayUnderTest.open()
    const viewer = await relay.observe()
    await viewer.state({ observers: 1 }) // Let in: a stranger may say less.
    for (let count = 0; count < 1_100; count += 1) viewer.ack(count)
    expect(await viewer.closed).toMatchObject({ code: 4429 })
  })
})
