import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import { BadConfig, type Config, databasePlace } from '../config/config.ts'
import { lockDirectory } from '../embedded/directory-lock.ts'
import { dataFolderAt, endPostgres } from '../embedded/postgres-processes.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { openFileStorage } from '../files/file-storage.ts'
import { logHeadFileOf } from '../log/heads.ts'
import { beginRestore, endRestore } from '../start/unfinished-restore.ts'
import type { DatabaseAddress } from '../store/database.ts'
import { knowsSchema } from '../store/migrations/migrate.ts'
import { BackupReader } from './backup-reader.ts'
import { connectDatabase } from './database-client.ts'
import { fillTables, makeTables, refuseFullDatabase } from './empty-database.ts'
import { putKeptFiles, refuseOtherKeys } from './kept-files.ts'
import type { Manifest } from './manifest.ts'
import { baseBefore, recover } from './point-in-time.ts'
import { putFiles } from './stored-files.ts'

/**
 * Puts a backup into an empty data folder or database. Until everything is there no server starts on the folder, and the database's
 * rows come all at once.
 *
 * @param moment where the database is to be taken from instead, and of when; files and keys are the backup's
 * @throws BadConfig where the backup is not whole, or something is there already
 */
export async function restore(
  config: Config,
  folder: string,
  log: FastifyBaseLogger,
  moment?: { archive: string; time: Date },
): Promise<Manifest> {
  const backup = await BackupReader.open(folder)
  const { manifest } = backup
  if (!knowsSchema(manifest.database.schema))
    throw new BadConfig(
      `${folder}: a newer Phonedeck made this backup (${manifest.database.schema}); restore it with that version, or a later one`,
    )
  if (moment && config.databaseUrl !== undefined)
    throw new BadConfig('DATABASE_URL: only the embedded database goes back to a moment; leave it out')
  const base = moment && (await baseBefore(moment.archive, moment.time))
  await backup.verify()
  await refuseOtherKeys(backup, config)
  const { dataDir } = config
  const place = `DATA_DIR=${dataDir}`
  await using cleanup = new AsyncDisposableStack()
  await at(place, mkdir(dataDir, { recursive: true, mode: 0o700 }))
  const lock = lockDirectory(dataDir)
  cleanup.defer(() => lock.release())
  if (config.databaseUrl !== undefined) await at('DATABASE_URL', refuseFullDatabase({ url: config.databaseUrl }))
  await at(place, endLeftPostgres(dataDir, log))
  await at(place, beginRestore(dataDir))
  // A log whose head is younger than the moment would be taken for one that was cut off.
  const isAhead = moment !== undefined && moment.time.getTime() < Date.parse(manifest.made_at)
  await at(place, putKeptFiles(backup, config, isAhead ? [logHeadFileOf(dataDir)] : []))
  const storage = await openFileStorage(config)
  await at(config.s3 ? 'S3_BUCKET' : place, putFiles(backup, storage))
  if (moment && base) {
    await at(place, recover(config, { ...moment, base }, log, cleanup))
    await at(place, endRestore(dataDir))
    return manifest
  }
  const address =
    config.databaseUrl === undefined
      ? await at(place, newEmbeddedDatabase(dataDir, log, cleanup))
      : { url: config.databaseUrl }
  await at(databasePlace(config), makeTables(address, manifest.database, log))
  await at(databasePlace(config), fillTables(address, backup))
  await at(place, endRestore(dataDir))
  return manifest
}

/** Ends the PostgreSQL of a restore that was cut off, whose data are about to be removed. */
async function endLeftPostgres(dataDir: string, log: FastifyBaseLogger): Promise<void> {
  const path = join(dataDir, 'postgres')
  if (existsSync(path)) await endPostgres(dataFolderAt(path), log)
}

/** An embedded PostgreSQL whose database has nothing: that of a first start has tables, which may be newer than the backup's. */
async function newEmbeddedDatabase(
  dataDir: string,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<DatabaseAddress> {
  const postgres = await startPostgres(dataDir, log)
  cleanup.defer(() => postgres.stop())
  await using connection = await connectDatabase({ socketDir: postgres.socketDir }, 'template1')
  await connection.client.query('drop database postgres')
  await connection.client.query('create database postgres template template0')
  return postgres
}
