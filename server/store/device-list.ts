import { sql, type Kysely, type QueryCreator, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import { seesEverything } from '../../domain/roles.ts'
import { bareOf, chunk, isUnasked, pageBehind, pageOf, walk, type Cut, type Order, type SortKey } from './keyset.ts'
import { hasKeyword, isShort, phoneTexts } from './keyword.ts'
import { isWithin } from './owner-tree.ts'
import { planOnce } from './planned-once.ts'
import type { Tables } from './tables.ts'
import { exactly, expectedRows, few, roughlyCountRows } from './totals.ts'
import type { Person } from './users.ts'

type DeviceSort = keyof typeof sortKeys

export interface DeviceFilter {
  id?: number | undefined
  /** Part of the name, serial number or egress address, or how the name is read in pinyin. */
  keyword?: string | undefined
  status?: DeviceStatus[] | undefined
  box_id?: number | undefined
  region?: string | undefined
  /** The user itself, not those below. */
  owner_id?: number | undefined
  /** An environment of this group is open on it. */
  tag?: number | undefined
  /** Whether somebody holds it. */
  in_use?: boolean | undefined
  /** When it was last seen, both included. */
  seen_from?: number | undefined
  seen_until?: number | undefined
}

type DeviceOrder = Order<DeviceSort>

/** Each has its index, for the whole fleet (0001-first-light) and for one owner's phones (0012-owners-in-order). */
const sortKeys = {
  name: sql<string>`devices.name`,
  status: sql<string>`devices.status`,
  serial: sql<string>`devices.serial`,
  model: sql<string>`devices.model`,
  android_version: sql<string>`devices.android_version`,
  region: sql<string>`devices.region`,
  battery: sql<number>`coalesce(devices.battery, -1)`,
  last_seen_at: sql<number>`coalesce(devices.last_seen_at, 0)`,
} satisfies Record<string, SortKey>

/** The phones that a person may see: of its subtree, and those it holds. Admin and security see all that there are. */
export const visibleTo = (caller: Person): RawBuilder<boolean> =>
  seesEverything(caller.role)
    ? sql<boolean>`true`
    : sql<boolean>`(${isWithin(sql.ref('devices.owner_path'), caller.path)} or devices.in_use_by = ${caller.id})`

/** Where the tallies know all that a filter asks for, a count costs no more however many phones there are. */
const isTallied = ({ status: _status, region: _region, ...others }: DeviceFilter): boolean => isUnasked(others)

/** Whether nothing narrows the list: an owner's phones stand in the indexes in each order. */
const isWhole = ({ status = [], ...others }: DeviceFilter): boolean => status.length === 0 && isUnasked(others)

/** Whether a filter is about what the list is sorted by: its rows stand together, and the index leads to them. */
const isOfSort = ({ status = [], region, seen_from, seen_until }: DeviceFilter, field: DeviceSort): boolean =>
  (field === 'status' && status.length > 0) ||
  (field === 'region' && region !== undefined) ||
  (field === 'last_seen_at' && (seen_from ?? seen_until) !== undefined)

/** Phones of several owners are merged from the first of each, if those are at most so many; else it is cheaper to pass some of others. */
const maxMerged = 5_000

/** A branch of at most so many phones is sorted on its own: walking the fleet's order for it would pass far more of others. */
const smallBranch = 20_000

/** What a caller may see of what somebody else owns: it holds it. */
const heldOfOthers = ({ id, path }: Person) =>
  sql<boolean>`(devices.in_use_by = ${id} and not ${isWithin(sql.ref('devices.owner_path'), path)})`

/** What of a phone is shown as it is stored, in lists and as it changes. */
export const plainFields = [
  'name',
  'serial',
  'box_id',
  'slot',
  'owner_id',
  'region',
  'model',
  'android_version',
  'resolution',
  'status',
  'status_reason',
  'battery',
  'temperature',
  'cpu',
  'memory',
  'storage',
  'egress_ip',
  'proxy',
  'in_use_since',
  'last_seen_at',
  'note',
  'start_settings',
] as const satisfies readonly (keyof Tables['devices'])[]

/** What lists read of a phone: each column more is written, read and carried for every row of a page. */
const shown = ['id', 'environment_id', 'in_use_by', ...plainFields] as const

/** Phones with the names that lists show beside them. */
const entriesOf = (devices: SelectQueryBuilder<Tables, 'devices', object>) =>
  devices
    .innerJoin('boxes', 'boxes.id', 'devices.box_id')
    .innerJoin('users as owners', 'owners.id', 'devices.owner_id')
    .leftJoin('users as holders', 'holders.id', 'devices.in_use_by')
    .leftJoin('environments', 'environments.id', 'devices.environment_id')
    .select(shown.map((name) => `devices.${name}` as const))
    .select(['boxes.name as box_name', 'owners.user_name as owner_name', 'holders.user_name as holder_name'])
    .select(['environments.name as environment_name', 'environments.market'])

export const deviceListQueries = (db: Kysely<Tables>) => {
  const narrowed = (filter: DeviceFilter, from: QueryCreator<Tables> = db, walked?: { isWalked: boolean }) => {
    let query = from.selectFrom('devices').where('devices.removed_at', 'is', null)
    if (filter.id !== undefined) query = query.where('devices.id', '=', filter.id)
    if (filter.status !== undefined && filter.status.length > 0)
      query = query.where('devices.status', 'in', filter.status)
    else if (filter.id === undefined) query = query.where('devices.status', '<>', 'deleted')
    if (filter.box_id !== undefined) query = query.where('devices.box_id', '=', filter.box_id)
    if (filter.region !== undefined) query = query.where('devices.region', '=', filter.region)
    if (filter.owner_id !== undefined) query = query.where('devices.owner_id', '=', filter.owner_id)
    if (filter.tag !== undefined)
      query = query.where(
        sql<boolean>`devices.environment_id = any(array(
          select id from environments where device_id is not null and tags @> ${[filter.tag]}::bigint[]))`,
      )
    if (filter.in_use !== undefined) query = query.where('devices.in_use_by', filter.in_use ? 'is not' : 'is', null)
    if (filter.seen_from !== undefined) query = query.where(sortKeys.last_seen_at, '>=', filter.seen_from)
    if (filter.seen_until !== undefined)
      query = query.where('devices.last_seen_at', 'is not', null).where(sortKeys.last_seen_at, '<=', filter.seen_until)
    if (filter.keyword !== undefined && filter.keyword !== '')
      query = query.where(hasKeyword(phoneTexts, filter.keyword, walked))
    return query
  }

  const matching = (
    caller: Person,
    filter: DeviceFilter,
    from?: QueryCreator<Tables>,
    walked?: { isWalked: boolean },
  ) => narrowed(filter, from, walked).where(visibleTo(caller))

  /** The phones that a caller may see, found first and by that alone. */
  const branch = (caller: Person): QueryCreator<Tables> =>
    db.with(
      (devices) => devices('devices').materialized(),
      (query) => query.selectFrom('devices').selectAll().where(visibleTo(caller)),
    )

  /** The phones of these owners, a walk of an index for each, and what the caller holds of others. */
  const merged = (
    caller: Person,
    filter: DeviceFilter,
    paths: readonly OwnerPath[],
    cut: Cut,
  ): QueryCreator<Tables> => {
    const ofOne = cut(
      narrowed(filter, db, { isWalked: true })
        .where(sql<boolean>`devices.owner_path = merged.path`)
        .selectAll('devices'),
    )
    const ofAll = db
      .selectFrom(sql<{ path: OwnerPath }>`unnest(${paths}::text[])`.as<'merged'>(sql`merged (path)`))
      .innerJoinLateral(ofOne.as('devices'), (join) => join.onTrue())
      .selectAll('devices')
    // Few: found by who holds them, before anything else is asked of them.
    const heldFirst = db.with(
      (devices) => devices('devices').materialized(),
      (query) => query.selectFrom('devices').selectAll().where(heldOfOthers(caller)),
    )
    const held = cut(narrowed(filter, heldFirst).selectAll('devices'))
    return db.with('devices', () =>
      // Brackets, as one of them has an order of its own.
      seesEverything(caller.role) ? ofAll : ofAll.unionAll((union) => union.parens(held)),
    )
  }

  /** The phones that match, found first by whatever finds them soonest: without those of others, where the caller holds none. */
  const found = (
    caller: Person,
    filter: DeviceFilter,
    held: number | undefined,
    walked: { isWalked: boolean },
  ): QueryCreator<Tables> =>
    db.with(
      (devices) => devices('devices').materialized(),
      () =>
        (held === 0 && !seesEverything(caller.role)
          ? narrowed(filter, db, walked).where(isWithin(sql.ref('devices.owner_path'), caller.path))
          : matching(caller, filter, db, walked)
        ).selectAll('devices'),
    )

  /**
   * The same where they are many: of each its id and what it is sorted by, as whole rows of thousands of which a page is cut would be
   * written down for nothing.
   */
  const foundPlaces = (caller: Person, filter: DeviceFilter, field: DeviceSort) => (cut: Cut) =>
    cut(
      db
        .with(
          (devices) => devices('devices').materialized(),
          () => matching(caller, filter).select(['devices.id', `devices.${field}`]),
        )
        .selectFrom('devices'),
    )

  /** Phones that stand at these places. */
  const phonesAt = (places: ReturnType<ReturnType<typeof foundPlaces>>) =>
    db
      .with('devices', () =>
        db.selectFrom('devices').selectAll('devices').where('devices.id', 'in', places.select('devices.id')),
      )
      .selectFrom('devices')

  /** Those of the next phones in the fleet's order, as far as `reach` goes, that match. */
  const walked = (caller: Person, filter: DeviceFilter, field: DeviceSort, reach: Cut) => (cut: Cut) => {
    const next = db.with('devices', () =>
      reach(
        db
          .selectFrom('devices')
          .selectAll('devices')
          .select(sql`${sortKeys[field]}`.as('walked_key')),
      ),
    )
    return db
      .with('devices', () => cut(matching(caller, filter, next, { isWalked: true }).selectAll('devices')))
      .selectFrom('devices')
  }

  /** Phones within the caller's branch, from the tallies, and those of others that it holds, which are few. */
  const tallied = async (
    caller: Person,
    { status, region }: Pick<DeviceFilter, 'status' | 'region'>,
  ): Promise<{ own: number; held: number }> => {
    let own = db.selectFrom('device_tallies').select(sql<number>`coalesce(sum(phones), 0)::bigint`.as('phones'))
    if (status === undefined || status.length === 0) own = own.where('status', '<>', 'deleted')
    let held = db
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('phones'))
      .where('removed_at', 'is', null)
      .where(heldOfOthers(caller))
    if (status !== undefined && status.length > 0) {
      own = own.where('status', 'in', status)
      held = held.where('status', 'in', status)
    }
    if (region !== undefined) {
      own = own.where('region', '=', region)
      held = held.where('region', '=', region)
    }
    const isAll = seesEverything(caller.role)
    if (!isAll) own = own.where(isWithin(sql.ref('owner_path'), caller.path))
    const both = db.selectNoFrom([
      sql<number>`${own}`.as('own'),
      (isAll ? sql<number>`0` : sql<number>`${held}`).as('held'),
    ])
    const { rows } = await db.executeQuery(planOnce(both.compile()))
    return rows[0] ?? { own: 0, held: 0 }
  }

  const counted = async (caller: Person, filter: Pick<DeviceFilter, 'status'>): Promise<number> => {
    const { own, held } = await tallied(caller, filter)
    return own + held
  }

  /** Whose phones a list shows, with how many each has; undefined where it is everybody's. */
  const ownersOf = async (caller: Person, { owner_id }: DeviceFilter) => {
    if (owner_id === undefined && seesEverything(caller.role)) return undefined
    let query = db
      .selectFrom('device_tallies')
      .select(['owner_path as path', sql<number>`sum(phones)::bigint`.as('phones')])
      .groupBy('owner_path')
      .having(sql`sum(phones)`, '>', 0)
    if (owner_id !== undefined)
      query = query.where('owner_path', '=', db.selectFrom('users').select('path').where('id', '=', owner_id))
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('owner_path'), caller.path))
    return (await db.executeQuery(planOnce(query.compile()))).rows
  }

  const walkOf = (caller: Person, filter: DeviceFilter) => matching(caller, filter, db, { isWalked: true })

  /** Whether what a caller may see is sooner looked through than found by a text of one character or two. */
  const isSmallBranch = async (caller: Person, { keyword }: DeviceFilter): Promise<boolean> => {
    if (!keyword || !isShort(keyword) || seesEverything(caller.role)) return false
    const { own, held } = await tallied(caller, {})
    return own + held <= few
  }

  /**
   * Rows to be read so many at once, by the way that passes the fewest others; about so many match, so many of others that it
   * holds. `steady` is a way that is as good for whomever it is gone, and one `isLong` that goes through the fleet.
   */
  const wayTo = async (
    caller: Person,
    filter: DeviceFilter,
    atOnce: number,
    { expected, held }: { expected: number; held: number | undefined },
  ): Promise<{
    way: SelectQueryBuilder<Tables, 'devices', object> | ((cut: Cut) => QueryCreator<Tables>)
    steady: boolean
    isLong?: boolean
  }> => {
    const whole = isWhole(filter)
    // Of a whole branch so few are sooner put in order than found in it.
    if (expected <= (whole ? 2 * atOnce : few)) {
      const isWalked = await isSmallBranch(caller, filter)
      return { way: () => found(caller, filter, held, { isWalked }), steady: whole }
    }
    const owners = await ownersOf(caller, filter)
    if (owners === undefined) return { way: walkOf(caller, filter), steady: whole, isLong: !whole }
    const [only] = owners
    // Of the owner that is asked for, the caller sees all, whatever it holds of others.
    if ((held === 0 || filter.owner_id !== undefined) && only !== undefined && owners.length === 1)
      return {
        way: narrowed(filter, db, { isWalked: true }).where('devices.owner_path', '=', only.path),
        steady: whole,
      }
    const all = owners.reduce((sum, { phones }) => sum + phones, 0)
    const passed = (atOnce * all) / expected
    const merging = owners.reduce((sum, { phones }) => sum + Math.min(phones, passed), 0)
    if (merging > maxMerged)
      return all <= smallBranch
        ? { way: matching(caller, filter, branch(caller), { isWalked: true }), steady: false }
        : { way: walkOf(caller, filter), steady: false, isLong: !whole }
    const paths = owners.map(({ path }) => path)
    return { way: (cut) => merged(caller, filter, paths, cut), steady: whole }
  }

  /** What a page is cut from, with and without what is shown beside its phones: looked up once the page is cut. */
  const rowsOf = async (
    caller: Person,
    filter: DeviceFilter,
    { field }: DeviceOrder,
    atOnce: number,
    about: { expected: number; held: number | undefined },
  ) => {
    const { way, steady, isLong } = await wayTo(caller, filter, atOnce, about)
    const plannedOn = steady ? db : undefined
    const places = foundPlaces(caller, filter, field)
    const paged = isLong
      ? {
          expected: about.expected,
          walked: (reach: Cut) => (cut: Cut) => entriesOf(walked(caller, filter, field, reach)(cut)),
          key: sql<string | number>`devices.walked_key`,
          found: (cut: Cut) => entriesOf(phonesAt(places(cut))),
          bare: { walked: (reach: Cut) => bareOf(walked(caller, filter, field, reach)), found: bareOf(places) },
          isLedTo: isOfSort(filter, field),
        }
      : undefined
    if (typeof way !== 'function') return { rows: entriesOf(way), bare: bareOf(way), plannedOn, paged }
    const bare = (cut: Cut) =>
      db.with('devices', () => cut(way(cut).selectFrom('devices').selectAll('devices'))).selectFrom('devices')
    return { rows: (cut: Cut) => entriesOf(bare(cut)), bare: bareOf(bare), plannedOn }
  }

  const keyset = async (caller: Person, filter: DeviceFilter, order: DeviceOrder, atOnce: number) => {
    const tally = isTallied(filter) ? await tallied(caller, filter) : undefined
    const known = tally && tally.own + tally.held
    const expected = known ?? (await expectedRows(matching(caller, filter)))
    return {
      ...(await rowsOf(caller, filter, order, atOnce, { expected, held: tally?.held })),
      count: async () =>
        known === undefined ? roughlyCountRows(db, matching(caller, filter), expected) : exactly(known),
      key: sortKeys[order.field],
      id: sql<number>`devices.id`,
      descending: order.descending,
      identity: [order, filter],
    }
  }

  return {
    /** One phone as lists show it; undefined unless the caller may see it. */
    async visible(caller: Person, id: number) {
      const query = planOnce(entriesOf(matching(caller, { id })).compile())
      return (await db.executeQuery(query)).rows.at(0)
    },

    /** All that the caller may see. */
    count: (caller: Person): Promise<number> => counted(caller, {}),

    /** Phones in use among those that the caller may see. */
    inUse: (caller: Person): Promise<number> => counted(caller, { status: ['in_use'] }),

    /** The page behind so many rows. */
    async byOffset(caller: Person, filter: DeviceFilter, order: DeviceOrder, page: { limit: number; skip: number }) {
      return pageBehind(db, await keyset(caller, filter, order, page.limit + page.skip), page)
    },

    /** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
    async byCursor(
      caller: Person,
      filter: DeviceFilter,
      order: DeviceOrder,
      page: { limit: number; cursor: string | undefined },
    ) {
      return pageOf(await keyset(caller, filter, order, page.limit), page)
    },

    /** Those that match and that the caller may see, by name; at most so many. */
    named: (caller: Person, filter: DeviceFilter, limit: number) =>
      matching(caller, filter)
        .select(['devices.id', 'devices.name'])
        .orderBy('devices.name')
        .orderBy('devices.id')
        .limit(limit)
        .execute(),

    /** Who has phones of these that the caller may see, those with the most first; `held` counts the phones of all holders. */
    holders: (caller: Person, which: { ids: readonly number[] } | DeviceFilter, limit: number) =>
      ('ids' in which
        ? matching(caller, {}).where(sql<boolean>`devices.id = any(${[...which.ids]}::bigint[])`)
        : matching(caller, which)
      )
        .innerJoin('users as holders', 'holders.id', 'devices.in_use_by')
        .select(['holders.id', 'holders.user_name'])
        .select(({ fn }) => [
          fn.countAll<number>().as('phones'),
          isWithin(sql.ref('holders.path'), caller.path).as('gives_way'),
          sql<number>`(sum(count(*)) over ())::bigint`.as('held'),
        ])
        .groupBy(['holders.id', 'holders.user_name', 'holders.path'])
        .orderBy('phones', 'desc')
        .orderBy('holders.id')
        .limit(limit)
        .execute(),

    /** Those that match and that the caller may see, locked until the transaction ends; at most so many, by id. */
    lockMatching: (caller: Person, filter: DeviceFilter, limit: number) =>
      matching(caller, filter).selectAll('devices').orderBy('devices.id').limit(limit).forNoKeyUpdate().execute(),

    /** Those of them that the caller may see, locked until the transaction ends. */
    lockVisible: (caller: Person, ids: readonly number[]) =>
      matching(caller, {})
        .where(sql<boolean>`devices.id = any(${[...ids]}::bigint[])`)
        .selectAll('devices')
        .orderBy('devices.id')
        .forNoKeyUpdate()
        .execute(),

    /** All that match, a chunk at a time. */
    async *walk(caller: Person, filter: DeviceFilter, order: DeviceOrder) {
      yield* walk(await keyset(caller, filter, order, chunk))
    },
  }
}

/** A phone as lists show it. */
export type DeviceEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof deviceListQueries>['visible']>>>
