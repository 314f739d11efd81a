import { sql, type Kysely, type Selectable } from 'kysely'
import type { EnvironmentRecordsTable, Tables } from './tables.ts'

export type RecordRow = Selectable<EnvironmentRecordsTable>

/** Records of an environment that are kept. */
export const keptRecords = 5
/** How long what nobody wants stays: longer than any transfer to it takes. Milliseconds. */
const grace = 3_600_000

export const environmentRecordQueries = (db: Kysely<Tables>) => ({
  byId: (id: number): Promise<RecordRow | undefined> =>
    db.selectFrom('environment_records').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The newest first. */
  ofEnvironment: (environmentId: number) =>
    db
      .selectFrom('environment_records')
      .innerJoin('devices', 'devices.id', 'environment_records.device_id')
      .selectAll('environment_records')
      .select('devices.name as device_name')
      .where('environment_records.environment_id', '=', environmentId)
      .orderBy('environment_records.id', 'desc')
      .execute(),

  /** Says of an object that it may be written, and is not wanted until it is a record's. */
  async expect(object: string, at: number): Promise<void> {
    await db
      .insertInto('unwanted_objects')
      .values({ object, at })
      .onConflict((conflict) => conflict.column('object').doNothing())
      .execute()
  },

  /** Adds a record whose object is whole, and forgets the oldest beyond those that are kept; never the `wanted` one. */
  async add(record: Omit<RecordRow, 'id'>, wanted: number | null = null): Promise<number> {
    const { id } = await db.insertInto('environment_records').values(record).returning('id').executeTakeFirstOrThrow()
    await db.deleteFrom('unwanted_objects').where('object', '=', record.object).execute()
    await sql`
      delete from environment_records where environment_id = ${record.environment_id} and id in (
        select id from environment_records where environment_id = ${record.environment_id}
        order by id desc offset ${sql.lit(keptRecords)}) and id is distinct from ${wanted}::bigint`.execute(db)
    return id
  },

  /** Objects that are to go, some of them. */
  async unwanted(now: number): Promise<string[]> {
    const rows = await db
      .selectFrom('unwanted_objects')
      .select('object')
      .where('at', '<', now - grace)
      .limit(100)
      .execute()
    return rows.map(({ object }) => object)
  },

  async forgetObject(object: string): Promise<void> {
    await db.deleteFrom('unwanted_objects').where('object', '=', object).execute()
  },
})
