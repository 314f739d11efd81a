import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate'
import { brokerMachine, type BrokerEmitted } from '../../../src/machines/shell/broker.ts'
import { patchIn, type ConnectionReport, type MqttConfig } from '../../../src/api/mqtt-connection.ts'

const config: MqttConfig = {
  broker_url: 'ws://console/mqtt',
  user_name: 'session:1',
  password: 'p',
  client_id: 'c',
  topic: 'fleet/1/#',
}
const patch = { type: 'device' as const, id: 7, at: 1, changed: { status: 'idle' } }

/** A broker whose connection is the test's. */
function perform() {
  const connection: { open: number; configs: MqttConfig[]; report: (news: ConnectionReport) => void } = {
    open: 0,
    configs: [],
    report: () => undefined,
  }
  const news: BrokerEmitted[] = []
  const actor = createActor(
    brokerMachine.provide({
      actors: {
        connection: fromCallback<EventObject, { config: MqttConfig }>(({ input, sendBack }) => {
          connection.open += 1
          connection.configs.push(input.config)
          connection.report = sendBack
          return () => {
            connection.open -= 1
          }
        }),
      },
    }),
    { input: { config }, clock: new SimulatedClock() },
  )
  actor.on('*', (heard) => news.push(heard))
  actor.start()
  return { actor, connection, news }
}

describe('the broker', () => {
  test('connects with the credentials of the session, once', () => {
    const { connection } = perform()
    connection.report({ type: 'connected' })
    connection.report({ type: 'interrupted' })
    connection.report({ type: 'connected' })
    expect(connection.configs).toEqual([config])
  })

  test('passes on every patch, in their order', () => {
    const { connection, news } = perform()
    connection.report({ type: 'connected' })
    for (const id of [1, 2, 3]) connection.report({ type: 'received', patch: { ...patch, id } })
    expect(news.filter(({ type }) => type === 'patch')).toEqual(
      [1, 2, 3].map((id) => ({ type: 'patch', patch: { ...patch, id } })),
    )
  })

  test('warns once an outage, however often the tries fail, and says when it is back', () => {
    const { connection, news } = perform()
    for (let tries = 0; tries < 5; tries += 1) {
      connection.report({ type: 'failed', message: 'refused' })
      connection.report({ type: 'interrupted' })
    }
    connection.report({ type: 'connected' })
    connection.report({ type: 'failed', message: 'gone' })
    expect(news).toEqual([
      { type: 'connection failed', message: 'refused' },
      { type: 'broker refused' },
      { type: 'returned' },
      { type: 'connection failed', message: 'gone' },
      { type: 'broker refused' },
    ])
  })

  test('a live connection that breaks off is nothing to warn of, unless the next try comes to nothing', () => {
    const { connection, news } = perform()
    connection.report({ type: 'connected' })
    connection.report({ type: 'interrupted' })
    connection.report({ type: 'connected' })
    connection.report({ type: 'interrupted' })
    expect(news).toEqual([{ type: 'returned' }, { type: 'returned' }])
    connection.report({ type: 'interrupted' })
    expect(news.at(-1)).toEqual({ type: 'connection failed', message: '' })
  })

  test('says once that it is refused, where it could not be reached before', () => {
    const { connection, news } = perform()
    connection.report({ type: 'interrupted' })
    for (let tries = 0; tries < 3; tries += 1) {
      connection.report({ type: 'failed', message: 'refused' })
      connection.report({ type: 'interrupted' })
    }
    expect(news).toEqual([{ type: 'connection failed', message: '' }, { type: 'broker refused' }])
  })

  test('says that it is there at the first connection, too: lists may have been loaded before', () => {
    const { connection, news } = perform()
    connection.report({ type: 'connected' })
    expect(news).toEqual([{ type: 'returned' }])
  })

  test('warns when the first connection comes to nothing', () => {
    const { connection, news } = perform()
    connection.report({ type: 'interrupted' })
    expect(news).toEqual([{ type: 'connection failed', message: '' }])
  })

  test('counts what is no patch, and goes on', () => {
    const { actor, connection, news } = perform()
    connection.report({ type: 'connected' })
    connection.report({ type: 'unreadable' })
    connection.report({ type: 'received', patch })
    expect(actor.getSnapshot().context.unreadable).toBe(1)
    expect(news.at(-1)).toEqual({ type: 'patch', patch })
  })

  test('closes its connection when it is stopped', () => {
    const { actor, connection } = perform()
    actor.stop()
    expect(connection.open).toBe(0)
  })
})

const payload = (text: string) => new TextEncoder().encode(text)

describe('what arrives over MQTT', () => {
  test('is a patch when it has all that a patch has', () => {
    expect(patchIn(payload(JSON.stringify(patch)))).toEqual(patch)
  })

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a number', '5'],
    ['another kind', JSON.stringify({ ...patch, type: 'session' })],
    ['an id that is none', JSON.stringify({ ...patch, id: '7' })],
    ['a time that is none', JSON.stringify({ ...patch, at: 'now' })],
    ['no changes', JSON.stringify({ ...patch, changed: null })],
    ['more than 64 kB', JSON.stringify({ ...patch, changed: { note: 'x'.repeat(65 * 1024) } })],
  ])('is unreadable when it is %s', (_, text) => {
    expect(patchIn(payload(text))).toBeUndefined()
  })
})
