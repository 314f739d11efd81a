import { sql, type Kysely, type Selectable } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { Market } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import { isEnabled } from './owner-tree.ts'
import type { Tables, UsersTable } from './tables.ts'

/** Whom a call, a session or a row belongs to. */
export interface Person {
  id: number
  user_name: string
  role: Role
  path: OwnerPath
}

export type UserRow = Selectable<UsersTable>

interface NewUser {
  user_name: string
  password_hash: string
  role: Role
  parent: { id: number; path: OwnerPath } | null
  modules?: Market[]
  expiration?: number
  authorization_at?: number
  thread_number?: number
  contact_name?: string
  phone?: string
  email?: string
  note?: string
  avatar?: string
}

export const userQueries = (db: Kysely<Tables>) => {
  /** Adds a user below its parent and answers its row; undefined where the name is taken, be it in other case. */
  const addUnlessTaken = async ({ parent, ...user }: NewUser): Promise<UserRow | undefined> => {
    const { id } = await db
      .selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('users', 'id'))`.as('id'))
      .executeTakeFirstOrThrow()
    return db
      .insertInto('users')
      .values({
        ...user,
        id,
        parent_id: parent?.id ?? null,
        path: parent === null ? String(id) : `${parent.path}/${id}`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  }

  return {
    addUnlessTaken,

    /** In whose name the server itself speaks to people. */
    firstAdmin: (): Promise<UserRow | undefined> =>
      db
        .selectFrom('users')
        .selectAll()
        .where('role', '=', 'admin')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),

    byName: (userName: string) =>
      db
        .selectFrom('users')
        .selectAll()
        .where('user_name', '=', userName)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),

    byId: (id: number) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    async byIds(ids: readonly number[]): Promise<Map<number, UserRow>> {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where(sql<boolean>`id = any(${ids})`)
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** Whether a user and all those above it are enabled. */
    async isEnabled(id: number): Promise<boolean> {
      const user = await db.selectFrom('users').select(isEnabled.as('enabled')).where('id', '=', id).executeTakeFirst()
      return user?.enabled ?? false
    },

    /** How many phones a user may use at once. */
    async quotaOf(id: number): Promise<number> {
      const user = await db.selectFrom('users').select('thread_number').where('id', '=', id).executeTakeFirst()
      return user?.thread_number ?? 0
    },

    /** The places of users in the ownership tree. */
    async pathsOf(ids: readonly number[]): Promise<Map<number, OwnerPath>> {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('users').select(['id', 'path']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, path }) => [id, path]))
    },

    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
    },

    /** Adds a user below its parent and answers its row. */
    async add(user: NewUser): Promise<UserRow> {
      const added = await addUnlessTaken(user)
      if (added === undefined) throw new Error(`the name ${user.user_name} is taken`)
      return added
    },

    byInviteCode: (code: string) =>
      db.selectFrom('users').selectAll().where('invite_code', '=', code).executeTakeFirst(),

    /** Gives a user an invite code, in place of the one it has. */
    async giveInviteCode(id: number, code: string): Promise<void> {
      await db.updateTable('users').set({ invite_code: code }).where('id', '=', id).execute()
    },

    /** Who is above a user, as its contact card shows it. */
    contactOf: (id: number) =>
      db
        .selectFrom('users')
        .innerJoin('users as parents', 'parents.id', 'users.parent_id')
        .select(['parents.user_name', 'parents.role', 'parents.contact_name', 'parents.phone', 'parents.email'])
        .where('users.id', '=', id)
        .executeTakeFirst(),

    /** Replaces a password; false where it is no longer `before`. */
    async replacePassword(id: number, { before, after }: { before: string; after: string }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ password_hash: after })
        .where('id', '=', id)
        .where('password_hash', '=', before)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async noteLogin(id: number, at: number, ip: string): Promise<void> {
      await db.updateTable('users').set({ last_login_at: at, last_login_ip: ip }).where('id', '=', id).execute()
    },

    /** Keeps others from changing the user and what it holds until the transaction ends. */
    lock: (id: number) => db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  }
}
