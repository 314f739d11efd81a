import { sql, type Kysely, type Selectable } from 'kysely'
import type { EnvironmentRecordsTable, Tables } from './tables.ts'
import { unwantedObjectQueries } from './unwanted-objects.ts'

export type RecordRow = Selectable<EnvironmentRecordsTable>

/** Records of an environment that are kept. */
const keptRecords = 5

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

  /** The newest of each first. */
  ofMany: (environmentIds: readonly number[]): Promise<RecordRow[]> =>
    db
      .selectFrom('environment_records')
      .selectAll()
      .where(sql<boolean>`environment_id = any(${environmentIds}::bigint[])`)
      .orderBy('environment_id')
      .orderBy('id', 'desc')
      .execute(),

  /** Adds a record whose object is whole, and forgets the oldest beyond those that are kept; never the `wanted` one. */
  async add(record: Omit<RecordRow, 'id'>, wanted: number | null = null): Promise<number> {
    const { id } = await db.insertInto('environment_records').values(record).returning('id').executeTakeFirstOrThrow()
    await unwantedObjectQueries(db).forget([record.object])
    await sql`
      delete from environment_records where environment_id = ${record.environment_id} and id in (
        select id from environment_records where environment_id = ${record.environment_id}
        order by id desc offset ${sql.lit(keptRecords)}) and id is distinct from ${wanted}::bigint`.execute(db)
    return id
  },
})
