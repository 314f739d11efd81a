import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import type { BoxHealth, RefusedPhone, TunnelState } from '../../domain/box-protocol.ts'
import { seesEverything } from '../../domain/roles.ts'
import { bareOf, pageBehind } from './keyset.ts'
import { hasPart } from './keyword.ts'
import { nowOfStatement } from './now-of-statement.ts'
import { isWithin } from './owner-tree.ts'
import type { BoxesTable, Tables } from './tables.ts'
import { countedTotal } from './totals.ts'
import type { Person } from './users.ts'

export type BoxRow = Selectable<BoxesTable>

interface BoxFilter {
  id?: number | undefined
  /** Part of the name, code or address. */
  keyword?: string | undefined
  online?: boolean | undefined
  region?: string | undefined
  owner_id?: number | undefined
}

interface BoxSearch extends BoxFilter {
  sort: { field: keyof typeof sortKeys; descending: boolean }
  limit: number
  skip: number
}

/** What people change of a box. */
export type BoxChange = Pick<
  Updateable<BoxesTable>,
  'name' | 'region' | 'address' | 'slots' | 'owner_id' | 'owner_path' | 'phone_owner_id' | 'note'
>

/** What has never been seen sorts before all else. */
const sortKeys = {
  name: sql<string>`boxes.name`,
  code: sql<string>`boxes.code`,
  region: sql<string>`boxes.region`,
  online: sql<number>`boxes.online::integer`,
  last_seen_at: sql<number>`coalesce(boxes.last_seen_at, 0)`,
  created_at: sql<number>`boxes.created_at`,
}

/** From the tallies: a box may have a thousand. */
const phoneCount = sql<number>`
  (select coalesce(sum(phones), 0)::bigint from box_tallies where box_id = boxes.id)`
const onlinePhoneCount = sql<number>`
  (select coalesce(sum(online), 0)::bigint from box_tallies where box_id = boxes.id)`

export const boxQueries = (db: Kysely<Tables>) => {
  const present = db.selectFrom('boxes').where('boxes.deleted_at', 'is', null)

  const silent = (time: number) =>
    present
      .select('id')
      .where('online', '=', true)
      .where('last_seen_at', '<', sql<number>`${nowOfStatement} - ${time}`)

  const matching = (caller: Person, { id, keyword, online, region, owner_id }: BoxFilter) => {
    let query = present
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('boxes.owner_path'), caller.path))
    if (id !== undefined) query = query.where('boxes.id', '=', id)
    if (online !== undefined) query = query.where('boxes.online', '=', online)
    if (region !== undefined) query = query.where('boxes.region', '=', region)
    if (owner_id !== undefined) query = query.where('boxes.owner_id', '=', owner_id)
    if (keyword !== undefined) query = query.where(hasPart(['boxes.name', 'boxes.code', 'boxes.address'], keyword))
    return query
  }

  /** As lists show them: with their owners' names, their phones counted, and their tunnels. */
  const entries = (caller: Person, filter: BoxFilter) =>
    matching(caller, filter)
      .innerJoin('users as owners', 'owners.id', 'boxes.owner_id')
      .leftJoin('users as phone_owners', 'phone_owners.id', 'boxes.phone_owner_id')
      .leftJoin('box_tunnels as tunnels', 'tunnels.box_id', 'boxes.id')
      .selectAll('boxes')
      .select([
        'owners.user_name as owner_name',
        'phone_owners.user_name as phone_owner_name',
        phoneCount.as('phone_count'),
        onlinePhoneCount.as('online_phone_count'),
        sql<TunnelOfBox | null>`to_jsonb(tunnels)`.as('tunnel'),
      ])

  return {
    /** Adds a box; undefined where its code is taken. */
    addUnlessTaken: (box: Insertable<BoxesTable>): Promise<BoxRow | undefined> =>
      db
        .insertInto('boxes')
        .values(box)
        .onConflict((conflict) => conflict.column('code').where('deleted_at', 'is', null).doNothing())
        .returningAll()
        .executeTakeFirst(),

    async add(box: Insertable<BoxesTable>): Promise<void> {
      await db.insertInto('boxes').values(box).execute()
    },

    byId: (id: number): Promise<BoxRow | undefined> => present.selectAll().where('id', '=', id).executeTakeFirst(),

    byCode: (code: string): Promise<BoxRow | undefined> =>
      present.selectAll().where('code', '=', code).executeTakeFirst(),

    /** The boxes of virtual phones beside the server, oldest first. */
    embedded: (): Promise<BoxRow[]> => present.selectAll().where('embedded', '=', true).orderBy('id').execute(),

    /** Has a box's phones run beside the server from now on. */
    async embed(id: number): Promise<void> {
      await db.updateTable('boxes').set({ embedded: true }).where('id', '=', id).execute()
    },

    byEnrolmentHash: (hash: Buffer): Promise<BoxRow | undefined> =>
      present.selectAll().where('enrolment_hash', '=', hash).executeTakeFirst(),

    /** One box as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) => entries(caller, { id }).executeTakeFirst(),

    /** Replaces a box's enrolment token, which ends the credentials that came from the one before. */
    async replaceEnrolment(id: number, hash: Buffer): Promise<void> {
      await db.updateTable('boxes').set({ enrolment_hash: hash }).where('id', '=', id).execute()
    },

    async change(id: number, change: BoxChange): Promise<void> {
      await db.updateTable('boxes').set(change).where('id', '=', id).execute()
    },

    /** Takes a box out of every list and ends its credentials; its phones go with it. */
    async remove(id: number, now: number): Promise<void> {
      await db
        .updateTable('boxes')
        .set({ deleted_at: now, enrolment_hash: null, online: false })
        .where('id', '=', id)
        .execute()
      await db.updateTable('devices').set({ removed_at: now }).where('box_id', '=', id).execute()
    },

    /** Locks a box until the transaction ends, so that its events are applied one after the other. */
    lock: (id: number): Promise<BoxRow | undefined> =>
      present.selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    /** What a box's agent calls itself; empty where that is not known. */
    async agentBoot(id: number): Promise<string> {
      const box = await present.select('agent_boot').where('id', '=', id).executeTakeFirst()
      return box?.agent_boot ?? ''
    },

    /** Answers when that was, by the database's clock. */
    async noteSeen(
      id: number,
      report: { agent_version: string; agent_boot?: string; health: BoxHealth },
    ): Promise<number | null> {
      const { cpu = null, memory = null, disk = null, temperature = null } = report.health
      const { last_seen_at } = await db
        .updateTable('boxes')
        .set({ online: true, last_seen_at: nowOfStatement, cpu, memory, disk, temperature })
        .set({ agent_version: report.agent_version, agent_boot: report.agent_boot ?? '' })
        .where('id', '=', id)
        .returning('last_seen_at')
        .executeTakeFirstOrThrow()
      return last_seen_at
    },

    /** Notes which of its phones were not let in. */
    async noteRefused(id: number, refused: readonly RefusedPhone[]): Promise<void> {
      await db
        .updateTable('boxes')
        .set({ refused: JSON.stringify(refused) })
        .where('id', '=', id)
        .execute()
    },

    /** Has room for so many phones at least. */
    async makeRoom(id: number, phones: number): Promise<void> {
      await db.updateTable('boxes').set({ slots: phones }).where('id', '=', id).where('slots', '<', phones).execute()
    },

    /** Has what earlier connections of a box's agents say count for nothing; answers the number of the new one. */
    async newConnection(id: number): Promise<number> {
      const { connections } = await db
        .updateTable('boxes')
        .set({ connections: sql`connections + 1` })
        .where('id', '=', id)
        .returning('connections')
        .executeTakeFirstOrThrow()
      return connections
    },

    async noteLost(id: number): Promise<void> {
      await db.updateTable('boxes').set({ online: false }).where('id', '=', id).execute()
    },

    /** Boxes that count as online and have not been heard of for so many milliseconds. */
    async silentFor(time: number): Promise<number[]> {
      const rows = await silent(time).execute()
      return rows.map(({ id }) => id)
    },

    /** Whether a box is one of these. */
    async isSilentFor(id: number, time: number): Promise<boolean> {
      return (await silent(time).where('id', '=', id).executeTakeFirst()) !== undefined
    },

    /** A page of boxes, and how many there are in all. */
    async list(caller: Person, { sort, limit, skip, ...filter }: BoxSearch) {
      const keyset = {
        rows: entries(caller, filter),
        bare: bareOf(matching(caller, filter)),
        count: () => countedTotal(matching(caller, filter)),
        key: sortKeys[sort.field],
        id: sql<number>`boxes.id`,
        descending: sort.descending,
      }
      return pageBehind(db, keyset, { limit, skip })
    },
  }
}

/** A tunnel as it stands beside its box; its token is a bytea as JSON has it. */
export interface TunnelOfBox {
  enabled: boolean
  state: TunnelState
  reason: Reason | null
  server_address: string
  server_port: number
  remote_port: number
  local_port: number
  token: string | null
  since: number
}

export type BoxEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof boxQueries>['visible']>>>
