import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import mqtt, { type MqttClient } from 'mqtt'
import { at } from '../config/bad-surroundings.ts'
import type { EmbeddedBroker } from './embedded-broker.ts'
import { eventsTopic } from '../../domain/box-protocol.ts'
import { type BoxConnection, boxEndsTopic, type Broker, jobCancelsTopic, sessionEndsTopic } from './broker.ts'
import { clientTopics, LoopBack } from './loop-back.ts'

/** How long what was found out holds. Milliseconds. */
const probeLifetime = 10_000
/** Seconds without a word until it is found out whether the outer broker is still there. */
const keepalive = 10
/** Bytes of messages (QoS 1) that may wait for the outer broker while it is away. */
const maxWaiting = 16 * 1024 ** 2
/** What nobody asks for again, few and short, waits however much there is. Anything else is said again, or stands in the database. */
const lastingTopics = new Set([sessionEndsTopic, boxEndsTopic, jobCancelsTopic])
/** How long the outer broker may take to let us go. Milliseconds. */
const endTimeout = 2_000

/**
 * Several servers as one: consoles and agents still connect to a server's own broker, which knows who they are, and an
 * outer broker (MQTT_URL) carries every message between the servers. While it is away little waits for it: a console asks for
 * everything when it is back.
 */
export class JoinedBroker implements Broker {
  readonly #inner: EmbeddedBroker
  readonly #outer: MqttClient
  readonly #listeners: { filter: RegExp; listener: (topic: string, payload: string) => void }[] = []
  /** Everything subscribed to. */
  readonly #filters = new Set(clientTopics)
  #probe: { at: number; problem: Promise<string | undefined> } | undefined
  readonly #loopBack: LoopBack
  readonly #log: FastifyBaseLogger
  #waiting = 0

  private constructor(inner: EmbeddedBroker, outer: MqttClient, log: FastifyBaseLogger) {
    this.#inner = inner
    this.#outer = outer
    this.#log = log
    outer.on('connect', () => void this.#catchUp())
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
    const options = {
      protocolVersion: 4,
      keepalive,
      reconnectPeriod: 1_000,
      connectTimeout: 10_000,
      queueQoSZero: false,
    } as const
    const outer = await at('MQTT_URL', mqtt.connectAsync(url, options))
    outer.on('error', (error) => log.error({ reason: error.message }, 'the outer broker failed'))
    outer.on('offline', () => log.warn('the outer broker is out of reach'))
    for (const topic of clientTopics) await hear(outer, topic)
    return new JoinedBroker(inner, outer, log)
  }

  publish(topic: string, payload: string, qos: 0 | 1): void {
    if (qos === 0) this.#outer.publish(topic, payload, { qos })
    else
      this.#send(topic, payload).catch((error: unknown) => this.#log.debug({ err: error, topic }, 'a message was lost'))
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
    await this.#send(eventsTopic(boxId), payload)
  }

  problem(): Promise<string | undefined> {
    if (!this.#outer.connected) return Promise.resolve('MQTT_URL: the broker is out of reach')
    const probe = this.#probe
    return probe !== undefined && Date.now() - probe.at <= probeLifetime ? probe.problem : this.#probeAnew()
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
    // What still waits would wait for a broker that is away.
    await Promise.race([this.#outer.endAsync(!this.#outer.connected), pause(endTimeout, undefined, { ref: false })])
  }

  /** Sends with QoS 1; rejects where that is lost. */
  async #send(topic: string, payload: string): Promise<void> {
    const bytes = Buffer.byteLength(payload)
    const hasRoom = this.#waiting + bytes <= maxWaiting || lastingTopics.has(topic)
    if (!this.#outer.connected && !hasRoom) throw new Error('the outer broker is out of reach')
    this.#waiting += bytes
    try {
      await this.#outer.publishAsync(topic, payload, { qos: 1 })
    } finally {
      this.#waiting -= bytes
    }
  }

  #probeAnew(): Promise<string | undefined> {
    const problem = this.#loopBack.problem(this.#filters)
    this.#probe = { at: Date.now(), problem }
    return problem
  }

  /** Consoles have not heard what changed while the outer broker was away: who connects anew asks for everything. */
  async #catchUp(): Promise<void> {
    await this.#probeAnew() // What is subscribed to is heard again.
    for (const sessionId of this.#inner.sessionIds()) this.#inner.dropSession(sessionId)
  }
}

const hear = (outer: MqttClient, filter: string): Promise<unknown> =>
  at(`MQTT_URL: the broker does not let us hear ${filter}`, outer.subscribeAsync(filter, { qos: 1 }))

const matcher = (filter: string): RegExp => new RegExp(`^${filter.replace(/\/#$/, '(/.*)?').replaceAll('+', '[^/]+')}$`)
