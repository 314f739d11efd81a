import { sql, type Kysely } from 'kysely'
import type { Role } from '../../domain/roles.ts'
import { isEnabled } from './owner-tree.ts'
import { planOnce } from './planned-once.ts'
import type { Tables } from './tables.ts'

export const sessionQueries = (db: Kysely<Tables>) => {
  const withUser = () =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id as session_id',
        'sessions.created_at as session_created_at',
        'sessions.last_seen_at',
        'sessions.expires_at',
        'sessions.ended_at',
        'sessions.role as session_role',
        'users.id',
        'users.user_name',
        'users.role',
        'users.path',
        'users.modules',
        'users.expiration',
        'users.authorization_at',
        isEnabled.as('enabled'),
      ])

  /** Every call asks for the one and every write for the other: made once, and only what is asked for is put in. */
  let byTokenHash: ReturnType<typeof compiledByTokenHash> | undefined
  const compiledByTokenHash = () => planOnce(withUser().where('sessions.token_hash', '=', Buffer.alloc(0)).compile())
  let forWrite: ReturnType<typeof compiledForWrite> | undefined
  const compiledForWrite = () =>
    planOnce(
      withUser()
        .where('sessions.id', '=', '')
        .select(sql<boolean>`sessions.xmin = pg_current_xact_id()::xid`.as('ended_here'))
        .compile(),
    )

  return {
    async add(session: {
      id: string
      user_id: number
      role: Role
      token_hash: Buffer
      created_at: number
      expires_at: number
      ip: string
    }): Promise<void> {
      await db
        .insertInto('sessions')
        .values({ ...session, last_seen_at: session.created_at })
        .execute()
    },

    async byTokenHash(tokenHash: Buffer) {
      byTokenHash ??= compiledByTokenHash()
      const asked: typeof byTokenHash = { ...byTokenHash, parameters: [tokenHash] }
      return (await db.executeQuery(asked)).rows.at(0)
    },

    byIds: (ids: readonly string[]) =>
      withUser()
        .where(sql<boolean>`sessions.id = any(${[...ids]}::uuid[])`)
        .execute(),

    byId: (id: string) => withUser().where('sessions.id', '=', id).executeTakeFirst(),

    /** With `ended_here`: whether this very transaction has written it, as the one that ends it does. */
    async forWrite(id: string) {
      forWrite ??= compiledForWrite()
      const asked: typeof forWrite = { ...forWrite, parameters: [id] }
      return (await db.executeQuery(asked)).rows.at(0)
    },

    async extend(id: string, seenAt: number, expiresAt: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: seenAt, expires_at: expiresAt })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
    },

    /** Ends a session before its time; false when it had ended already. */
    async end(id: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ ended_at: at })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Ends every session of a user before its time; answers their ids. */
    async endAllOf(userId: number, at: number): Promise<string[]> {
      const rows = await db
        .updateTable('sessions')
        .set({ ended_at: at })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Ends every session of these users, and of everybody below them, before its time; answers their ids. */
    async endAllOfBranches(userIds: readonly number[], at: number): Promise<string[]> {
      const rows = await db
        .updateTable('sessions')
        .set({ ended_at: at })
        .where(
          sql<boolean>`user_id in (select below.id from users as above
            join users as below on below.id = above.id or (below.path >= above.path || '/' and below.path < above.path || '0')
            where above.id = any(${userIds}))`,
        )
        .where('ended_at', 'is', null)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
