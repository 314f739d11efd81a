import type { FastifyBaseLogger } from 'fastify'
import mqtt, { type MqttClient } from 'mqtt'
import type { EmbeddedBroker } from '../embedded/broker.ts'
import type { Broker } from './broker.ts'

/** What consoles and agents hear; box events are for servers alone. */
const clientTopics = ['fleet/#', 'boxes/+/commands']

/**
 * Several servers as one: consoles and agents still connect to a server's own broker, which knows who they are, and an
 * outer broker (MQTT_URL) carries every message between the servers.
 */
export class JoinedBroker implements Broker {
  readonly #inner: EmbeddedBroker
  readonly #outer: MqttClient
  readonly #listeners: { filter: RegExp; listener: (topic: string, payload: string) => void }[] = []

  private constructor(inner: EmbeddedBroker, outer: MqttClient) {
    this.#inner = inner
    this.#outer = outer
    outer.on('message', (topic, payload) => {
      const text = payload.toString()
      if (clientTopics.some((filter) => matcher(filter).test(topic))) inner.publish(topic, text, 1)
      for (const { filter, listener } of this.#listeners) if (filter.test(topic)) listener(topic, text)
    })
  }

  static async join(inner: EmbeddedBroker, url: string, log: FastifyBaseLogger): Promise<JoinedBroker> {
    const outer = await mqtt.connectAsync(url, { protocolVersion: 4, reconnectPeriod: 1_000, connectTimeout: 10_000 })
    outer.on('error', (error) => log.error({ reason: error.message }, 'the outer broker failed'))
    outer.on('offline', () => log.warn('the outer broker is out of reach'))
    await outer.subscribeAsync(clientTopics, { qos: 1 })
    return new JoinedBroker(inner, outer)
  }

  publish(topic: string, payload: string, qos: 0 | 1): void {
    this.#outer.publish(topic, payload, { qos })
  }

  async subscribe(filter: string, listener: (topic: string, payload: string) => void): Promise<void> {
    this.#listeners.push({ filter: matcher(filter), listener })
    await this.#outer.subscribeAsync(filter, { qos: 1 })
  }

  isReady(): boolean {
    return this.#outer.connected && this.#inner.isReady()
  }

  connections(): number {
    return this.#inner.connections()
  }

  sessionIds(): string[] {
    return this.#inner.sessionIds()
  }

  dropSession(sessionId: string): void {
    this.#inner.dropSession(sessionId)
  }

  dropBox(boxId: number): void {
    this.#inner.dropBox(boxId)
  }

  async close(): Promise<void> {
    await this.#inner.close()
    await this.#outer.endAsync()
  }
}

const matcher = (filter: string): RegExp => new RegExp(`^${filter.replace(/\/#$/, '(/.*)?').replaceAll('+', '[^/]+')}$`)
