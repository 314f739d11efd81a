import { sql, type Kysely } from 'kysely'
import { rolesBelow, seesEverything, type Role } from '../../domain/roles.ts'
import { expiringDays } from '../../domain/service.ts'
import { bareOf, pageBehind, pageOf, walk, type Order, type SortKey } from './keyset.ts'
import { hasKeyword, userTexts } from './keyword.ts'
import { isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'
import { expectedRows, few, roughlyCountRows } from './totals.ts'
import type { Person } from './users.ts'

/** How a user's service stands; `expiring` ends within a week, `none` has never bought any. */
export type ServiceState = 'running' | 'expiring' | 'expired' | 'none'

export interface UserFilter {
  id?: number | undefined
  role?: Role[] | undefined
  /** Part of the name, or how it is read in pinyin. */
  user_name?: string | undefined
  enabled?: boolean | undefined
  service?: ServiceState[] | undefined
  /** Only those right below this user. */
  parent_id?: number | undefined
}

type UserSort = keyof typeof sortKeys
type UserOrder = Order<UserSort>

/** When a user's service ends, Unix time in seconds; 0 where it has none. */
const endsAt = sql<number>`(users.authorization_at + users.expiration)`

/** Each has its index (0004-people). */
const sortKeys = {
  id: sql<number>`users.id`,
  user_name: sql<string>`users.user_name`,
  role: sql<string>`users.role`,
  thread_number: sql<number>`users.thread_number`,
  expires_at: endsAt,
  created_at: sql<number>`users.created_at`,
  last_login_at: sql<number>`coalesce(users.last_login_at, 0)`,
} satisfies Record<string, SortKey>

/** Of a service that is about to end. Seconds. */
const expiringWithin = expiringDays * 24 * 60 * 60

function serviceIs(state: ServiceState) {
  const now = Math.floor(Date.now() / 1_000)
  const ranges = {
    none: sql<boolean>`users.expiration = 0`,
    expired: sql<boolean>`(users.expiration > 0 and ${endsAt} <= ${now})`,
    expiring: sql<boolean>`(users.expiration > 0 and ${endsAt} > ${now} and ${endsAt} <= ${now + expiringWithin})`,
    running: sql<boolean>`(users.expiration > 0 and ${endsAt} > ${now + expiringWithin})`,
  }
  return ranges[state]
}

/** From the tallies: somebody may own hundreds of thousands. */
const deviceCount = sql<number | null>`(select coalesce(sum(phones), 0)::bigint from device_tallies
  where device_tallies.owner_path = users.path)`
const notCounted = sql<number | null>`null::bigint`
/** Looked up row by row: joined, all users would be read for those of a page. */
const parentName = sql<
  string | null
>`(select parents.user_name from users as parents where parents.id = users.parent_id)`
const subordinateCount = sql<number>`
  (select count(*) from users as below where below.parent_id = users.id and below.deleted_at is null)`

export const userListQueries = (db: Kysely<Tables>) => {
  /** The users that a person may see and that match. */
  const matching = (caller: Person, filter: UserFilter, walked?: { isWalked: boolean }) => {
    let query = db.selectFrom('users').where('users.deleted_at', 'is', null)
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('users.path'), caller.path))
    if (filter.id !== undefined) query = query.where('users.id', '=', filter.id)
    if (filter.role !== undefined && filter.role.length > 0) query = query.where('users.role', 'in', filter.role)
    if (filter.user_name) query = query.where(hasKeyword(userTexts, filter.user_name, walked))
    if (filter.enabled !== undefined) query = query.where('users.enabled', '=', filter.enabled)
    if (filter.parent_id !== undefined) query = query.where('users.parent_id', '=', filter.parent_id)
    const { service } = filter
    if (service !== undefined && service.length > 0) query = query.where((where) => where.or(service.map(serviceIs)))
    return query
  }

  const entries = (caller: Person, filter: UserFilter, countDevices: boolean, walked?: { isWalked: boolean }) =>
    matching(caller, filter, walked).select([
      'users.id',
      'users.user_name',
      'users.role',
      'users.path',
      'users.parent_id',
      parentName.as('parent_name'),
      'users.avatar',
      'users.modules',
      'users.expiration',
      'users.authorization_at',
      'users.enabled',
      'users.thread_number',
      'users.contact_name',
      'users.phone',
      'users.email',
      'users.note',
      'users.last_login_at',
      'users.last_login_ip',
      'users.created_at',
      subordinateCount.as('subordinate_count'),
      (countDevices ? deviceCount : notCounted).as('device_count'),
    ])

  const keyset = async (caller: Person, filter: UserFilter, order: UserOrder, countDevices: boolean) => {
    const expected = filter.user_name ? await expectedRows(matching(caller, filter)) : undefined
    // Names of many are met soon on a walk in the order of the list.
    const walked = { isWalked: expected !== undefined && expected > few }
    return {
      rows: entries(caller, filter, countDevices, walked),
      bare: bareOf(matching(caller, filter, walked)),
      count: () => roughlyCountRows(db, matching(caller, filter, walked), expected),
      key: sortKeys[order.field],
      id: sql<number>`users.id`,
      descending: order.descending,
      identity: [order, filter],
    }
  }

  return {
    /** One user as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) => entries(caller, { id }, false).executeTakeFirst(),

    /** Those of these users that the caller may see, as lists show them. */
    allVisible: (caller: Person, ids: readonly number[]) =>
      entries(caller, {}, false)
        .where(sql<boolean>`users.id = any(${ids})`)
        .execute(),

    /** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
    async byCursor(
      caller: Person,
      filter: UserFilter,
      order: UserOrder,
      page: { limit: number; cursor: string | undefined; countDevices: boolean },
    ) {
      return pageOf(await keyset(caller, filter, order, page.countDevices), page)
    },

    async byOffset(
      caller: Person,
      filter: UserFilter,
      order: UserOrder,
      page: { limit: number; skip: number; countDevices: boolean },
    ) {
      return {
        ...(await pageBehind(db, await keyset(caller, filter, order, page.countDevices), page)),
        next_cursor: null,
      }
    },

    /** All that match, a chunk at a time. */
    async *walk(caller: Person, filter: UserFilter, order: UserOrder) {
      yield* walk(await keyset(caller, filter, order, true))
    },

    /** Those that match and that the caller may change: of roles below its own. At most `limit`. */
    async idsBelow(caller: Person, filter: UserFilter, limit: number): Promise<number[]> {
      const below = rolesBelow(caller.role)
      const rows = await matching(caller, filter)
        .select('users.id')
        .where('users.role', 'in', below)
        .orderBy('users.id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** A user as lists show it. */
export type UserEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof userListQueries>['visible']>>>
