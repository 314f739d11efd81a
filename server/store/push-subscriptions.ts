import { sql, type Kysely } from 'kysely'
import type { Language } from '../../texts/catalogue.ts'
import type { SiteMessage } from '../../domain/user-messages.ts'
import { isEnabled } from './owner-tree.ts'
import type { Tables } from './tables.ts'

/** How long a server may be at a browser before another takes over, in milliseconds: longer than all that it is sent at once takes. */
const claim = 120_000

/** What a browser says of itself, to be written to. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

export interface ClaimedSubscription extends PushAddress {
  id: number
  user_id: number
  language: Language
  failures: number
  window_from: number
  window_count: number
}

/** What is known of a browser once something was tried. */
export interface PushOutcome {
  failures: number
  next_at: number
  window_from: number
  window_count: number
  last_success_at?: number
}

/** Whether the session that a browser subscribed in serves still, as every call asks (Sessions). */
const isOfLiveSession = (now: number) => sql<boolean>`exists (
  select from sessions join users on users.id = sessions.user_id
  where sessions.id = push_subscriptions.session_id and sessions.ended_at is null and sessions.expires_at > ${now}
    and sessions.role = users.role and ${isEnabled})`

export const pushSubscriptionQueries = (db: Kysely<Tables>) => {
  const isUnread = sql<boolean>`exists (
    select from site_message_recipients as theirs join push_subscriptions on push_subscriptions.user_id = theirs.user_id
    where push_subscriptions.id = push_waiting.subscription_id and theirs.message_id = push_waiting.message_id
      and theirs.confirmed_at is null)`

  return {
    /** A user's browsers, those that subscribed first first. */
    listOf: (userId: number, now: number) =>
      db
        .selectFrom('push_subscriptions')
        .select(['id', 'session_id', 'endpoint', 'language', 'created_at', 'last_success_at'])
        .where('user_id', '=', userId)
        .where(isOfLiveSession(now))
        .orderBy('id')
        .execute(),

    byEndpoint: (endpoint: string) =>
      db
        .selectFrom('push_subscriptions')
        .select(['id', 'user_id', 'p256dh', 'auth', isOfLiveSession(Date.now()).as('isLive')])
        .where('endpoint', '=', endpoint)
        .forUpdate()
        .executeTakeFirst(),

    /** Undefined where another was just added with this endpoint. */
    add: (subscription: PushAddress & { user_id: number; session_id: string; language: Language }) =>
      db
        .insertInto('push_subscriptions')
        .values(subscription)
        .onConflict((conflict) => conflict.column('endpoint').doNothing())
        .returning(['id', 'session_id', 'endpoint', 'language', 'created_at', 'last_success_at'])
        .executeTakeFirst(),

    /** Removes one of a user's; false where it has none of this id. */
    async remove(userId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    /** Forgets a browser, with what was to be pushed to it. */
    async forget(id: number): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
    },

    /** Forgets those whose session has ended. */
    async forgetEnded(now: number): Promise<void> {
      await db
        .deleteFrom('push_subscriptions')
        .where(sql<boolean>`not ${isOfLiveSession(now)}`)
        .execute()
    },

    /** Takes some browsers that something waits for, which are left to this server for a while; those of ended sessions are not among them. */
    claim(now: number, limit: number): Promise<ClaimedSubscription[]> {
      const due = db
        .selectFrom('push_subscriptions')
        .select('id')
        .where(sql<boolean>`exists (select from push_waiting where subscription_id = push_subscriptions.id)`)
        .where('next_at', '<=', now)
        .where('busy_until', '<=', now)
        .where(isOfLiveSession(now))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
      return db
        .updateTable('push_subscriptions')
        .set({ busy_until: now + claim })
        .where(sql<boolean>`id = any(array(${due}))`) // An array is looked up once, whatever the planner thinks of it.
        .returning([
          'id',
          'user_id',
          'endpoint',
          'p256dh',
          'auth',
          'language',
          'failures',
          'window_from',
          'window_count',
        ])
        .execute()
    },

    /** What waits for a browser, the oldest first; what its user has read meanwhile does not wait any more. */
    async waiting(id: number): Promise<Pick<SiteMessage, 'id' | 'msg_text' | 'reason'>[]> {
      await db
        .deleteFrom('push_waiting')
        .where('subscription_id', '=', id)
        .where(sql<boolean>`not ${isUnread}`)
        .execute()
      return db
        .selectFrom('push_waiting')
        .innerJoin('site_messages', 'site_messages.id', 'push_waiting.message_id')
        .select(['site_messages.id', 'msg_text', 'reason'])
        .where('subscription_id', '=', id)
        .orderBy('site_messages.id')
        .execute()
    },

    /** These have been pushed, or given up. */
    async settle(id: number, messageIds: readonly number[]): Promise<void> {
      await db
        .deleteFrom('push_waiting')
        .where('subscription_id', '=', id)
        .where(sql<boolean>`message_id = any(${[...messageIds]}::bigint[])`)
        .execute()
    },

    /** The server is done with a browser for now. */
    async release(id: number, outcome: PushOutcome): Promise<void> {
      await db
        .updateTable('push_subscriptions')
        .set({ ...outcome, busy_until: 0 })
        .where('id', '=', id)
        .execute()
    },
  }
}
