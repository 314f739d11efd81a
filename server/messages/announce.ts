import type { FastifyBaseLogger } from 'fastify'
import {
  accountTask,
  type AccountTerms,
  groupsTask,
  type JobProgress,
  jobTask,
  noticeTask,
  siteMessageReadTask,
  siteMessageTask,
} from '../../domain/user-messages.ts'
import type { Market } from '../../domain/markets.ts'
import type { Store } from '../store/store.ts'
import { type Broker, userAnnouncementsTopic } from '../broker/broker.ts'
import type { UserSockets } from './user-socket.ts'

/** What servers tell each other for their users. Servers alone write it, so it is trusted. */
type Announcement =
  /** Who gets a message stands in the database: it may be everybody. */
  | { kind: 'sent'; message_id: number }
  | { kind: 'read'; message_id: number; user_id: number }
  | { kind: 'job'; user_ids: readonly number[]; job: JobProgress }
  | { kind: 'account'; user_id: number; account: AccountTerms }
  | { kind: 'groups'; user_ids: readonly number[]; market: Market }
  | { kind: 'notice'; notice: { content: string; updated_at: number } }

/**
 * Site messages, the maintenance notice and the progress of jobs, pushed at once to whoever is signed in at any server. A push that gets lost
 * loses nothing: consoles also fetch messages when they start, and the notice at each navigation (SPEC §4).
 */
export class UserAnnouncer {
  readonly #store: Store
  readonly #broker: Broker
  readonly #sockets: UserSockets
  readonly #log: FastifyBaseLogger
  readonly #onSent: () => void

  /** @param onSent told of each message that was sent at this server */
  constructor(store: Store, broker: Broker, sockets: UserSockets, log: FastifyBaseLogger, onSent: () => void) {
    this.#store = store
    this.#broker = broker
    this.#sockets = sockets
    this.#log = log
    this.#onSent = onSent
  }

  listen(): Promise<void> {
    return this.#broker.subscribe(userAnnouncementsTopic, (_topic, payload) => {
      this.#deliver(payload).catch((error: unknown) => this.#log.error({ err: error }, 'announcements were lost'))
    })
  }

  /** A site message has been sent. */
  messageSent(id: number): void {
    this.#publish({ kind: 'sent', message_id: id })
    this.#onSent()
  }

  /** A user has read a site message. */
  messageRead(userId: number, id: number): void {
    this.#publish({ kind: 'read', message_id: id, user_id: userId })
  }

  /** The maintenance notice has changed. */
  noticeChanged(notice: { content: string; updated_at: number }): void {
    this.#publish({ kind: 'notice', notice })
  }

  /** A job has moved on, which these users may see, and every admin. */
  jobChanged(userIds: readonly number[], job: JobProgress): void {
    this.#publish({ kind: 'job', user_ids: userIds, job })
  }

  /** What a user may use has changed. */
  accountChanged({ id, modules, expiration, authorization_at }: AccountTerms & { id: number }): void {
    this.#publish({ kind: 'account', user_id: id, account: { modules, expiration, authorization_at } })
  }

  /** These users' groups of a market are others, or stand in another order. */
  groupsChanged(userIds: readonly number[], market: Market): void {
    this.#publish({ kind: 'groups', user_ids: userIds, market })
  }

  #publish(announcement: Announcement): void {
    this.#broker.publish(userAnnouncementsTopic, JSON.stringify(announcement), 1)
  }

  async #deliver(payload: string): Promise<void> {
    const announcement = JSON.parse(payload) as Announcement // Only `#publish` writes there.
    if (announcement.kind === 'notice')
      return this.#sockets.tellAll({ task_type: noticeTask, notice: announcement.notice })
    if (announcement.kind === 'job')
      return this.#sockets.tellOr(announcement.user_ids, 'admin', { task_type: jobTask, job: announcement.job })
    if (announcement.kind === 'groups') {
      for (const id of announcement.user_ids)
        this.#sockets.tell(id, { task_type: groupsTask, market: announcement.market })
      return undefined
    }
    if (announcement.kind === 'account')
      return this.#sockets.tell(announcement.user_id, { task_type: accountTask, account: announcement.account })
    if (announcement.kind === 'read')
      return this.#sockets.tell(announcement.user_id, { task_type: siteMessageReadTask, id: announcement.message_id })
    const received = await this.#store.siteMessages.among(announcement.message_id, this.#sockets.userIds())
    for (const [userId, message] of received) this.#sockets.tell(userId, { task_type: siteMessageTask, message })
  }
}
