import type { FastifyBaseLogger } from 'fastify'
import mqtt, { type MqttClient } from 'mqtt'
import { at } from '../config/bad-surroundings.ts'
import type { EmbeddedBroker } from './embedded-broker.ts'
import { eventsTopic } from '../../domain/box-protocol.ts'
import type { BoxConnection, Broker } from './broker.ts'
import { clientTopics, LoopBack } from './loop-back.ts'

/** How long what was found out holds. Milliseconds. */
const probeLifetime = 10_000

/**
 * Several servers as one: consoles and agents still connect to a server's own broker, which knows who they are, and an
 * outer broker (MQTT_URL) carries every message between the servers.
 */
export class JoinedBroker implements Broker {
  readonly #inner: EmbeddedBroker
  readonly #outer: MqttClient
  readonly #listeners: { filter: RegExp; listener: (topic: string, payload: string) => void }[] = []
  /** Everything subscribed to. */
  readonly #filters = new Set(clientTopics)
  #probe: { at: number; problem: Promise<string | undefined> } | undefined
  readonly #loopBack: LoopBack

  private constructor(inner: EmbeddedBroker, outer: MqttClient) {
    this.#inner = inner
    this.#outer = outer
    this.#loopBack = new LoopBack((topic, payload) => outer.publish(topic, payload, { qos: 0 }))
    outer.on('message', (topic, payload) => {
      const text = payload.toString()
      if (this.#loopBack.hear(topic, text)) return undefined
      if (clientTopics.some((filter) => matcher(filter).test(topic))) inner.publish(topic, text, 1)
      for (const { filter, listener } of this.#listeners) if (filter.test(topic)) listener(topic, text)
      return undefined
    })
  }

  static async join(inner: EmbeddedBroker, url: string, log: FastifyBaseLogger): Promise<JoinedBroker> {
    const options = { protocolVersion: 4, reconnectPeriod: 1_000, connectTimeout: 10_000 } as const
    const outer = await at('MQTT_URL', mqtt.connectAsync(url, options))
    outer.on('error', (error) => log.error({ reason: error.message }, 'the outer broker failed'))
    outer.on('offline', () => log.warn('the outer broker is out of reach'))
    for (const topic of clientTopics) await hear(outer, topic)
    return new JoinedBroker(inner, outer)
  }

  publish(topic: string, payload: string, qos: 0 | 1): void {
    this.#outer.publish(topic, payload, { qos })
  }

  async subscribe(filter: string, listener: (topic: string, payload: string) => void): Promise<void> {
    this.#listeners.push({ filter: matcher(filter), listener })
    this.#filters.add(filter)
    await hear(this.#outer, filter)
  }

  hearBoxes(listener: (from: BoxConnection, payload: string) => Promise<void>): void {
    this.#inner.hearBoxes(listener)
  }

  async passOn(boxId: number, payload: string): Promise<void> {
    await this.#outer.publishAsync(eventsTopic(boxId), payload, { qos: 1 })
  }

  problem(): Promise<string | undefined> {
    if (!this.#outer.connected) return Promise.resolve('MQTT_URL: the broker is out of reach')
    const now = Date.now()
    if (this.#probe === undefined || now - this.#probe.at > probeLifetime)
      this.#probe = { at: now, problem: this.#loopBack.problem(this.#filters) }
    return this.#probe.problem
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

const hear = (outer: MqttClient, filter: string): Promise<unknown> =>
  at(`MQTT_URL: the broker does not let us hear ${filter}`, outer.subscribeAsync(filter, { qos: 1 }))

const matcher = (filter: string): RegExp => new RegExp(`^${filter.replace(/\/#$/, '(/.*)?').replaceAll('+', '[^/]+')}$`)
