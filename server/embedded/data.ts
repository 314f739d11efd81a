import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import type { Config } from '../config/config.ts'
import { FolderTaken, lockDirectory } from './directory-lock.ts'
import { type EmbeddedPostgres, socketFolderOf, startPostgres } from './postgres.ts'

export type EmbeddedData = Pick<EmbeddedPostgres, 'socketDir' | 'died'>

type Folders = Pick<Config, 'dataDir' | 'walArchive'>

/** Takes a data folder for this server alone, and starts PostgreSQL in it. */
export async function openEmbeddedData(
  { dataDir, walArchive }: Folders,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<EmbeddedData> {
  const place = `DATA_DIR=${dataDir}`
  await at(place, mkdir(dataDir, { recursive: true }))
  const lock = lockDirectory(dataDir)
  cleanup.defer(() => lock.release())
  const postgres = await at(place, startPostgres(dataDir, log, { archive: walArchive }))
  cleanup.defer(() => postgres.stop())
  return postgres
}

/**
 * The PostgreSQL of a data folder, whether or not a server is running on it: without one it is started until `cleanup`. Undefined
 * where the folder has no database.
 */
export async function reachEmbeddedData(
  { dataDir, walArchive }: Folders,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<{ socketDir: string; isServerRunning: boolean } | undefined> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return undefined
  try {
    const { socketDir } = await openEmbeddedData({ dataDir, walArchive }, log, cleanup)
    return { socketDir, isServerRunning: false }
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
    return { socketDir: socketFolderOf(dataDir), isServerRunning: true }
  }
}
