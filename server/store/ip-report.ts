import { sql, type Kysely } from 'kysely'
import type { Market } from '../../domain/markets.ts'
import { seesEverything } from '../../domain/roles.ts'
import { bareOf, pageOf, walk, type Cut, type Order, type SortKey } from './keyset.ts'
import { hasKeyword, phoneTexts } from './keyword.ts'
import { isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'
import { exactly, expectedRows, few, roughlyCountRows } from './totals.ts'
import type { Person } from './users.ts'

type IpSort = keyof typeof sortKeys

export interface IpFilter {
  /** Part of the address, or of the phone's name or serial number. */
  keyword: string | undefined
  box_id: number | undefined
  /** Only addresses that several phones have; as of the last sweep (report-rolls.ts). */
  shared: boolean
}

/** Each has its index, with the phone's id behind it (0008-reports, 0020-addresses-in-order). */
const sortKeys = {
  address: sql<string>`address_order(devices.address)`,
  since: sql<number>`devices.since`,
  name: sql<string>`devices.name`,
} satisfies Record<string, SortKey>

/** Phones that share an address are counted up to so many. */
const maxCounted = 100
const sharedWith = sql<number>`(
  select count(*) - 1 from (
    select 1 from device_addresses as others
    where others.address = devices.address and others.until is null limit ${maxCounted + 1}
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

/** Whether a phone beside this one has its address, and an environment of the same market open; looked for among so many. */
const sharedInMarket = sql<boolean>`exists (
  select from (
    select others.device_id from device_addresses as others
    where others.address = devices.address and others.until is null and others.device_id <> devices.id
    limit ${maxCounted}
  ) as others
  cross join lateral (select market from environments where environments.device_id = others.device_id limit 1) as theirs
  where theirs.market = (select market from environments where environments.device_id = devices.id limit 1))`

/** What phones have to be, whatever their addresses are. */
const fits = (caller: Person, { keyword, box_id }: IpFilter, walked?: { isWalked: true }) => [
  ...(seesEverything(caller.role) ? [] : [isWithin(sql.ref('devices.owner_path'), caller.path)]),
  ...(box_id === undefined ? [] : [sql<boolean>`devices.box_id = ${box_id}`]),
  ...(keyword === undefined ? [] : [hasKeyword(phoneTexts, keyword, walked)]),
]

/** Which phone reaches the internet from which address, and since when. */
export const ipReportQueries = (db: Kysely<Tables>) => {
  /** Phones and the addresses that they have, as one. */
  const addressed = db
    .selectFrom('device_addresses as addresses')
    .innerJoin('devices', 'devices.id', 'addresses.device_id')
    .where('addresses.until', 'is', null)
    .select(['devices.id', 'devices.name', 'devices.serial', 'devices.egress_ip', 'devices.status', 'devices.region'])
    .select([sql`devices.pinyin`.as('pinyin'), 'devices.box_id', 'devices.owner_id', 'devices.owner_path'])
    .select(['addresses.device_id', 'addresses.address', 'addresses.since', 'addresses.shared'])
  const current = db.selectFrom(addressed.as('devices'))

  const matching = (caller: Person, filter: IpFilter, from = current, walked?: { isWalked: true }) =>
    from.where((eb) =>
      eb.and([...fits(caller, filter, walked), ...(filter.shared ? [sql<boolean>`devices.shared`] : [])]),
    )

  const entriesOf = (phones: typeof current) =>
    phones.select([
      'devices.id',
      'devices.name',
      'devices.serial',
      'devices.status',
      'devices.region',
      'devices.box_id',
      nameOfBox.as('box_name'),
      'devices.owner_id',
      nameOfOwner.as('owner_name'),
      'devices.address',
      'devices.since',
      sharedWith.as('shared_with'),
      openEnvironment.as('environment'),
      sharedInMarket.as('shared_in_market'),
    ])

  /** Those of the next in the order of the list, as far as `reach` goes, that match. */
  const walked = (caller: Person, filter: IpFilter, { field }: Order<IpSort>, reach: Cut) => {
    const next = reach(current.selectAll().select(sql`${sortKeys[field]}`.as('walked_key')))
    return matching(caller, filter, db.selectFrom(next.as('devices')), { isWalked: true })
  }

  /** Everything there is, from the tallies: a join of a million rows to count them would cost more than any page. */
  const countAll = async (caller: Person): Promise<number> => {
    let query = db.selectFrom('device_tallies').select(sql<number>`coalesce(sum(addresses), 0)::bigint`.as('total'))
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('owner_path'), caller.path))
    return (await query.executeTakeFirstOrThrow()).total
  }

  /** How many are shared, up to more than a few: a sweep flags and unflags them at once, which statistics don't know yet. */
  const sharedAtAll = async (): Promise<number> => {
    const shared = db.selectFrom('device_addresses').where('until', 'is', null).where('shared', '=', true)
    const { rows } = await sql<{ shared: number }>`
      select count(*) as shared from (${shared.select('device_id').limit(few + 1)}) as counted`.execute(db)
    return rows[0]?.shared ?? 0
  }

  /**
   * The rows that match, found first by whatever finds them soonest: the phones alone, or the addresses that are shared. Joined in
   * one go, the addresses of all phones would be read for those of a thousand.
   */
  const found = (caller: Person, filter: IpFilter) => {
    const ids = filter.shared
      ? matching(caller, filter).select('devices.id')
      : db
          .selectFrom('devices')
          .where((eb) => eb.and(fits(caller, filter)))
          .select('devices.id')
    return current.where(sql<boolean>`devices.device_id = any(array(${ids}))`)
  }

  const keyset = async (caller: Person, filter: IpFilter, order: Order<IpSort>) => {
    const isWhole = filter.keyword === undefined && filter.box_id === undefined && !filter.shared
    const known = isWhole ? await countAll(caller) : undefined
    const isScarce = filter.shared && (await sharedAtAll()) <= few
    const expected = known ?? (isScarce ? few : await expectedRows(matching(caller, filter)))
    const isFew = expected <= few
    const bare = isFew ? found(caller, filter) : matching(caller, filter)
    return {
      rows: entriesOf(bare),
      bare: bareOf(bare),
      count: async () => (known === undefined ? roughlyCountRows(db, bare, expected) : exactly(known)),
      key: sortKeys[order.field],
      id: order.field === 'name' ? sql<number>`devices.id` : sql<number>`devices.device_id`,
      descending: order.descending,
      identity: [order, filter],
      paged:
        isFew || (isWhole && seesEverything(caller.role))
          ? undefined
          : {
              expected,
              walked: (reach: Cut) => entriesOf(walked(caller, filter, order, reach)),
              key: sql<string | number>`devices.walked_key`,
              found: entriesOf(found(caller, filter)),
              bare: {
                walked: (reach: Cut) => bareOf(walked(caller, filter, order, reach)),
                found: bareOf(found(caller, filter)),
              },
              isLedTo: filter.shared && order.field === 'address',
            },
    }
  }

  return {
    /** A page of it; undefined when the cursor doesn't belong to this sort and these filters. */
    async page(
      caller: Person,
      filter: IpFilter,
      order: Order<IpSort>,
      page: { limit: number; cursor: string | undefined },
    ) {
      return pageOf(await keyset(caller, filter, order), page)
    },

    /** All of it, a chunk at a time. */
    async *walk(caller: Person, filter: IpFilter, order: Order<IpSort>) {
      yield* walk(await keyset(caller, filter, order))
    },
  }
}

export type IpRow = NonNullable<Awaited<ReturnType<ReturnType<typeof ipReportQueries>['page']>>>['items'][number]
