import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { openDatabase } from '../../server/store/database.ts'
import { migrateTo } from '../../server/store/migrations/migrate.ts'
import { newDatabase, type TestDatabase } from './database.ts'

/** A row as that Phonedeck kept it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type OldRow = Record<string, any>

/** The password of everybody in it. */
export const oldPassword = 'Upgrade-2026'

/**
 * All tables of a demo fleet of the Phonedeck whose newest migration was 0021, as its own PostgreSQL answered them: boxes, phones,
 * people and shops of all markets, with a month of their past; jobs that ran and two shops that were opened; entries of its log.
 */
export const oldFleet = JSON.parse(
  gunzipSync(readFileSync(new URL('../store/old/fleet-of-0021.json.gz', import.meta.url))).toString(),
) as Record<string, OldRow[]>

/** A database with that fleet and its tables of then. */
export async function oldDatabase(): Promise<TestDatabase> {
  const database = await newDatabase({ isSeeded: false })
  const db = openDatabase(database, () => {})
  await migrateTo(db, '0021-care-as-jobs')
  await db.destroy()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin; set local session_replication_role = replica')
  for (const [table, rows] of Object.entries(oldFleet)) {
    await client.query(`delete from ${table}`) // What migrations put there stands among the rows.
    await client.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  const { rows: counters } = await client.query<{ counter: string; table: string; column: string }>(`
    select pg_get_serial_sequence(table_name, column_name) as counter, table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public' and pg_get_serial_sequence(table_name, column_name) is not null`)
  for (const { counter, table, column } of counters)
    await client.query(`select setval('${counter}', greatest((select max(${column}) from ${table}), 1))`)
  await client.query('commit')
  await client.end()
  return database
}
