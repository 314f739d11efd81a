import { afterEach, expect, test } from 'vitest'
import { RelayUnderTest } from './relay-under-test.ts'

let relay: RelayUnderTest
afterEach(() => relay.close())

test('the phone is encoded as its first viewer wants it, and as usual where that says nothing', async () => {
  relay = await RelayUnderTest.open()
  await relay.view(relay.ticket(), 'thumbnail')
  await relay.request()
  await relay.view(relay.ticket({ device_id: 8 }))
  await relay.request()
  expect(relay.qualities).toEqual(['thumbnail', 'balanced'])
})

test('a more demanding viewer gets a better video, which takes over without a word', async () => {
  relay = await RelayUnderTest.open()
  const small = await relay.view(relay.ticket(), 'thumbnail')
  const lesser = await relay.agent()
  lesser.config('small')
  lesser.key(1, 'small frame')
  await small.state({ stream: 'streaming' })

  const large = await relay.view(relay.ticket(), 'sharp')
  const better = await relay.agent()
  expect(relay.qualities).toEqual(['thumbnail', 'sharp'])
  const config = better.config('large')
  const key = better.key(1, 'large frame')
  await lesser.closed
  await large.settled()
  expect(large.waitingPackets.slice(-2)).toEqual([config, key])
  await small.settled()
  expect(small.waitingTexts.join()).not.toContain('"waiting"')
})

test('a less demanding viewer changes nothing', async () => {
  relay = await RelayUnderTest.open()
  const large = await relay.view(relay.ticket(), 'sharp')
  await relay.agent()
  const small = await relay.view(relay.ticket(), 'thumbnail')
  await small.state({ observers: 2 })
  await large.settled()
  expect(relay.qualities).toEqual(['sharp'])
})

test('when nobody wants the better video any more, the lesser one is requested after a while', async () => {
  relay = await RelayUnderTest.open({ easing: 5 })
  const large = await relay.view(relay.ticket(), 'sharp')
  await relay.agent()
  await relay.view(relay.ticket(), 'thumbnail')
  large.socket.close()
  await relay.request()
  expect(relay.qualities).toEqual(['sharp', 'thumbnail'])
})

test('a viewer may change its mind', async () => {
  relay = await RelayUnderTest.open()
  const viewer = await relay.view(relay.ticket(), 'thumbnail')
  await relay.agent()
  await viewer.state({ stream: 'waiting' })
  viewer.say({ type: 'quality', quality: 'balanced' })
  await relay.request()
  expect(relay.qualities).toEqual(['thumbnail', 'balanced'])
})

test('a quality that there is not is refused', async () => {
  relay = await RelayUnderTest.open()
  const viewer = await relay.view(relay.ticket())
  await viewer.state({ stream: 'waiting' })
  viewer.say({ type: 'quality', quality: 'perfect' })
  await viewer.message('refused')
})
