import { sql, type Kysely } from 'kysely'
import type { Market } from '../../domain/markets.ts'
import { seesEverything } from '../../domain/roles.ts'
import { pageOf, walk, type Order, type SortKey } from './keyset.ts'
import { likePart } from './like-pattern.ts'
import { isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'
import { countRows } from './totals.ts'
import type { Person } from './users.ts'

export type IpSort = keyof typeof sortKeys

export interface IpFilter {
  /** Part of the address, or of the phone's name or serial number. */
  keyword: string | undefined
  box_id: number | undefined
  /** Only addresses that several phones have; as of the last sweep (report-rolls.ts). */
  shared: boolean
}

/** Each has its index, with the phone's id behind it (0008-reports, 0020-addresses-in-order). */
const sortKeys = {
  address: sql<string>`address_order(addresses.address)`,
  since: sql<number>`addresses.since`,
  name: sql<string>`devices.name`,
} satisfies Record<string, SortKey>

/** Phones that share an address are counted up to so many. */
const maxCounted = 100
const sharedWith = sql<number>`(
  select count(*) - 1 from (
    select 1 from device_addresses as others
    where others.address = addresses.address and others.until is null limit ${maxCounted + 1}
  ) as counted)`

/**
 * What is shown beside an address is looked up row by row, for the rows of the page alone: joined, it would be fetched for a
 * whole subtree before the first row is known.
 */
const nameOfBox = sql<string>`(select name from boxes where boxes.id = devices.box_id)`
const nameOfOwner = sql<string>`(select user_name from users where users.id = devices.owner_id)`
const openEnvironment = sql<{ id: number; name: string; market: Market } | null>`(
  select jsonb_build_object('id', id, 'name', name, 'market', market) from environments
  where device_id = devices.id limit 1)`

/** Whether a phone beside this one has its address, and an environment of the same market open. */
const sharedInMarket = sql<boolean>`exists (
  select 1 from environments as own
  join environments as theirs on theirs.market = own.market and theirs.device_id <> own.device_id
  join device_addresses as others on others.device_id = theirs.device_id and others.until is null
  where own.device_id = devices.id and others.address = addresses.address)`

/** Which phone reaches the internet from which address, and since when. */
export const ipReportQueries = (db: Kysely<Tables>) => {
  const matching = (caller: Person, { keyword, box_id, shared }: IpFilter) => {
    let query = db
      .selectFrom('device_addresses as addresses')
      .innerJoin('devices', 'devices.id', 'addresses.device_id')
      .where('addresses.until', 'is', null)
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('devices.owner_path'), caller.path))
    if (box_id !== undefined) query = query.where('devices.box_id', '=', box_id)
    if (shared) query = query.where('addresses.shared', '=', true)
    if (keyword !== undefined) {
      const pattern = likePart(keyword)
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

  /** Everything there is, from the tallies: a join of a million rows to count them would cost more than any page. */
  const countAll = async (caller: Person): Promise<number> => {
    let query = db.selectFrom('device_tallies').select(sql<number>`coalesce(sum(addresses), 0)::bigint`.as('total'))
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('owner_path'), caller.path))
    return (await query.executeTakeFirstOrThrow()).total
  }

  const count = async (caller: Person, filter: IpFilter): Promise<number> => {
    if (filter.keyword === undefined && filter.box_id === undefined && !filter.shared) return countAll(caller)
    return countRows(matching(caller, filter))
  }

  const keyset = (caller: Person, filter: IpFilter, order: Order<IpSort>) => ({
    rows: matching(caller, filter).select([
      'devices.id',
      'devices.name',
      'devices.serial',
      'devices.status',
      'devices.region',
      'devices.box_id',
      nameOfBox.as('box_name'),
      'devices.owner_id',
      nameOfOwner.as('owner_name'),
      'addresses.address',
      'addresses.since',
      sharedWith.as('shared_with'),
      openEnvironment.as('environment'),
      sharedInMarket.as('shared_in_market'),
    ]),
    count: () => count(caller, filter),
    key: sortKeys[order.field],
    id: order.field === 'name' ? sql<number>`devices.id` : sql<number>`addresses.device_id`,
    descending: order.descending,
    identity: [order, filter],
  })

  return {
    /** A page of it; undefined when the cursor doesn't belong to this sort and these filters. */
    page: (
      caller: Person,
      filter: IpFilter,
      order: Order<IpSort>,
      page: { limit: number; cursor: string | undefined },
    ) => pageOf(keyset(caller, filter, order), page),

    /** All of it, a chunk at a time. */
    walk: (caller: Person, filter: IpFilter, order: Order<IpSort>) => walk(keyset(caller, filter, order)),
  }
}

export type IpRow = NonNullable<Awaited<ReturnType<ReturnType<typeof ipReportQueries>['page']>>>['items'][number]
