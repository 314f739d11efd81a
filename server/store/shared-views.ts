import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { teamOf } from './team.ts'
import type { Person } from './users.ts'

/** Of one list, for one reader: more than a menu can offer. */
const maxOfList = 500

/**
 * Views that somebody reads: its own and those of whoever stands above, whose whole branch reads along, and of the elements of its team, whose
 * views are their team's alone. Whose they are is found first, as each has few: an array is looked up once.
 */
const isSharedWith = (caller: Person) => sql<boolean>`shared_views.owner_id = any(array(
  select id from users where deleted_at is null and id = any(${caller.path.split('/').map(Number)}::bigint[])
  union all
  select id from users where deleted_at is null and parent_id = ${teamOf(caller)} and role = 'element'))`

export const sharedViewQueries = (db: Kysely<Tables>) => {
  const withOwners = () =>
    db
      .selectFrom('shared_views')
      .innerJoin('users as owners', 'owners.id', 'shared_views.owner_id')
      .select(['shared_views.id', 'shared_views.list', 'shared_views.name', 'shared_views.query'])
      .select(['owners.id as owner_id', 'owners.user_name as owner_name', 'owners.role as owner_role'])
      .select('owners.path as owner_path')

  return {
    /** The views of a list that are shared with somebody, by name. */
    list: (caller: Person, list: string) =>
      withOwners()
        .where('shared_views.list', '=', list)
        .where(isSharedWith(caller))
        .orderBy('shared_views.name')
        .orderBy('shared_views.id')
        .limit(maxOfList)
        .execute(),

    /** One that is shared with somebody, or is of somebody below; undefined where there is none. */
    byId: (id: number) =>
      withOwners().where('shared_views.id', '=', id).where('owners.deleted_at', 'is', null).executeTakeFirst(),

    isSharedWith: async (caller: Person, id: number): Promise<boolean> =>
      (await withOwners().where('shared_views.id', '=', id).where(isSharedWith(caller)).executeTakeFirst()) !==
      undefined,

    /** All that somebody shares. */
    ofOwner: (ownerId: number) =>
      db
        .selectFrom('shared_views')
        .select(['id', 'list', 'name', 'query'])
        .where('owner_id', '=', ownerId)
        .orderBy('id')
        .execute(),

    async add(view: { owner_id: number; list: string; name: string; query: string }): Promise<number> {
      const { id } = await db.insertInto('shared_views').values(view).returning('id').executeTakeFirstOrThrow()
      return id
    },

    async change(id: number, change: { name: string; query: string }, updated_at: number): Promise<void> {
      await db
        .updateTable('shared_views')
        .set({ ...change, updated_at })
        .where('id', '=', id)
        .execute()
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('shared_views').where('id', '=', id).execute()
    },
  }
}

/** A shared view with who shares it. */
export type SharedView = Awaited<ReturnType<ReturnType<typeof sharedViewQueries>['list']>>[number]
