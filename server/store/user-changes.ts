import { sql, type Kysely, type Updateable } from 'kysely'
import type { Market } from '../../domain/markets.ts'
import type { Tables, UsersTable } from './tables.ts'
import type { UserRow } from './users.ts'

/** What still hangs on a user. */
export interface Holdings {
  devices: number
  boxes: number
  environments: number
  /** Finished ones: an upload that nobody goes on with is forgotten anyway. */
  files: number
}

/** What can be changed of a user once it is there. */
export type UserChanges = Pick<
  Updateable<UsersTable>,
  | 'modules'
  | 'thread_number'
  | 'expiration'
  | 'authorization_at'
  | 'contact_name'
  | 'phone'
  | 'email'
  | 'note'
  | 'avatar'
>

/** What nobody below a user may go beyond. */
export interface Bounds {
  modules?: readonly Market[]
  /** The rest binds elements alone. */
  thread_number?: number
  /** When the service ends, Unix time in seconds. */
  ends_at?: number
}

export const userChangeQueries = (db: Kysely<Tables>) => ({
  /**
   * Users that there are, by id, locked until the transaction ends together with all those above them: what these have bounds
   * what may be given below, and must not shrink meanwhile. Always from the root down, so that nobody waits for each other.
   */
  async lockMany(ids: readonly number[]): Promise<Map<number, UserRow>> {
    const rows = await db
      .selectFrom('users')
      .selectAll()
      .where(
        sql<boolean>`id in (select unnest(string_to_array(path, '/')::bigint[]) from users where id = any(${ids}))`,
      )
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const asked = new Set(ids)
    return new Map(rows.filter(({ id }) => asked.has(id)).map((row) => [row.id, row]))
  },

  /** Of these, those that were deleted, locked until the transaction ends. */
  lockDeleted: (ids: readonly number[]): Promise<UserRow[]> =>
    db
      .selectFrom('users')
      .selectAll()
      .where(sql<boolean>`id = any(${ids})`)
      .where('deleted_at', 'is not', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  /** Which of these names somebody has, in small letters. */
  async taken(names: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('users')
      .select(sql<string>`lower(user_name)`.as('name'))
      .where(sql<boolean>`lower(user_name) = any(${names.map((name) => name.toLowerCase())})`)
      .where('deleted_at', 'is', null)
      .execute()
    return new Set(rows.map(({ name }) => name))
  },

  async change(id: number, changes: UserChanges): Promise<void> {
    await db.updateTable('users').set(changes).where('id', '=', id).execute()
  },

  /** Keeps everybody below a user within its bounds; answers whom that changed. */
  async keepWithin({ path, id }: Pick<UserRow, 'path' | 'id'>, bounds: Bounds): Promise<UserRow[]> {
    const below = sql<boolean>`path >= ${`${path}/`} and path < ${`${path}0`} and deleted_at is null`
    const changed = new Map<number, UserRow>()
    const note = (rows: UserRow[]) => rows.forEach((row) => changed.set(row.id, row))
    if (bounds.modules !== undefined) {
      const modules = [...bounds.modules]
      const kept = sql<Market[]>`array(select m from unnest(modules) as m where m = any(${modules}::text[]))`
      const beyond = sql<boolean>`not modules <@ ${modules}::text[]`
      note(await db.updateTable('users').set({ modules: kept }).where(below).where(beyond).returningAll().execute())
    }
    const elements = () => db.updateTable('users').where('parent_id', '=', id).where('deleted_at', 'is', null)
    const { thread_number, ends_at } = bounds
    if (thread_number !== undefined)
      note(await elements().set({ thread_number }).where('thread_number', '>', thread_number).returningAll().execute())
    if (ends_at !== undefined) {
      const expiration = sql<number>`greatest(0, ${ends_at}::bigint - authorization_at)`
      const beyond = sql<boolean>`authorization_at + expiration > ${ends_at}`
      note(await elements().set({ expiration }).where(beyond).returningAll().execute())
    }
    return [...changed.values()]
  },

  async setEnabled(ids: readonly number[], enabled: boolean): Promise<void> {
    await db
      .updateTable('users')
      .set({ enabled })
      .where(sql<boolean>`id = any(${ids})`)
      .execute()
  },

  async setPassword(id: number, passwordHash: string): Promise<void> {
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  },

  /** Sets the service of many, in one statement. Times are in seconds. */
  async setServices(services: readonly { id: number; authorization_at: number; expiration: number }[]): Promise<void> {
    if (services.length === 0) return
    await sql`
      update users set authorization_at = renewed.authorization_at, expiration = renewed.expiration
      from jsonb_to_recordset(${JSON.stringify(services)}::jsonb)
        as renewed(id bigint, authorization_at bigint, expiration bigint)
      where users.id = renewed.id`.execute(db)
  },

  /** Those right below each of these users, by id. */
  async childrenOf(ids: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'parent_id'])
      .where(sql<boolean>`parent_id = any(${ids})`)
      .where('deleted_at', 'is', null)
      .execute()
    const children = new Map<number, number[]>()
    for (const { id, parent_id } of rows)
      if (parent_id !== null) children.set(parent_id, [...(children.get(parent_id) ?? []), id])
    return children
  },

  /** What each of these users still has; who has nothing is left out. */
  async holdingsOf(ids: readonly number[]): Promise<Map<number, Holdings>> {
    // What was deleted stays in its table, and is nobody's burden.
    const present = {
      devices: sql<boolean>`removed_at is null`,
      boxes: sql<boolean>`deleted_at is null`,
      environments: sql<boolean>`true`,
      files: sql<boolean>`status not in ('uploading', 'removed')`,
    }
    const owned = (table: keyof Holdings) =>
      db
        .selectFrom(table)
        .select(['owner_id', ({ fn }) => fn.countAll<number>().as('count')])
        .where(sql<boolean>`owner_id = any(${ids})`)
        .where(present[table])
        .groupBy('owner_id')
        .execute()
    const holdings = new Map<number, Holdings>()
    for (const kind of ['devices', 'boxes', 'environments', 'files'] as const)
      for (const { owner_id, count } of await owned(kind))
        holdings.set(owner_id, {
          ...(holdings.get(owner_id) ?? { devices: 0, boxes: 0, environments: 0, files: 0 }),
          [kind]: count,
        })
    return holdings
  },

  /** Deletes users: nobody finds them any more but what speaks of them, and their names are free. */
  async remove(ids: readonly number[], at: number): Promise<void> {
    await db
      .updateTable('users')
      .set({ deleted_at: at, enabled: false, invite_code: null, password_hash: '' })
      .where(sql<boolean>`id = any(${ids})`)
      .execute()
  },
})
