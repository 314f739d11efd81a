import { randomUUID } from 'node:crypto'
import { isRecord } from '../../domain/message-fields.ts'
import { reasonIn, type Reason } from '../../domain/reason.ts'
import { type Broker, phoneNewsTopic } from '../broker/broker.ts'

/** A phone is gone, or ready and was not. */
export interface PhoneNews {
  id: number
  /** Why it is gone; null where it is ready. */
  lost: Reason | null
}

/** Reads what a server tells the others; undefined where it is malformed. */
function newsIn(payload: string): { origin: unknown; news: PhoneNews[] } | undefined {
  let message: unknown
  try {
    message = JSON.parse(payload)
  } catch {
    return undefined
  }
  if (!isRecord(message) || !Array.isArray(message.news)) return undefined
  const news = message.news.flatMap((one: unknown): PhoneNews[] => {
    const lost = isRecord(one) ? reasonIn(one.lost) : undefined
    return isRecord(one) && typeof one.id === 'number' && lost !== undefined ? [{ id: one.id, lost }] : []
  })
  return { origin: message.origin, news }
}

/** Who watches a phone, or waits for it, may be at another server than its box. */
export class PhoneNewsOfServers {
  readonly #broker: Broker
  readonly #listener: (news: PhoneNews) => void
  /** Of this server: what it says itself it has heard, and an echo may be older than what it knows. */
  readonly #origin = randomUUID()

  constructor(broker: Broker, listener: (news: PhoneNews) => void) {
    this.#broker = broker
    this.#listener = listener
  }

  tell(news: readonly PhoneNews[]): void {
    for (const one of news) this.#listener(one)
    this.#broker.publish(phoneNewsTopic, JSON.stringify({ origin: this.#origin, news }), 1)
  }

  listen(): Promise<void> {
    return this.#broker.subscribe(phoneNewsTopic, (_topic, payload) => {
      const told = newsIn(payload)
      if (told?.origin !== this.#origin) for (const one of told?.news ?? []) this.#listener(one)
    })
  }
}
