import { sql, type Kysely, type Selectable } from 'kysely'
import type { Market } from '../../domain/markets.ts'
import type { EnvironmentRow } from './environments.ts'
import { bareOf, pageOf } from './keyset.ts'
import { hasKeyword, shopTexts } from './keyword.ts'
import type { EnvironmentRowsTable, Tables } from './tables.ts'
import { teamOf } from './team.ts'
import { roughlyCountRows } from './totals.ts'
import type { Person } from './users.ts'

export type TrashedRow = Selectable<EnvironmentRowsTable>

interface TrashFilter {
  market: Market
  ids?: readonly number[] | undefined
  /** Part of the name or account. */
  keyword?: string | undefined
}

/** What a row is given when it comes back. */
export interface Restored {
  id: number
  owner_id: number
  owner_path: string
  tags: readonly number[]
}

/** Environments that were deleted, and are kept for a while. Nothing else reads them: `environments` is without them. */
export const environmentTrashQueries = (db: Kysely<Tables>) => {
  /** Those of the caller's team, of which an element sees its own. */
  const matching = (caller: Person, { market, ids, keyword }: TrashFilter) => {
    let query = db
      .selectFrom('environment_rows')
      .where('environment_rows.trashed_at', 'is not', null)
      .where('environment_rows.manager_id', '=', teamOf(caller))
      .where('environment_rows.market', '=', market)
    if (caller.role === 'element') query = query.where('environment_rows.owner_id', '=', caller.id)
    if (ids !== undefined) query = query.where(sql<boolean>`environment_rows.id = any(${ids})`)
    // A team's trash is small beside all that the indexes of texts are of.
    if (keyword !== undefined && keyword !== '')
      query = query.where(hasKeyword(shopTexts('environment_rows'), keyword, { isWalked: true }))
    return query
  }

  return {
    /** The page behind a cursor, what was deleted last first; undefined when the cursor is of another list. */
    byCursor: (caller: Person, filter: TrashFilter, page: { limit: number; cursor: string | undefined }) =>
      pageOf(
        {
          rows: matching(caller, filter)
            .innerJoin('users as owners', 'owners.id', 'environment_rows.owner_id')
            .leftJoin('users as deleters', 'deleters.id', 'environment_rows.trashed_by')
            .selectAll('environment_rows')
            .select(['owners.user_name as owner_name', 'deleters.user_name as trashed_by_name']),
          bare: bareOf(matching(caller, filter)),
          count: () => roughlyCountRows(db, matching(caller, filter)),
          key: sql<number>`environment_rows.trashed_at`,
          id: sql<number>`environment_rows.id`,
          descending: true,
          identity: ['trash', filter],
        },
        page,
      ),

    /** Those that match and that the caller may see, locked until the transaction ends; `limit` of them at most. */
    lockMatching: (caller: Person, filter: TrashFilter, limit: number): Promise<TrashedRow[]> =>
      matching(caller, filter)
        .selectAll('environment_rows')
        .orderBy('environment_rows.id')
        .limit(limit)
        .forNoKeyUpdate('environment_rows')
        .execute(),

    /** Puts environments into the trash that the transaction has locked. */
    async put(ids: readonly number[], by: number, at: number): Promise<void> {
      await db
        .updateTable('environment_rows')
        .set({ trashed_at: at, trashed_by: by })
        .where(sql<boolean>`id = any(${ids})`)
        .execute()
    },

    /** Takes them out again, as they were but for what has gone meanwhile, and answers them. */
    async takeOut(restored: readonly Restored[]): Promise<EnvironmentRow[]> {
      const { rows } = await sql<EnvironmentRow>`
        with back as (
          update environment_rows set trashed_at = null, trashed_by = null,
            owner_id = given.owner_id, owner_path = given.owner_path, tags = given.tags
          from jsonb_populate_recordset(null::environment_rows, ${JSON.stringify(restored)}::jsonb) as given
          where environment_rows.id = given.id
          returning environment_rows.*)
        select * from back order by id`.execute(db)
      return rows
    },

    /** Some of those that have been there since before then, locked; what others are at is left to them. */
    due: (before: number, limit: number): Promise<TrashedRow[]> =>
      db
        .selectFrom('environment_rows')
        .selectAll()
        .where('trashed_at', '<', before)
        .orderBy('trashed_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),

    /** Removes them for ever, with their records. */
    async remove(ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom('environment_rows')
        .where('trashed_at', 'is not', null)
        .where(sql<boolean>`id = any(${ids})`)
        .execute()
    },
  }
}
