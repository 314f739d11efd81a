import type { FastifyBaseLogger } from 'fastify'
import { reason } from '../../texts/reason.ts'
import type { Config } from '../config/config.ts'
import { worded } from '../http/words.ts'
import type { PushKeys } from '../store/push-keys.ts'
import type { ClaimedSubscription, PushOutcome } from '../store/push-subscriptions.ts'
import type { Store } from '../store/store.ts'
import { pushOnce, type PushAnswer, type PushContent } from './push-request.ts'
import { pushEndpoint } from './push-services.ts'

/** Browsers that a server writes to at a time. */
const atOnce = 8
/** More notifications than these within a spell become one. */
const notificationsOfASpell = 5
/** Milliseconds. */
const spell = 10_000
/** How often in a row it is tried; then what waits is left to the bell. */
const tries = 5
/** Milliseconds until the second try; each further one is four times as late. */
const firstWait = 2_000
/** Nothing waits longer than this for the next try, whatever a push service says. Milliseconds. */
const maxWait = 600_000
/** Characters of a message that a notification shows. */
const maxTextLength = 200

/** What is written to the service worker, `public/push-worker.js`. */
interface PushedNotification {
  title: string
  body: string
  language: string
  /** Another notification of this name takes its place. */
  tag: string
  /** Which message it leads to; none where it is of several. */
  message?: number
  /** Where it leads when no console is open. */
  address: string
}

/** Until the next try, in milliseconds. */
const waitOf = (failures: number, retryAfter = 0): number =>
  Math.min(Math.max(firstWait * 4 ** (failures - 1), retryAfter * 1_000), maxWait)

type Waiting = Awaited<ReturnType<Store['pushSubscriptions']['waiting']>>

const shortened = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > maxTextLength ? `${characters.slice(0, maxTextLength - 1).join('')}…` : text
}

/** Whom a push service may turn to about what this server sends: as PUSH_CONTACT says, or where people reach it. */
export const contactOf = ({ pushContact, publicUrl }: Pick<Config, 'pushContact' | 'publicUrl'>): string =>
  pushContact ?? (publicUrl?.protocol === 'https:' ? publicUrl.origin : 'https://phonedeck.invalid')

interface Ports {
  store: Store
  keys: PushKeys
  contact: string
  /** Hosts of PUSH_SERVICES. */
  services: readonly string[]
  log: FastifyBaseLogger
}

/**
 * Pushes what waits for browsers. Which browsers that is stands in the database, where each is left to one server at a time, so that any
 * number of servers may look.
 */
export class PushSender {
  readonly #ports: Ports
  readonly #stopping = new AbortController()
  #looking: Promise<void> | undefined
  #isWanted = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Pushes whatever waits; what comes while it is at it, too. */
  look(): void {
    this.#isWanted = true
    this.#looking ??= this.#lookAll()
      .catch((error: unknown) => this.#ports.log.error({ err: error }, 'messages were not pushed'))
      .finally(() => (this.#looking = undefined))
  }

  /** Ends what is under way; another server, or the next start, goes on with it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking
  }

  async #lookAll(): Promise<void> {
    const { store } = this.#ports
    while (this.#isWanted && !this.#stopping.signal.aborted) {
      this.#isWanted = false
      const claimed = await store.transaction((tx) => tx.pushSubscriptions.claim(Date.now(), atOnce))
      const pushed = await Promise.allSettled(claimed.map((subscription) => this.#push(subscription)))
      for (const one of pushed) if (one.status === 'rejected') throw one.reason
      if (claimed.length === atOnce) this.#isWanted = true
    }
  }

  async #push(subscription: ClaimedSubscription): Promise<void> {
    const { store } = this.#ports
    const { id } = subscription
    const waiting = await store.transaction((tx) => tx.pushSubscriptions.waiting(id))
    const now = Date.now()
    const isOver = now - subscription.window_from >= spell
    const outcome: PushOutcome = {
      failures: subscription.failures,
      next_at: 0,
      window_from: isOver ? now : subscription.window_from,
      window_count: isOver ? 0 : subscription.window_count,
    }
    const left = notificationsOfASpell - outcome.window_count
    const isStorm = waiting.length > left
    // Those of a storm come as one, or with the next spell.
    if (isStorm && outcome.window_count > 0) outcome.next_at = outcome.window_from + spell
    else await this.#send(subscription, isStorm ? [waiting] : waiting.map((message) => [message]), outcome)
    await store.transaction((tx) => tx.pushSubscriptions.release(id, outcome))
  }

  /** Sends a notification for each of these, until one can not be. */
  async #send(
    subscription: ClaimedSubscription,
    notifications: readonly Waiting[],
    outcome: PushOutcome,
  ): Promise<void> {
    const { store } = this.#ports
    const settle = (messages: Waiting) => {
      const ids = messages.map(({ id }) => id)
      return store.transaction((tx) => tx.pushSubscriptions.settle(subscription.id, ids))
    }
    for (const messages of notifications) {
      const answer = await this.#try(subscription, this.#contentOf(subscription, messages))
      if (answer.kind !== 'sent' && this.#stopping.signal.aborted) return
      if (answer.kind === 'gone') return store.transaction((tx) => tx.pushSubscriptions.forget(subscription.id))
      if (answer.kind === 'later') {
        outcome.failures += 1
        if (outcome.failures < tries) outcome.next_at = Date.now() + waitOf(outcome.failures, answer.retryAfter)
        else {
          outcome.failures = 0
          await settle(notifications.flat())
        }
        return
      }
      if (answer.kind === 'sent') outcome.last_success_at = Date.now()
      outcome.failures = 0
      outcome.window_count += 1
      await settle(messages)
    }
  }

  async #try(subscription: ClaimedSubscription, content: PushContent): Promise<PushAnswer> {
    const { keys, contact, services, log } = this.#ports
    const endpoint = pushEndpoint(subscription.endpoint, services)
    if (endpoint === undefined) return { kind: 'gone' } // PUSH_SERVICES does not name it any more.
    const answer = await pushOnce(endpoint, subscription, content, { keys, contact, stopping: this.#stopping.signal })
    // Its address is a capability: only whose it is, is told.
    if (answer.kind !== 'sent' && !this.#stopping.signal.aborted)
      log.warn({ subscription: subscription.id, service: endpoint.url.host, answer }, 'a message was not pushed')
    return answer
  }

  #contentOf({ language }: ClaimedSubscription, messages: Waiting): PushContent {
    const [only] = messages
    const isOne = only !== undefined && messages.length === 1
    const tag = isOne ? `message-${only.id}` : 'messages'
    const notification: PushedNotification = isOne
      ? {
          title: worded(language, reason('pushing.one')),
          body: shortened(only.reason === null ? only.msg_text : worded(language, only.reason)),
          language,
          tag,
          message: only.id,
          address: `/dashboard?message=${only.id}`,
        }
      : {
          title: worded(language, reason('pushing.many', { n: messages.length })),
          body: '',
          language,
          tag,
          address: '/dashboard',
        }
    return { payload: JSON.stringify(notification), topic: tag }
  }
}
