import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import { seesEverything, type Role } from '../../domain/roles.ts'
import { bareOf, pageBehind } from './keyset.ts'
import { isWithin } from './owner-tree.ts'
import type { SiteMessage } from '../../domain/user-messages.ts'
import type { Tables } from './tables.ts'
import { countedTotal } from './totals.ts'
import type { Person } from './users.ts'

/** Whom a message is for, among its sender and everyone below. */
export type Audience = { user_ids: readonly number[] } | { roles: readonly Role[] }

const isRead = sql<boolean>`confirmed_at is not null`

export const siteMessageQueries = (db: Kysely<Tables>) => {
  const received = (userId: number) =>
    db
      .selectFrom('site_message_recipients as mine')
      .innerJoin('site_messages', 'site_messages.id', 'mine.message_id')
      .select(['site_messages.id', 'msg_text', 'reason', 'created_at', isRead.as('confirm')])
      .where('mine.user_id', '=', userId)

  const matching = (userId: number, confirm: boolean | undefined) => {
    const query = db.selectFrom('site_message_recipients').where('user_id', '=', userId)
    return confirm === undefined ? query : query.where('confirmed_at', confirm ? 'is not' : 'is', null)
  }

  const audienceOf = (sender: Person, audience: Audience) => {
    const visible: RawBuilder<boolean> = seesEverything(sender.role)
      ? sql<boolean>`true`
      : isWithin(sql.ref('users.path'), sender.path)
    const query = db.selectFrom('users').where(visible).where('users.deleted_at', 'is', null)
    return 'roles' in audience
      ? query.where('role', 'in', audience.roles)
      : query.where('users.id', 'in', audience.user_ids)
  }

  return {
    /** A page of a user's messages, newest first, and how many there are in all. */
    async list(
      userId: number,
      { confirm, limit, skip }: { confirm: boolean | undefined; limit: number; skip: number },
    ) {
      const id = sql<number>`site_message_recipients.message_id`
      const keyset = {
        rows: matching(userId, confirm)
          .innerJoin('site_messages', 'site_messages.id', 'site_message_recipients.message_id')
          .select(['site_messages.id', 'msg_text', 'reason', 'created_at', isRead.as('confirm')]),
        bare: bareOf(matching(userId, confirm)),
        count: () => countedTotal(matching(userId, confirm)),
        key: id,
        id,
        descending: true,
      }
      return pageBehind(db, keyset, { limit, skip })
    },

    /** One of a user's messages; undefined where it is not among them. */
    received: (userId: number, id: number): Promise<SiteMessage | undefined> =>
      received(userId).where('site_messages.id', '=', id).executeTakeFirst(),

    /** Marks a user's message as read; false where it was, or is not the user's. */
    async confirm(userId: number, id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('site_message_recipients')
        .set({ confirmed_at: at })
        .where('user_id', '=', userId)
        .where('message_id', '=', id)
        .where('confirmed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Writes a message to an audience, in words or as a reason; answers its id and how many users got it. It waits to be pushed to their browsers. */
    async send(sender: Person, said: string | Reason, audience: Audience): Promise<{ id: number; count: number }> {
      const { id } = await db
        .insertInto('site_messages')
        .values({
          sender_id: sender.id,
          ...(typeof said === 'string' ? { msg_text: said } : { msg_text: '', reason: said }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('site_message_recipients')
        .columns(['message_id', 'user_id'])
        .expression(audienceOf(sender, audience).select([sql.lit(id).as('message_id'), 'users.id as user_id']))
        .executeTakeFirstOrThrow()
      await db
        .insertInto('push_waiting')
        .columns(['subscription_id', 'message_id'])
        .expression(
          db
            .selectFrom('push_subscriptions')
            .innerJoin('site_message_recipients as theirs', 'theirs.user_id', 'push_subscriptions.user_id')
            .where('theirs.message_id', '=', id)
            .select(['push_subscriptions.id as subscription_id', 'theirs.message_id']),
        )
        .execute()
      return { id, count: Number(numInsertedOrUpdatedRows) }
    },

    /** Which of these users a message is for, and the message. */
    async among(id: number, userIds: readonly number[]): Promise<Map<number, SiteMessage>> {
      if (userIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('site_message_recipients as theirs')
        .innerJoin('site_messages', 'site_messages.id', 'theirs.message_id')
        .select(['theirs.user_id', 'site_messages.id', 'msg_text', 'reason', 'created_at', isRead.as('confirm')])
        .where('theirs.user_id', 'in', userIds)
        .where('theirs.message_id', '=', id)
        .execute()
      return new Map(rows.map(({ user_id, ...message }) => [user_id, message]))
    },
  }
}
