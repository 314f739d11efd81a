import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Market } from '../../domain/markets.ts'
import { bareOf, isUnasked, pageOf, walk, type Cut, type Order, type SortKey } from './keyset.ts'
import { hasKeyword, shopTexts } from './keyword.ts'
import { planOnce } from './planned-once.ts'
import type { Tables } from './tables.ts'
import { teamOf } from './team.ts'
import { exactly, expectedRows, few, roughlyCountRows, type Total } from './totals.ts'
import type { Person } from './users.ts'

/** Each has its index behind team and market (0005-environments). */
const sortKeys = {
  name: sql<string>`environments.name`,
  account: sql<string>`environments.account`,
  region: sql<string>`environments.region`,
  last_opened_at: sql<number>`coalesce(environments.last_opened_at, 0)`,
  created_at: sql<number>`environments.created_at`,
  updated_at: sql<number>`environments.updated_at`,
} satisfies Record<string, SortKey>

type EnvironmentOrder = Order<keyof typeof sortKeys>

export interface EnvironmentFilter {
  market: Market
  id?: number | undefined
  ids?: readonly number[] | undefined
  /** Part of the name or account, or how they are read in pinyin. */
  keyword?: string | undefined
  owner_id?: number | undefined
  /** The id of a group. */
  tag?: number | undefined
  region?: string | undefined
  /** Whether it is open on a phone. */
  open?: boolean | undefined
  created_from?: number | undefined
  created_to?: number | undefined
  opened_from?: number | undefined
  opened_to?: number | undefined
}

const entriesOf = (environments: SelectQueryBuilder<Tables, 'environments', object>) =>
  environments
    .innerJoin('users as owners', 'owners.id', 'environments.owner_id')
    .leftJoin('devices', 'devices.id', 'environments.device_id')
    .selectAll('environments')
    .select(['owners.user_name as owner_name', 'devices.name as device_name'])

/** Of a keyword: names that have it stand together in their order, so that a walk passes all before them. */
const fewNamed = 4 * few
const everywhere = 10 * few

/** Whether it is all of a team's in a market, which the indexes have in each order. */
const isWhole = ({ role }: Person, { market: _market, ...filter }: EnvironmentFilter): boolean =>
  role !== 'element' && isUnasked(filter)

export const environmentListQueries = (db: Kysely<Tables>) => {
  /** With how they are read, which the view is without: older servers keep plans of its columns. */
  const withPinyin = () =>
    db
      .selectFrom('environment_rows as environments')
      .where('environments.trashed_at', 'is', null) as unknown as SelectQueryBuilder<Tables, 'environments', object>

  /** Those of the caller's team, of which an element sees its own; to be found, or to be walked through in the order of the list. */
  const matching = (caller: Person, filter: EnvironmentFilter, walked?: { isWalked: true }) => {
    let query = (filter.keyword ? withPinyin() : db.selectFrom('environments'))
      .where('environments.manager_id', '=', teamOf(caller))
      .where('environments.market', '=', filter.market)
    if (caller.role === 'element') query = query.where('environments.owner_id', '=', caller.id)
    if (filter.id !== undefined) query = query.where('environments.id', '=', filter.id)
    if (filter.ids !== undefined) query = query.where(sql<boolean>`environments.id = any(${filter.ids})`)
    if (filter.owner_id !== undefined) query = query.where('environments.owner_id', '=', filter.owner_id)
    if (filter.tag !== undefined) query = query.where(sql<boolean>`environments.tags @> ${[filter.tag]}::bigint[]`)
    if (filter.region !== undefined) query = query.where('environments.region', '=', filter.region)
    if (filter.open !== undefined) query = query.where('environments.device_id', filter.open ? 'is not' : 'is', null)
    if (filter.created_from !== undefined) query = query.where('environments.created_at', '>=', filter.created_from)
    if (filter.created_to !== undefined) query = query.where('environments.created_at', '<', filter.created_to)
    if (filter.opened_from !== undefined) query = query.where(sortKeys.last_opened_at, '>=', filter.opened_from)
    if (filter.opened_to !== undefined) query = query.where(sortKeys.last_opened_at, '<', filter.opened_to)
    if (filter.keyword !== undefined && filter.keyword !== '')
      query = query.where(hasKeyword(shopTexts('environments'), filter.keyword, walked))
    return query
  }

  /** From the tallies, where they know all that the filter asks for: a team's count costs no more however much it has. */
  const tallied = (caller: Person, filter: EnvironmentFilter): Promise<Total> | undefined => {
    const { market, tag, owner_id, region, open, ...others } = filter
    if (!isUnasked(others)) return undefined
    let query = db
      .selectFrom('environment_tallies')
      .select(sql<number>`coalesce(sum(environments), 0)::bigint`.as('total'))
      .where('manager_id', '=', teamOf(caller))
      .where('market', '=', market)
      .where('tag', '=', tag ?? 0)
    if (caller.role === 'element') query = query.where('owner_id', '=', caller.id)
    if (owner_id !== undefined) query = query.where('owner_id', '=', owner_id)
    if (region !== undefined) query = query.where('region', '=', region)
    if (open !== undefined) query = query.where('open', '=', open)
    return db.executeQuery(planOnce(query.compile())).then(({ rows: [row] }) => exactly(row?.total ?? 0))
  }

  /**
   * The environments that match, found first by whatever finds them soonest: of each its id and what it is sorted by, as whole rows of
   * thousands of which a page is cut would be written down for nothing.
   */
  const found = (
    caller: Person,
    filter: EnvironmentFilter,
    field: EnvironmentOrder['field'],
    walked: { isWalked: true } | undefined,
  ) =>
    db
      .with(
        (environments) => environments('environments').materialized(),
        () => matching(caller, filter, walked).select(['environments.id', `environments.${field}`]),
      )
      .selectFrom('environments')

  /** Whether a keyword is in so many of all teams' environments that the caller's are looked through sooner than it is found. */
  const isEverywhere = async ({ keyword }: EnvironmentFilter): Promise<boolean> =>
    Boolean(keyword) &&
    (await expectedRows(withPinyin().where(hasKeyword(shopTexts('environments'), keyword ?? '')))) > everywhere

  const keyset = async (caller: Person, filter: EnvironmentFilter, order: EnvironmentOrder) => {
    const whole = isWhole(caller, filter)
    // A whole list is walked however long it is: how long, only its first page asks.
    const known = whole ? undefined : await tallied(caller, filter)
    const expected = whole ? undefined : (known?.total ?? (await expectedRows(matching(caller, filter))))
    const walked = (await isEverywhere(filter)) ? ({ isWalked: true } as const) : undefined
    const places = (cut: Cut) => cut(found(caller, filter, order.field, walked))
    const first = (cut: Cut) =>
      db
        .with('environments', () =>
          db
            .selectFrom('environments')
            .selectAll('environments')
            .where('environments.id', 'in', places(cut).select('environments.id')),
        )
        .selectFrom('environments')
    const isFew = expected !== undefined && expected <= (filter.keyword ? fewNamed : few)
    return {
      // What is shown beside them is looked up once the page is cut.
      rows: isFew ? (cut: Cut) => entriesOf(first(cut)) : entriesOf(matching(caller, filter, { isWalked: true })),
      bare: isFew ? bareOf(places) : bareOf(matching(caller, filter, { isWalked: true })),
      count: async () =>
        known ?? (await tallied(caller, filter)) ?? roughlyCountRows(db, matching(caller, filter, walked), expected),
      key: sortKeys[order.field],
      id: sql<number>`environments.id`,
      descending: order.descending,
      plannedOn: whole ? db : undefined,
      identity: [order, filter],
    }
  }

  return {
    /** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
    async byCursor(
      caller: Person,
      filter: EnvironmentFilter,
      order: EnvironmentOrder,
      page: { limit: number; cursor: string | undefined },
    ) {
      return pageOf(await keyset(caller, filter, order), page)
    },

    /** All that match, a chunk at a time. */
    async *walk(caller: Person, filter: EnvironmentFilter, order: EnvironmentOrder) {
      yield* walk(await keyset(caller, filter, order))
    },

    /** One environment as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, market: Market, id: number) =>
      entriesOf(matching(caller, { market, id })).executeTakeFirst(),

    /** Those that match and that the caller may see, by name; `limit` of them at most. */
    named: (caller: Person, filter: EnvironmentFilter, limit: number) =>
      matching(caller, filter)
        .select(['environments.id', 'environments.name'])
        .orderBy('environments.name')
        .orderBy('environments.id')
        .limit(limit)
        .execute(),

    /** Those that match and that the caller may see, locked until the transaction ends; `limit` of them at most. */
    lockMatching: (caller: Person, filter: EnvironmentFilter, limit: number) =>
      matching(caller, filter)
        .selectAll('environments')
        .orderBy('environments.id')
        .limit(limit)
        .forNoKeyUpdate('environments')
        .execute(),
  }
}

/** An environment as lists show it. */
export type EnvironmentEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof environmentListQueries>['visible']>>>
