import { readdirSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { syncFolder } from '../config/whole-file.ts'

/** The data that the build has prepared, if it has; a first start copies them instead of making its own. */
export const preparedCluster = fileURLToPath(new URL('../../.cache/cluster', import.meta.url))

/** What a folder is called in which a cluster is being made; a number follows. */
const unfinished = 'postgres.new-'

/**
 * Has PostgreSQL's data made in `<dataDir>/postgres`: beside it first, on the disk as a whole, and only then under its name.
 * Whatever has that name is therefore finished, however suddenly the machine or the server ends.
 */
export async function makeCluster(
  dataDir: string,
  make: (folder: string) => Promise<void>,
  log: FastifyBaseLogger,
): Promise<void> {
  for (const entry of readdirSync(dataDir).filter((name) => name.startsWith(unfinished)))
    // The initdb of a killed server may still be writing there, until it finds that its folder is gone.
    await rm(join(dataDir, entry), { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
      log.warn({ err: error, folder: entry }, 'an unfinished database could not be removed'),
    )
  const folder = join(dataDir, `${unfinished}${process.pid}-${Date.now()}`)
  await make(folder)
  const data = join(dataDir, 'postgres')
  rmSync(data, { recursive: true, force: true }) // Without a database, or nobody would make one.
  renameSync(folder, data)
  await syncFolder(dataDir)
}
