import { sql, type Kysely, type Selectable } from 'kysely'
import type { Market } from '../../domain/markets.ts'
import { bareOf, pageBehind } from './keyset.ts'
import type { EnvironmentGroupsTable, Tables } from './tables.ts'
import { teamOf } from './team.ts'
import { countedTotal } from './totals.ts'
import type { Person } from './users.ts'

export type GroupRow = Selectable<EnvironmentGroupsTable>

export const groupQueries = (db: Kysely<Tables>) => {
  /** How many environments a group has among those that the caller may see, from the tallies. */
  const environmentCount = (caller: Person) => {
    let query = db
      .selectFrom('environment_tallies as tallies')
      .select(sql<number>`coalesce(sum(tallies.environments), 0)::bigint`.as('count'))
      .where(sql<boolean>`(tallies.manager_id, tallies.market, tallies.tag)
        = (environment_groups.manager_id, environment_groups.market, environment_groups.id)`)
    if (caller.role === 'element') query = query.where('tallies.owner_id', '=', caller.id)
    return query
  }

  const ofTeam = (caller: Person, market: Market) =>
    db
      .selectFrom('environment_groups')
      .where('environment_groups.manager_id', '=', teamOf(caller))
      .where('environment_groups.market', '=', market)

  const entries = (caller: Person, market: Market) =>
    ofTeam(caller, market)
      .innerJoin('users as owners', 'owners.id', 'environment_groups.owner_id')
      .selectAll('environment_groups')
      .select('owners.user_name as owner_name')
      .select(environmentCount(caller).as('environment_count'))

  return {
    /** A page of the team's groups, in their order, and how many there are. */
    async list(caller: Person, market: Market, page: { limit: number; skip: number }) {
      const keyset = {
        rows: entries(caller, market),
        bare: bareOf(ofTeam(caller, market)),
        count: () => countedTotal(ofTeam(caller, market)),
        key: sql<number>`environment_groups.position`,
        id: sql<number>`environment_groups.id`,
        descending: false,
      }
      return pageBehind(db, keyset, page)
    },

    visible: (caller: Person, market: Market, id: number) =>
      entries(caller, market).where('environment_groups.id', '=', id).executeTakeFirstOrThrow(),

    /** Names of the team's groups by their ids. */
    async namesOf(caller: Person, market: Market): Promise<Map<number, string>> {
      const rows = await ofTeam(caller, market).select(['id', 'name']).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    /** Keeps groups of the team that are about to be named from being deleted until the transaction ends. */
    async hold(caller: Person, market: Market, named: readonly number[] | 'all groups'): Promise<void> {
      if (named.length === 0) return
      let query = ofTeam(caller, market).select('id').orderBy('id').forKeyShare()
      if (named !== 'all groups') query = query.where(sql<boolean>`id = any(${named})`)
      await query.execute()
    },

    /** These groups of the team; nobody else names or changes them until the transaction ends. */
    async lock(caller: Person, ids: readonly number[]): Promise<GroupRow[]> {
      return db
        .selectFrom('environment_groups')
        .selectAll()
        .where('manager_id', '=', teamOf(caller))
        .where(sql<boolean>`id = any(${ids})`)
        .orderBy('id')
        .forUpdate()
        .execute()
    },

    /** The team's groups of a market in their order; nobody else changes them until the transaction ends. */
    async lockAll(managerId: number, market: Market): Promise<GroupRow[]> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`groups/${managerId}/${market}`}, 0))`.execute(db)
      return db
        .selectFrom('environment_groups')
        .selectAll()
        .where('manager_id', '=', managerId)
        .where('market', '=', market)
        .orderBy('position')
        .orderBy('id')
        .execute()
    },

    /** Which of these groups the caller's team has, and of which market they are. */
    marketsOf: (caller: Person, ids: readonly number[]) =>
      db
        .selectFrom('environment_groups')
        .select(['id', 'market', 'owner_id', 'name'])
        .where('manager_id', '=', teamOf(caller))
        .where(sql<boolean>`id = any(${ids})`)
        .execute(),

    add: (group: Omit<GroupRow, 'id' | 'created_at'>): Promise<GroupRow> =>
      db.insertInto('environment_groups').values(group).returningAll().executeTakeFirstOrThrow(),

    /** Puts back groups that were removed, under the ids that they had. */
    async restore(groups: readonly GroupRow[]): Promise<void> {
      if (groups.length > 0) await db.insertInto('environment_groups').values(groups).execute()
    },

    async change(id: number, change: Partial<Pick<GroupRow, 'name' | 'colour'>>): Promise<void> {
      await db.updateTable('environment_groups').set(change).where('id', '=', id).execute()
    },

    /** Gives groups the places that they have in this row. */
    async order(groups: readonly Pick<GroupRow, 'id'>[]): Promise<void> {
      await sql`
        update environment_groups set position = place.ordinality - 1
        from unnest(${groups.map(({ id }) => id)}::bigint[]) with ordinality as place (id, ordinality)
        where environment_groups.id = place.id`.execute(db)
    },

    async remove(ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom('environment_groups')
        .where(sql<boolean>`id = any(${ids})`)
        .execute()
    },
  }
}

/** A group as lists show it. */
export type GroupEntry = Awaited<ReturnType<ReturnType<typeof groupQueries>['visible']>>
