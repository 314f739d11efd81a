import type { FastifyBaseLogger } from 'fastify'
import { BadConfig } from '../config/config.ts'
import { JobQueue, queueSchema } from '../jobs/queue.ts'
import { type DatabaseAddress, withConnection } from '../store/database.ts'
import { databaseProblem } from '../store/database-problem.ts'
import { migrateTo } from '../store/migrations/migrate.ts'
import type { BackupReader } from './backup-reader.ts'
import { connectDatabase, plainly } from './database-client.ts'
import type { Manifest } from './manifest.ts'
import { loadTables, ourTables } from './table-copies.ts'

/**
 * @throws BadConfig where a database has anything that a restore has not left there when it was cut off: tables without a single
 * user
 */
export async function refuseFullDatabase(address: DatabaseAddress): Promise<void> {
  const problem = await withConnection(address, databaseProblem)
  if (problem !== undefined) throw new BadConfig(`DATABASE_URL: ${problem}`)
  await using connection = await connectDatabase(address)
  const { client } = connection
  const { rows } = await client.query<{ name: string }>(`
    select pg_class.oid::regclass::text as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by 1
  `)
  const names = rows.map(({ name }) => name)
  // Which migrations were done is noted in a table that is made before all others.
  if (names.every((name) => name.startsWith('kysely_migration'))) return
  const isOurs = names.includes('users') && names.includes('kysely_migration')
  if (isOurs && (await client.query('select from users limit 1')).rowCount === 0) return
  const shown = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`
  throw new BadConfig(`DATABASE_URL: the database is not empty (${shown}); restore into an empty one`)
}

/** Makes the tables of a backup's time. */
export async function makeTables(
  address: DatabaseAddress,
  { schema, queue: wanted }: Manifest['database'],
  log: FastifyBaseLogger,
): Promise<void> {
  await withConnection(address, (db) => migrateTo(db, schema))
  const queue = new JobQueue(address, log)
  queue.start()
  await queue.ready()
  await queue.stop()
  await using connection = await connectDatabase(address)
  const { rows } = await connection.client.query<{ version: number }>(`select version from ${queueSchema}.version`)
  if (rows[0]?.version !== wanted)
    throw new BadConfig(
      `the backup's queue of jobs has tables of version ${wanted}, this Phonedeck those of ${rows[0]?.version}; restore it with the version that made it`,
    )
}

/** Gives the tables their rows, all or none. */
export async function fillTables(address: DatabaseAddress, backup: BackupReader): Promise<void> {
  const { tables, sequences } = backup.manifest.database
  await using connection = await connectDatabase(address)
  const { client } = connection
  await client.query(`begin; ${plainly}`)
  const there = new Set((await ourTables(client)).map(({ table }) => table))
  const unknown = tables.find(({ table }) => !there.has(table))
  if (unknown !== undefined) throw new BadConfig(`${unknown.name}: this Phonedeck has no such table`)
  await loadTables(client, tables, sequences, (part) => backup.read(part))
  await client.query('commit')
  await client.query('analyze')
}
