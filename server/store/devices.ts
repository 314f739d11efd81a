import { sql, type Kysely, type Selectable } from 'kysely'
import { deviceListQueries } from './device-list.ts'
import type { DevicesTable, Tables } from './tables.ts'

export type DeviceRow = Selectable<DevicesTable>

/** What an agent's report or a control lease can change of a phone. */
const changeable = [
  'model',
  'android_version',
  'resolution',
  'status',
  'status_reason',
  'status_before',
  'status_deadline',
  'environment_id',
  'uncleaned',
  'battery',
  'temperature',
  'cpu',
  'memory',
  'storage',
  'egress_ip',
  'proxy',
  'in_use_by',
  'in_use_since',
  'last_seen_at',
  'cause',
] as const satisfies readonly (keyof DeviceRow)[]

/** What people change of phones. */
export type DeviceEdit = Partial<Pick<DeviceRow, 'name' | 'note' | 'owner_id' | 'owner_path' | 'start_settings'>>

export const deviceQueries = (db: Kysely<Tables>) => ({
  ...deviceListQueries(db),

  /** All phones of a box, locked until the transaction ends. */
  lockOfBox: (boxId: number): Promise<DeviceRow[]> =>
    db.selectFrom('devices').selectAll().where('box_id', '=', boxId).orderBy('id').forNoKeyUpdate().execute(),

  /** These phones of a box, as far as it has them, locked until the transaction ends. */
  lockBySerials: (boxId: number, serials: readonly string[]): Promise<DeviceRow[]> =>
    db
      .selectFrom('devices')
      .selectAll()
      .where('box_id', '=', boxId)
      .where(sql<boolean>`serial = any(${[...serials]}::text[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  /** Has whoever registers phones with any box take turns, so that no serial number gets into two, until the transaction ends. */
  async takeTurns(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('devices/register', 0))`.execute(db)
  },

  /** Phones with these serial numbers in other boxes, and whether one may leave its box for this one. */
  async elsewhere(box: { id: number; owner_id: number }, serials: readonly string[]) {
    return db
      .selectFrom('devices')
      .innerJoin('boxes', 'boxes.id', 'devices.box_id')
      .select(['devices.id', 'devices.serial'])
      .select(
        sql<boolean>`boxes.owner_id = ${box.owner_id} and (devices.status = 'offline' or not boxes.online)`.as(
          'may_leave',
        ),
      )
      .where('devices.box_id', '<>', box.id)
      .where('devices.removed_at', 'is', null)
      .where(sql<boolean>`devices.serial = any(${[...serials]}::text[])`)
      .orderBy('devices.id')
      .execute()
  },

  /** Locks a phone, unless somebody else has it locked: who holds one lock already must not wait for this. */
  lockUnlessLocked: (id: number): Promise<DeviceRow | undefined> =>
    db.selectFrom('devices').selectAll().where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst(),

  /** Puts a phone that the transaction has locked into another box. */
  move: (id: number, place: Pick<DeviceRow, 'box_id' | 'slot' | 'region'>): Promise<DeviceRow> =>
    db.updateTable('devices').set(place).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  byId: (id: number): Promise<DeviceRow | undefined> =>
    db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst(),

  byIds: (ids: readonly number[]): Promise<DeviceRow[]> =>
    db
      .selectFrom('devices')
      .selectAll()
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .execute(),

  /** What decides who may have something open on these phones. */
  rightsTo: (ids: readonly number[]) =>
    db
      .selectFrom('devices')
      .select(['id', 'owner_path', 'in_use_by', 'removed_at', 'status', 'status_before', 'uncleaned'])
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .execute(),

  lock: (id: number): Promise<DeviceRow | undefined> =>
    db.selectFrom('devices').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /** The slots of a box that are taken. */
  async slotsOf(boxId: number): Promise<Set<number>> {
    const rows = await db.selectFrom('devices').select('slot').where('box_id', '=', boxId).execute()
    return new Set(rows.map(({ slot }) => slot))
  },

  async add(devices: Pick<DeviceRow, 'box_id' | 'slot' | 'serial' | 'name' | 'owner_id' | 'owner_path' | 'region'>[]) {
    if (devices.length === 0) return []
    return db.insertInto('devices').values(devices).returningAll().execute()
  },

  /** Writes what can change of phones that the transaction has locked, all in one statement. */
  async save(devices: readonly DeviceRow[]): Promise<void> {
    if (devices.length === 0) return
    const rows = JSON.stringify(
      devices.map((device) => Object.fromEntries(['id', ...changeable].map((c) => [c, device[c as keyof DeviceRow]]))),
    )
    const assignments = sql.join(changeable.map((column) => sql`${sql.id(column)} = changed.${sql.id(column)}`))
    await sql`
      update devices set ${assignments}
      from jsonb_populate_recordset(null::devices, ${rows}::jsonb) as changed
      where devices.id = changed.id`.execute(db)
  },

  /** Gives phones to another owner. */
  async handOver(ids: readonly number[], owner: { id: number; path: string }): Promise<void> {
    await db.updateTable('devices').set({ owner_id: owner.id, owner_path: owner.path }).where('id', 'in', ids).execute()
  },

  /** Changes phones that the transaction has locked, and answers them after it, by id. Settings are laid over those there are. */
  edit: (ids: readonly number[], { start_settings, ...fields }: DeviceEdit): Promise<DeviceRow[]> =>
    db
      .updateTable('devices')
      .set({
        ...fields,
        ...(start_settings !== undefined && {
          start_settings: sql<string>`start_settings || ${JSON.stringify(start_settings)}::jsonb`,
        }),
      })
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .returningAll()
      .execute(),

  /** A free phone of one of these owners, any but `except`, locked; one that somebody else is taking is passed over. */
  lockFree: (ownerIds: readonly number[], region: string, except?: number): Promise<DeviceRow | undefined> => {
    let query = db
      .selectFrom('devices')
      .selectAll()
      .where(sql<boolean>`owner_id = any(${[...ownerIds]}::bigint[])`)
      .where('status', '=', 'idle')
      .where('in_use_by', 'is', null)
      .where('removed_at', 'is', null)
    if (region !== '') query = query.where('region', '=', region)
    if (except !== undefined) query = query.where('id', '<>', except)
    return query.orderBy('id').limit(1).forNoKeyUpdate().skipLocked().executeTakeFirst()
  },

  /** Phones whose time is up, by id. */
  async overdue(at: number): Promise<number[]> {
    const rows = await db.selectFrom('devices').select('id').where('status_deadline', '<', at).orderBy('id').execute()
    return rows.map(({ id }) => id)
  },

  /** How many phones a user holds. */
  async heldBy(userId: number): Promise<number> {
    const { held } = await db
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where('in_use_by', '=', userId)
      .executeTakeFirstOrThrow()
    return held
  },

  /** How many phones each status has on all boxes, by their tallies; for the metrics. */
  countByStatus: () =>
    db
      .selectFrom('device_tallies')
      .select(['status', sql<number>`sum(phones)::bigint`.as('count')])
      .groupBy('status')
      .having(sql<boolean>`sum(phones) > 0`)
      .execute(),
})
