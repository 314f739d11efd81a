import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import { seesEverything } from '../../domain/roles.ts'
import { likePart } from './like-pattern.ts'
import { isWithin } from './owner-tree.ts'
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
}

export interface DeviceOrder {
  field: DeviceSort
  descending: boolean
}

/** What rows are sorted by: never null, so that a page's end can be named; each has its index (0001-first-light). */
type Sortable = string | number
const sortKeys = {
  name: sql<Sortable>`devices.name`,
  status: sql<Sortable>`devices.status`,
  serial: sql<Sortable>`devices.serial`,
  model: sql<Sortable>`devices.model`,
  android_version: sql<Sortable>`devices.android_version`,
  region: sql<Sortable>`devices.region`,
  battery: sql<Sortable>`coalesce(devices.battery, -1)`,
  last_seen_at: sql<Sortable>`coalesce(devices.last_seen_at, 0)`,
}

/** Where a page ended, and how many rows matched when the first one was read: a walk counts once. */
interface Cursor {
  /** Of sort and filters. */
  digest: string
  value: string | number
  id: number
  total: number
}

const digestOf = (order: DeviceOrder, filter: DeviceFilter): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        order.field,
        order.descending,
        filter.id,
        filter.keyword,
        filter.status,
        filter.box_id,
        filter.region,
      ]),
    )
    .digest('base64url')
    .slice(0, 16)

const sealCursor = ({ digest, value, id, total }: Cursor): string =>
  Buffer.from(JSON.stringify([digest, value, id, total])).toString('base64url')

/** Reads a cursor; undefined when it is none, or of another sort or other filters. */
function openCursor(text: string, digest: string): Cursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 4) return undefined
    const [of, value, id, total] = parts as unknown[]
    if (of !== digest || !Number.isSafeInteger(id) || !Number.isSafeInteger(total)) return undefined
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    return { digest, value, id: Number(id), total: Number(total) }
  } catch {
    return undefined // What is no JSON is no cursor.
  }
}

/** The phones that a person may see: of its subtree, and those it holds. Admin and security see all. */
const visibleTo = (caller: Person): RawBuilder<boolean> =>
  seesEverything(caller.role)
    ? sql<boolean>`true`
    : sql<boolean>`(${isWithin(sql.ref('devices.owner_path'), caller.path)} or devices.in_use_by = ${caller.id})`

export const deviceListQueries = (db: Kysely<Tables>) => {
  const matching = (caller: Person, filter: DeviceFilter) => {
    let query = db.selectFrom('devices').where(visibleTo(caller))
    if (filter.id !== undefined) query = query.where('devices.id', '=', filter.id)
    if (filter.status !== undefined && filter.status.length > 0)
      query = query.where('devices.status', 'in', filter.status)
    if (filter.box_id !== undefined) query = query.where('devices.box_id', '=', filter.box_id)
    if (filter.region !== undefined) query = query.where('devices.region', '=', filter.region)
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

  const entries = (caller: Person, filter: DeviceFilter) =>
    matching(caller, filter)
      .innerJoin('boxes', 'boxes.id', 'devices.box_id')
      .innerJoin('users as owners', 'owners.id', 'devices.owner_id')
      .leftJoin('users as holders', 'holders.id', 'devices.in_use_by')
      .selectAll('devices')
      .select(['boxes.name as box_name', 'owners.user_name as owner_name', 'holders.user_name as holder_name'])

  const ordered = (caller: Person, filter: DeviceFilter, { field, descending }: DeviceOrder) => {
    const direction = descending ? 'desc' : 'asc'
    return entries(caller, filter).orderBy(sortKeys[field], direction).orderBy('devices.id', direction)
  }

  const count = async (caller: Person, filter: DeviceFilter): Promise<number> => {
    const { total } = await matching(caller, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }

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
      const digest = digestOf(order, filter)
      const after = page.cursor === undefined ? undefined : openCursor(page.cursor, digest)
      if (page.cursor !== undefined && after === undefined) return undefined

      const key = sortKeys[order.field]
      let query = ordered(caller, filter, order).select(key.as('sort_key'))
      if (after !== undefined) {
        const beyond = sql.raw(order.descending ? '<' : '>')
        query = query.where(sql<boolean>`(${key}, devices.id) ${beyond} (${after.value}, ${after.id})`)
      }
      const rows = await query.limit(page.limit + 1).execute() // One more tells whether there is a next page.
      const items = rows.slice(0, page.limit)
      const total = after?.total ?? (await count(caller, filter))
      const last = items.at(-1)
      const next_cursor =
        rows.length > page.limit && last !== undefined
          ? sealCursor({ digest, value: last.sort_key, id: last.id, total })
          : null
      return { items, next_cursor, total }
    },
  }
}

/** A phone as lists show it. */
export type DeviceEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof deviceListQueries>['visible']>>>
