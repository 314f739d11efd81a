import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { Person } from './users.ts'

/**
 * Whose team somebody is of: a manager leads its own, an element is of the one above it. All that a manager and its elements
 * may see of environments and groups is their team's, which makes ownership one equality and every list a walk of an index.
 */
export const teamOf = ({ role, id, path }: Pick<Person, 'role' | 'id' | 'path'>): number =>
  role === 'element' ? Number(path.split('/').at(-2) ?? id) : id

export const teamQueries = (db: Kysely<Tables>) => ({
  /** Everybody of a team: whoever leads it, and its elements. */
  async userIds(managerId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where((where) =>
        where.or([
          where('id', '=', managerId),
          where.and([where('parent_id', '=', managerId), where('role', '=', 'element')]),
        ]),
      )
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Whom the caller may give an environment to: a manager itself and its elements, an element itself. Nobody deletes them until the transaction ends. */
  members: (caller: Person) =>
    db
      .selectFrom('users')
      .select(['id', 'user_name', 'path', 'modules'])
      .where((where) =>
        caller.role === 'element'
          ? where('id', '=', caller.id)
          : where.or([
              where('id', '=', caller.id),
              where.and([where('parent_id', '=', caller.id), where('role', '=', 'element')]),
            ]),
      )
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forShare()
      .execute(),
})

export type TeamMember = Awaited<ReturnType<ReturnType<typeof teamQueries>['members']>>[number]
