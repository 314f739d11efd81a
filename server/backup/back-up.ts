import { readFileSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { at } from '../config/bad-surroundings.ts'
import { BadConfig, type Config, databasePlace } from '../config/config.ts'
import { openFileStorage } from '../files/file-storage.ts'
import { queueSchema } from '../jobs/queue.ts'
import { keyProblem } from '../start/keys.ts'
import { type DatabaseAddress, withConnection } from '../store/database.ts'
import { databaseProblem } from '../store/database-problem.ts'
import { advisoryLocks } from '../store/advisory-locks.ts'
import { isLockedOut } from '../store/lock-patience.ts'
import { appliedMigrations } from '../store/migrations/migrate.ts'
import { BackupWriter } from './backup-writer.ts'
import { connectDatabase, plainly } from './database-client.ts'
import { findDatabase } from './find-database.ts'
import { keepFiles } from './kept-files.ts'
import type { Manifest, Part, TablePart } from './manifest.ts'
import { copyFiles, type FileCount, namedFiles } from './stored-files.ts'
import { ourSequences, ourTables, readTable } from './table-copies.ts'

/** How long another backup, or files that are being removed, are waited for. */
const holdTimeout = '30s'

const version = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

/**
 * Makes a backup of everything that a server keeps, while servers work: the database as it was at one moment, the files that it
 * named then, and the keys that open it.
 *
 * @throws BadConfig where it can't be made; then nothing is left of it
 */
export async function backUp(
  config: Config,
  folder: string,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<Manifest> {
  await using cleanup = new AsyncDisposableStack()
  const address = await findDatabase(config, log, cleanup)
  const schema = await at(databasePlace(config), schemaOf(config, address))
  const holder = cleanup.use(await at(databasePlace(config), connectDatabase(address)))
  await at(databasePlace(config), holdFiles(holder.client))
  const writer = await BackupWriter.begin(folder, signal)
  try {
    const made_at = new Date().toISOString()
    const kept = await keepFiles(config, writer)
    const { named, ...database } = await at(databasePlace(config), copyDatabase(address, writer))
    const counted: FileCount = { count: 0, missing: 0 }
    const list = await at(
      config.s3 ? 'S3_BUCKET' : `DATA_DIR=${config.dataDir}`,
      openFileStorage(config).then((storage): Promise<Part> =>
        writer.write('files.jsonl', copyFiles(named, storage, writer, counted)),
      ),
    )
    const manifest: Manifest = {
      format: 1,
      made_at,
      version: version(),
      database: { ...database, schema },
      kept,
      files: { ...list, ...counted },
    }
    await writer.finish(manifest)
    return manifest
  } catch (error) {
    await writer.discard()
    throw error
  }
}

/** The last migration that a database has had; one that no server could work on, or without the key that opens it, is refused. */
const schemaOf = (config: Config, address: DatabaseAddress): Promise<string> =>
  withConnection(address, async (db) => {
    const schema = (await appliedMigrations(db)).at(-1)
    if (schema === undefined)
      throw new BadConfig(`${databasePlace(config)}: no server has been started on this database`)
    const problem = await databaseProblem(db)
    if (problem !== undefined) throw new BadConfig(`${databasePlace(config)}: ${problem}`)
    const locked = await keyProblem(db, config)
    if (locked !== undefined) throw new BadConfig(locked)
    return schema
  })

/**
 * Writes the database as it is at one moment, and answers what it names then. Nothing of it is locked any more when that is known:
 * who makes or changes a table waits for whoever reads it, and everybody else behind them.
 */
async function copyDatabase(address: DatabaseAddress, writer: BackupWriter) {
  await using snapshot = await connectDatabase(address)
  const { client } = snapshot
  await client.query(`begin isolation level repeatable read read only; ${plainly}`)
  const tables: TablePart[] = []
  for (const table of await ourTables(client)) {
    const { content, rows } = readTable(client, table)
    const part = await writer.write(`tables/${table.table.replaceAll('"', '')}.copy`, content)
    tables.push({ ...part, ...table, rows: rows() })
  }
  const { rows } = await client.query<{ version: string; queue: number }>(
    `select current_setting('server_version') as version, (select version from ${queueSchema}.version) as queue`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('the database says nothing of its version')
  return { ...found, tables, sequences: await ourSequences(client), named: await namedFiles(client) }
}

/** From now on no file is removed, until the connection ends. */
async function holdFiles(client: Client): Promise<void> {
  try {
    // Of the session: a transaction that is open for as long as files are copied would keep rows that are gone from being cleared away.
    await client.query(`set statement_timeout = 0; set lock_timeout = '${holdTimeout}'`)
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.files])
  } catch (error) {
    if (isLockedOut(error)) throw new BadConfig('another backup of this database is being made')
    throw error
  }
}
