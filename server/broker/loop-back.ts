import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { everyBoxEvents } from '../../domain/box-protocol.ts'
import {
  boxEndsTopic,
  jobCancelsTopic,
  phoneAnnouncementsTopic,
  sessionEndsTopic,
  userAnnouncementsTopic,
} from './broker.ts'

/** What consoles and agents hear; box events are for servers alone. */
export const clientTopics = ['fleet/#', 'boxes/+/commands']

/** Everything that goes between servers at a broker that joins them. */
export const busTopics = [
  ...clientTopics,
  everyBoxEvents,
  sessionEndsTopic,
  boxEndsTopic,
  phoneAnnouncementsTopic,
  userAnnouncementsTopic,
  jobCancelsTopic,
]

/** What a server says to itself on every topic, to hear whether it gets through; nobody else heeds it. */
const probePrefix = 'probe:'
/** A probe that has not come back by then is lost. Milliseconds. */
const probeTimeout = 3_000

/** Finds out which topics a broker passes on: its rules may refuse one without a word, so that servers don't hear each other. */
export class LoopBack {
  readonly #publish: (topic: string, payload: string) => void
  #onProbe: (topic: string, payload: string) => void = () => {}

  constructor(publish: (topic: string, payload: string) => void) {
    this.#publish = publish
  }

  /** To be told of everything that is heard; answers whether it was a probe. */
  hear(topic: string, payload: string): boolean {
    if (!payload.startsWith(probePrefix)) return false
    this.#onProbe(topic, payload)
    return true
  }

  /** What of the topics that were subscribed to does not come back, in words; undefined where all does. */
  async problem(filters: Iterable<string>): Promise<string | undefined> {
    const payload = `${probePrefix}${randomUUID()}`
    const unheard = new Set([...filters].map((filter) => filter.replaceAll('+', '0').replace('#', 'probe')))
    const heard = Promise.withResolvers<void>()
    this.#onProbe = (topic, text) => {
      if (text === payload) unheard.delete(topic)
      if (unheard.size === 0) heard.resolve()
    }
    for (const topic of unheard) this.#publish(topic, payload)
    await Promise.race([heard.promise, pause(probeTimeout, undefined, { ref: false })])
    if (unheard.size === 0) return undefined
    return `MQTT_URL: what is published at ${[...unheard].join(', ')} does not come back; the broker's rules have to allow both`
  }
}
