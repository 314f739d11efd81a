import { connect, type MqttClient } from 'mqtt'
import { commandsTopic, eventsTopic, type BoxEvent } from '../domain/box-protocol.ts'
import type { Enrolment } from './enrolment.ts'
import { log } from './log.ts'

const reconnectPeriod = 1_000
const connectTimeout = 10_000
/** A server learns within one and a half of these that an agent is gone. Seconds. */
const keepalive = 15
const farewellTimeout = 1_000

/** MQTT 3.1.1 §3.2.2.3: bad user name or password, not authorized. */
const refusals = new Set<unknown>([4, 5])

interface BoxLinkPorts {
  /** The broker is there, at first or again: all there is to know is to be sent. */
  connected(): void
  command(payload: string): void
  /** The broker does not know the credentials any more. */
  refused(): void
}

/** The agent's line to the broker. It comes back by itself until the credentials are refused. */
export class BoxLink {
  readonly #client: MqttClient
  readonly #events: string

  constructor({ boxId, broker }: Enrolment, ports: BoxLinkPorts) {
    this.#events = eventsTopic(boxId)
    const lost: BoxEvent = { type: 'agent_lost' }
    this.#client = connect(broker.url, {
      username: broker.userName,
      password: broker.password,
      clientId: broker.clientId,
      protocolVersion: 4,
      clean: true,
      keepalive,
      reconnectPeriod,
      connectTimeout,
      will: { topic: this.#events, payload: Buffer.from(JSON.stringify(lost)), qos: 1, retain: false },
    })
    this.#client.on('connect', () => {
      log.info('the broker is there')
      this.#client.subscribe(commandsTopic(boxId), { qos: 1 }, (error) => {
        if (error) log.warn('commands can not be heard', { error })
      })
      ports.connected()
    })
    this.#client.on('message', (_topic, payload) => ports.command(payload.toString()))
    this.#client.on('error', (error) => {
      log.warn('the broker', { error })
      if ('code' in error && refusals.has(error.code)) ports.refused()
    })
  }

  /** Tells the servers. While the broker is away nothing is kept: it will be sent everything when it is back. */
  tell(event: BoxEvent): void {
    if (!this.#client.connected) return
    this.#client.publish(this.#events, JSON.stringify(event), { qos: 1 }, (error) => {
      if (error) log.warn('an event was not delivered', { event: event.type, error })
    })
  }

  /** Leaves without a word, for another link to take its place. */
  abandon(): void {
    this.#client.end(true)
  }

  /** Says that the agent leaves, and leaves. */
  async close(): Promise<void> {
    if (this.#client.connected) {
      const sent = this.#client.publishAsync(this.#events, JSON.stringify({ type: 'agent_lost' } satisfies BoxEvent), {
        qos: 1,
      })
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, farewellTimeout)
      await Promise.race([sent, timeout.promise]).catch((error: unknown) => log.warn('leaving was not sent', { error }))
      clearTimeout(timer)
    }
    await this.#client.endAsync(true)
  }
}
