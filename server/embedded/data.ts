import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { BadConfig } from '../config.ts'
import { lockDirectory } from './directory-lock.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

export type EmbeddedData = Pick<EmbeddedPostgres, 'socketDir' | 'died'>

/** Takes a data folder for this server alone, and starts PostgreSQL in it. */
export async function openEmbeddedData(
  dataDir: string,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<EmbeddedData> {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new BadConfig(`DATA_DIR=${dataDir}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const lock = lockDirectory(dataDir)
  cleanup.defer(() => lock.release())
  const postgres = await startPostgres(dataDir, log)
  cleanup.defer(() => postgres.stop())
  return postgres
}
