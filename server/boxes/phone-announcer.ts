import { randomUUID } from 'node:crypto'
import { isRecord } from '../../domain/message-fields.ts'
import { reasonIn, type Reason } from '../../domain/reason.ts'
import { type Broker, phoneAnnouncementsTopic } from '../broker/broker.ts'

/** A phone is gone, or ready and was not. */
export interface PhoneAnnouncement {
  id: number
  /** Why it is gone; null where it is ready. */
  lost: Reason | null
}

/** Reads what a server tells the others; undefined where it is malformed. */
function announcementsIn(payload: string): { origin: unknown; phones: PhoneAnnouncement[] } | undefined {
  let message: unknown
  try {
    message = JSON.parse(payload)
  } catch {
    return undefined
  }
  if (!isRecord(message) || !Array.isArray(message.news)) return undefined
  const phones = message.news.flatMap((one: unknown): PhoneAnnouncement[] => {
    const lost = isRecord(one) ? reasonIn(one.lost) : undefined
    return isRecord(one) && typeof one.id === 'number' && lost !== undefined ? [{ id: one.id, lost }] : []
  })
  return { origin: message.origin, phones }
}

/** Who watches a phone, or waits for it, may be at another server than its box. */
export class PhoneAnnouncer {
  readonly #broker: Broker
  readonly #listener: (phone: PhoneAnnouncement) => void
  /** Of this server: what it says itself it has heard, and an echo may be older than what it knows. */
  readonly #origin = randomUUID()

  constructor(broker: Broker, listener: (phone: PhoneAnnouncement) => void) {
    this.#broker = broker
    this.#listener = listener
  }

  announce(phones: readonly PhoneAnnouncement[]): void {
    for (const one of phones) this.#listener(one)
    this.#broker.publish(phoneAnnouncementsTopic, JSON.stringify({ origin: this.#origin, news: phones }), 1)
  }

  listen(): Promise<void> {
    return this.#broker.subscribe(phoneAnnouncementsTopic, (_topic, payload) => {
      const told = announcementsIn(payload)
      if (told?.origin !== this.#origin) for (const one of told?.phones ?? []) this.#listener(one)
    })
  }
}
