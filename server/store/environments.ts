import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { Market } from '../../domain/markets.ts'
import { environmentListQueries } from './environment-list.ts'
import { isWithin } from './owner-tree.ts'
import type { EnvironmentsTable, Tables } from './tables.ts'

export type EnvironmentRow = Selectable<EnvironmentsTable>

/** What a new environment is given; everything else has yet to happen to it. */
export type NewEnvironment = Pick<
  EnvironmentRow,
  | 'market'
  | 'manager_id'
  | 'owner_id'
  | 'owner_path'
  | 'name'
  | 'account'
  | 'tags'
  | 'region'
  | 'proxy'
  | 'proxy_password'
  | 'timezone'
  | 'language'
  | 'note'
>

export type EnvironmentChange = Updateable<EnvironmentsTable>

/** Rows that one statement writes: with their notes at most 10 MB. */
const chunk = 250

const written = [
  'market',
  'manager_id',
  'owner_id',
  'owner_path',
  'name',
  'account',
  'tags',
  'region',
  'proxy',
  'proxy_password',
  'timezone',
  'language',
  'note',
] as const satisfies readonly (keyof NewEnvironment)[]

export const environmentQueries = (db: Kysely<Tables>) => ({
  ...environmentListQueries(db),

  /** Keeps others of the team from taking a name of this market until the transaction ends. */
  async lockNames(managerId: number, market: Market): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`environments/${managerId}/${market}`}, 0))`.execute(db)
  },

  /** Which of these names the team has in this market. */
  async taken(managerId: number, market: Market, names: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('environments')
      .select('name')
      .where('manager_id', '=', managerId)
      .where('market', '=', market)
      .where(sql<boolean>`name = any(${names})`)
      .execute()
    return new Set(rows.map(({ name }) => name))
  },

  /** Adds environments and answers their rows, in the same order. */
  async add(environments: readonly NewEnvironment[]): Promise<EnvironmentRow[]> {
    const added: EnvironmentRow[] = []
    for (let from = 0; from < environments.length; from += chunk) {
      const rows = environments
        .slice(from, from + chunk)
        .map((row) => ({ ...row, proxy_password: row.proxy_password && `\\x${row.proxy_password.toString('hex')}` }))
      const columns = sql.join(written.map((column) => sql.id(column)))
      const { rows: inserted } = await sql<EnvironmentRow>`
        insert into environments (${columns})
        select ${columns}
        from rows from (jsonb_populate_recordset(null::environments, ${JSON.stringify(rows)}::jsonb)) with ordinality
        order by ordinality
        returning *`.execute(db)
      added.push(...inserted)
    }
    return added
  },

  /** Changes rows that the transaction has locked, all in the same way, and answers them. */
  change: (ids: readonly number[], change: EnvironmentChange, at: number): Promise<EnvironmentRow[]> =>
    db
      .updateTable('environments')
      .set({ ...change, updated_at: at })
      .where(sql<boolean>`id = any(${ids})`)
      .returningAll()
      .execute(),

  /** Gives each of these rows its own groups. */
  async regroup(tagsOf: ReadonlyMap<number, readonly number[]>, at: number): Promise<EnvironmentRow[]> {
    const rows = JSON.stringify([...tagsOf].map(([id, tags]) => ({ id, tags })))
    const { rows: changed } = await sql<EnvironmentRow>`
      update environments set tags = given.tags, updated_at = ${at}
      from jsonb_populate_recordset(null::environments, ${rows}::jsonb) as given
      where environments.id = given.id
      returning environments.*`.execute(db)
    return changed
  },

  /** Those of a team that are in a group, locked until the transaction ends. */
  lockInGroup: (market: Market, managerId: number, groupId: number): Promise<EnvironmentRow[]> =>
    db
      .selectFrom('environments')
      .selectAll()
      .where('manager_id', '=', managerId)
      .where('market', '=', market)
      .where(sql<boolean>`tags @> ${[groupId]}::bigint[]`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  /** Of these, those of a team, locked until the transaction ends. */
  lockOfTeam: (managerId: number, ids: readonly number[]): Promise<EnvironmentRow[]> =>
    db
      .selectFrom('environments')
      .selectAll()
      .where('manager_id', '=', managerId)
      .where(sql<boolean>`id = any(${ids})`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  /** Takes a group away from all that are in it, and answers them. */
  leaveGroup: async (market: Market, managerId: number, groupId: number, at: number): Promise<EnvironmentRow[]> =>
    db
      .updateTable('environments')
      .set({ tags: sql<number[]>`array_remove(tags, ${groupId})`, updated_at: at })
      .where('manager_id', '=', managerId)
      .where('market', '=', market)
      .where(sql<boolean>`tags @> ${[groupId]}::bigint[]`)
      .returningAll()
      .execute(),

  byIds: (ids: readonly number[]): Promise<EnvironmentRow[]> =>
    db
      .selectFrom('environments')
      .selectAll()
      .where(sql<boolean>`id = any(${ids})`)
      .execute(),

  byId: (id: number): Promise<EnvironmentRow | undefined> =>
    db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirst(),

  lock: (id: number): Promise<EnvironmentRow | undefined> =>
    db.selectFrom('environments').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /** One that somebody at a place or below has open, of these markets. */
  openBelow: (path: OwnerPath, markets: readonly Market[]): Promise<{ name: string; user_name: string } | undefined> =>
    db
      .selectFrom('environments')
      .innerJoin('users', 'users.id', 'environments.opened_by')
      .select(['environments.name', 'users.user_name'])
      .where('environments.device_id', 'is not', null)
      .where(sql<boolean>`environments.market = any(${markets})`)
      .where(isWithin(sql.ref('users.path'), path))
      .orderBy('environments.id')
      .limit(1)
      .executeTakeFirst(),

  /** Who opened it. */
  opener: (id: number): Promise<{ id: number; user_name: string; path: string } | undefined> =>
    db
      .selectFrom('environments')
      .innerJoin('users', 'users.id', 'environments.opened_by')
      .select(['users.id', 'users.user_name', 'users.path'])
      .where('environments.id', '=', id)
      .executeTakeFirst(),
})
