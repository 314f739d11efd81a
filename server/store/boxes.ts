import { sql, type Kysely, type Selectable } from 'kysely'
import type { BoxHealth } from '../../domain/box-protocol.ts'
import { seesEverything } from '../../domain/roles.ts'
import { likePart } from './like-pattern.ts'
import { isWithin } from './owner-tree.ts'
import type { BoxesTable, Tables } from './tables.ts'
import type { Person } from './users.ts'

export type BoxRow = Selectable<BoxesTable>

export interface BoxSearch {
  /** Part of the name or code. */
  keyword?: string | undefined
  sort: { field: 'name' | 'created_at'; descending: boolean }
  limit: number
  skip: number
}

export const boxQueries = (db: Kysely<Tables>) => {
  const matching = (caller: Person, { keyword }: BoxSearch) => {
    let query = db.selectFrom('boxes')
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('boxes.owner_path'), caller.path))
    if (keyword !== undefined) {
      const pattern = likePart(keyword)
      query = query.where((where) =>
        where.or([where('boxes.name', 'ilike', pattern), where('boxes.code', 'ilike', pattern)]),
      )
    }
    return query
  }

  return {
    async add(box: {
      code: string
      name: string
      region: string
      slots: number
      owner_id: number
      owner_path: string
      phone_owner_id: number | null
      embedded: boolean
    }): Promise<void> {
      await db.insertInto('boxes').values(box).execute()
    },

    byId: (id: number) => db.selectFrom('boxes').selectAll().where('id', '=', id).executeTakeFirst(),

    byCode: (code: string) => db.selectFrom('boxes').selectAll().where('code', '=', code).executeTakeFirst(),

    /** The boxes of virtual phones beside the server, oldest first. */
    embedded: () => db.selectFrom('boxes').selectAll().where('embedded', '=', true).orderBy('id').execute(),

    /** Has a box's phones run beside the server from now on. */
    async embed(id: number): Promise<void> {
      await db.updateTable('boxes').set({ embedded: true }).where('id', '=', id).execute()
    },

    byEnrolmentHash: (hash: Buffer) =>
      db.selectFrom('boxes').selectAll().where('enrolment_hash', '=', hash).executeTakeFirst(),

    /** Replaces a box's enrolment token, which ends the credentials that came from the one before. */
    async replaceEnrolment(id: number, hash: Buffer): Promise<void> {
      await db.updateTable('boxes').set({ enrolment_hash: hash }).where('id', '=', id).execute()
    },

    /** Locks a box until the transaction ends, so that its events are applied one after the other. */
    lock: (id: number) => db.selectFrom('boxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    async noteSeen(id: number, at: number, report: { agent_version: string; health: BoxHealth }): Promise<void> {
      const { cpu = null, memory = null, disk = null, temperature = null } = report.health
      await db
        .updateTable('boxes')
        .set({ online: true, last_seen_at: at, agent_version: report.agent_version, cpu, memory, disk, temperature })
        .where('id', '=', id)
        .execute()
    },

    async noteLost(id: number): Promise<void> {
      await db.updateTable('boxes').set({ online: false }).where('id', '=', id).execute()
    },

    /** Boxes that count as online and have not been heard of since `time`. */
    async silentSince(time: number): Promise<number[]> {
      const rows = await db
        .selectFrom('boxes')
        .select('id')
        .where('online', '=', true)
        .where('last_seen_at', '<', time)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** A page of boxes with their owners' names and phone counts, and how many boxes there are in all. */
    async list(caller: Person, search: BoxSearch) {
      const direction = search.sort.descending ? 'desc' : 'asc'
      const items = await matching(caller, search)
        .innerJoin('users as owners', 'owners.id', 'boxes.owner_id')
        .select([
          'boxes.id',
          'boxes.name',
          'boxes.code',
          'boxes.region',
          'boxes.address',
          'boxes.slots',
          'boxes.online',
          'boxes.agent_version',
          'boxes.cpu',
          'boxes.memory',
          'boxes.disk',
          'boxes.temperature',
          'boxes.owner_id',
          'owners.user_name as owner_name',
          'boxes.note',
          'boxes.last_seen_at',
          'boxes.created_at',
          sql<number>`(select count(*) from devices where box_id = boxes.id)`.as('phone_count'),
          sql<number>`(select count(*) from devices where box_id = boxes.id and status <> 'offline')`.as(
            'online_phone_count',
          ),
        ])
        .orderBy(`boxes.${search.sort.field}`, direction)
        .orderBy('boxes.id', direction)
        .limit(search.limit)
        .offset(search.skip)
        .execute()
      const { total } = await matching(caller, search)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { items, total }
    },
  }
}
