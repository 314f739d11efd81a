import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { brokerMachine } from '../../../src/machines/shell/broker.ts'
import { mqttConnection, type MqttConfig } from '../../../src/api/mqtt-connection.ts'

const config: MqttConfig = {
  broker_url: 'ws://console/mqtt',
  user_name: 'session:1',
  password: 'p',
  client_id: 'c',
  topic: 'fleet/1/#',
}

/** mqtt.js, as far as the connection uses it: the test says what happens. */
class FakeClient extends EventEmitter {
  readonly topics: string[] = []
  ended = false

  subscribe(topic: string, _options: unknown, done: (error?: Error) => void): void {
    this.topics.push(topic)
    done()
  }

  end(): void {
    this.ended = true
  }
}

const connect = vi.hoisted(() => vi.fn())
vi.mock('mqtt', () => ({ default: { connect } }))

let client = new FakeClient()
beforeEach(() => {
  client = new FakeClient()
  connect.mockReset().mockReturnValue(client)
})

async function connected() {
  const broker = createActor(brokerMachine.provide({ actors: { connection: mqttConnection } }), { input: { config } })
  broker.start()
  await vi.waitFor(() => expect(connect).toHaveBeenCalled())
  return broker
}

describe('the connection to the broker', () => {
  test('keeps alive for 60 s, tries again after 1000 ms, gives a try 30000 ms, and begins with a clean session', async () => {
    await connected()
    expect(connect).toHaveBeenCalledExactlyOnceWith('ws://console/mqtt', {
      protocolVersion: 4,
      keepalive: 60,
      reconnectPeriod: 1_000,
      connectTimeout: 30_000,
      clean: true,
      reconnectOnConnackError: true,
      clientId: 'c',
      username: 'session:1',
      password: 'p',
    })
  })

  test('subscribes to the topic of the user at every connection, and is live only then', async () => {
    const broker = await connected()
    expect(broker.getSnapshot().value).toBe('connecting')
    client.emit('connect')
    expect(broker.getSnapshot().value).toBe('live')
    client.emit('close')
    client.emit('connect')
    expect(client.topics).toEqual(['fleet/1/#', 'fleet/1/#'])
  })

  test('ends with the broker', async () => {
    const broker = await connected()
    broker.stop()
    expect(client.ended).toBe(true)
  })

  test('that is given up before mqtt.js is there is never made', async () => {
    const broker = createActor(brokerMachine.provide({ actors: { connection: mqttConnection } }), { input: { config } })
    broker.start()
    broker.stop()
    await import('mqtt')
    await Promise.resolve()
    expect(connect).not.toHaveBeenCalled()
  })
})
