import { sql, type Kysely, type QueryCreator, type RawBuilder } from 'kysely'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import { seesEverything } from '../../domain/roles.ts'
import { pageOf, walk, type Order, type SortKey } from './keyset.ts'
import { likePart } from './like-pattern.ts'
import { isWithin } from './owner-tree.ts'
import { countOnce } from './slow-counts.ts'
import type { Tables } from './tables.ts'
import type { Person } from './users.ts'

export type DeviceSort = keyof typeof sortKeys

export interface DeviceFilter {
  id?: number | undefined
  /** Part of the name, serial number or egress address. */
  keyword?: string | undefined
  status?: DeviceStatus[] | undefined
  box_id?: number | undefined
  region?: string | undefined
  /** The user itself, not those below. */
  owner_id?: number | undefined
  /** Whether somebody holds it. */
  in_use?: boolean | undefined
  /** When it was last seen, both included. */
  seen_from?: number | undefined
  seen_until?: number | undefined
}

export type DeviceOrder = Order<DeviceSort>

/** Each has its index (0001-first-light). */
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
const visibleTo = (caller: Person): RawBuilder<boolean> =>
  seesEverything(caller.role)
    ? sql<boolean>`true`
    : sql<boolean>`(${isWithin(sql.ref('devices.owner_path'), caller.path)} or devices.in_use_by = ${caller.id})`

/** Where the tallies know all that a filter asks for, a count costs no more however many phones there are. */
const isTallied = ({ status: _status, region: _region, ...others }: DeviceFilter): boolean =>
  Object.values(others).every((value) => value === undefined || value === '')

/** A branch of at most so many phones is sorted on its own: walking the fleet's order for it would pass far more of others. */
const smallBranch = 20_000

export const deviceListQueries = (db: Kysely<Tables>) => {
  const matching = (caller: Person, filter: DeviceFilter, from: QueryCreator<Tables> = db) => {
    let query = from.selectFrom('devices').where('devices.removed_at', 'is', null).where(visibleTo(caller))
    if (filter.id !== undefined) query = query.where('devices.id', '=', filter.id)
    if (filter.status !== undefined && filter.status.length > 0)
      query = query.where('devices.status', 'in', filter.status)
    if (filter.box_id !== undefined) query = query.where('devices.box_id', '=', filter.box_id)
    if (filter.region !== undefined) query = query.where('devices.region', '=', filter.region)
    if (filter.owner_id !== undefined) query = query.where('devices.owner_id', '=', filter.owner_id)
    if (filter.in_use !== undefined) query = query.where('devices.in_use_by', filter.in_use ? 'is not' : 'is', null)
    if (filter.seen_from !== undefined) query = query.where(sortKeys.last_seen_at, '>=', filter.seen_from)
    if (filter.seen_until !== undefined)
      query = query.where('devices.last_seen_at', 'is not', null).where(sortKeys.last_seen_at, '<=', filter.seen_until)
    if (filter.keyword !== undefined && filter.keyword !== '') {
      const pattern = likePart(filter.keyword)
      query = query.where((where) =>
        where.or([
          where('devices.name', 'ilike', pattern),
          where('devices.serial', 'ilike', pattern),
          where('devices.egress_ip', 'ilike', pattern),
        ]),
      )
    }
    return query
  }

  /** The phones that a caller may see, found first and by that alone: an offset is what the planner doesn't look behind. */
  const branch = (caller: Person): QueryCreator<Tables> =>
    db.with('devices', (query) => query.selectFrom('devices').selectAll().where(visibleTo(caller)).offset(0))

  const entries = (caller: Person, filter: DeviceFilter, from?: QueryCreator<Tables>) =>
    matching(caller, filter, from)
      .innerJoin('boxes', 'boxes.id', 'devices.box_id')
      .innerJoin('users as owners', 'owners.id', 'devices.owner_id')
      .leftJoin('users as holders', 'holders.id', 'devices.in_use_by')
      .selectAll('devices')
      .select(['boxes.name as box_name', 'owners.user_name as owner_name', 'holders.user_name as holder_name'])

  const ordered = (caller: Person, filter: DeviceFilter, { field, descending }: DeviceOrder) => {
    const direction = descending ? 'desc' : 'asc'
    return entries(caller, filter).orderBy(sortKeys[field], direction).orderBy('devices.id', direction)
  }

  /** Phones within the caller's branch, from the tallies; those of others that it holds are few. */
  const tallied = async (
    caller: Person,
    { status, region }: Pick<DeviceFilter, 'status' | 'region'>,
  ): Promise<number> => {
    let query = db.selectFrom('device_tallies').select(sql<number>`coalesce(sum(phones), 0)::bigint`.as('total'))
    let held = db
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('removed_at', 'is', null)
      .where('in_use_by', '=', caller.id)
      .where((where) => where.not(isWithin(sql.ref('owner_path'), caller.path)))
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('owner_path'), caller.path))
    if (status !== undefined && status.length > 0) {
      query = query.where('status', 'in', status)
      held = held.where('status', 'in', status)
    }
    if (region !== undefined) {
      query = query.where('region', '=', region)
      held = held.where('region', '=', region)
    }
    if (seesEverything(caller.role)) return (await query.executeTakeFirstOrThrow()).total
    const { total } = await db.selectNoFrom(sql<number>`${query} + ${held}`.as('total')).executeTakeFirstOrThrow()
    return total
  }

  const count = async (caller: Person, filter: DeviceFilter): Promise<number> => {
    if (isTallied(filter)) return tallied(caller, filter)
    const { total } = await matching(caller, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }

  /** Where an index finds the few rows that a filter lets through, nothing is better. */
  const fromBranch = async (caller: Person, { id, keyword, box_id, owner_id }: DeviceFilter): Promise<boolean> =>
    !seesEverything(caller.role) &&
    [id, keyword, box_id, owner_id].every((value) => value === undefined || value === '') &&
    (await tallied(caller, {})) <= smallBranch

  const keyset = (caller: Person, filter: DeviceFilter, order: DeviceOrder, from?: QueryCreator<Tables>) => ({
    rows: entries(caller, filter, from),
    count: () => {
      if (isTallied(filter)) return tallied(caller, filter)
      const whose = seesEverything(caller.role) ? 'all' : caller.id
      return countOnce(JSON.stringify(['devices', whose, filter]), () => count(caller, filter))
    },
    key: sortKeys[order.field],
    id: sql<number>`devices.id`,
    descending: order.descending,
    identity: [order, filter],
  })

  return {
    /** One phone as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) => entries(caller, { id }).executeTakeFirst(),

    count,

    /** Phones in use among those that the caller may see. */
    inUse: async (caller: Person): Promise<number> => count(caller, { status: ['in_use'] }),

    async byOffset(caller: Person, filter: DeviceFilter, order: DeviceOrder, page: { limit: number; skip: number }) {
      const items = await ordered(caller, filter, order).limit(page.limit).offset(page.skip).execute()
      return { items, total: await count(caller, filter) }
    },

    /** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
    async byCursor(
      caller: Person,
      filter: DeviceFilter,
      order: DeviceOrder,
      page: { limit: number; cursor: string | undefined },
    ) {
      const from = (await fromBranch(caller, filter)) ? branch(caller) : db
      return pageOf(keyset(caller, filter, order, from), page)
    },

    /** Those that match and that the caller may see, locked until the transaction ends; at most so many, by id. */
    lockMatching: (caller: Person, filter: DeviceFilter, limit: number) =>
      matching(caller, filter).selectAll('devices').orderBy('devices.id').limit(limit).forUpdate().execute(),

    /** Those of them that the caller may see, locked until the transaction ends. */
    lockVisible: (caller: Person, ids: readonly number[]) =>
      matching(caller, {})
        .where(sql<boolean>`devices.id = any(${[...ids]}::bigint[])`)
        .selectAll('devices')
        .orderBy('devices.id')
        .forUpdate()
        .execute(),

    /** All that match, a chunk at a time. */
    walk: (caller: Person, filter: DeviceFilter, order: DeviceOrder) => walk(keyset(caller, filter, order)),
  }
}

/** A phone as lists show it. */
export type DeviceEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof deviceListQueries>['visible']>>>
