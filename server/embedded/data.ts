import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import { lockDirectory } from './directory-lock.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

export type EmbeddedData = Pick<EmbeddedPostgres, 'socketDir' | 'died'>

/** Takes a data folder for this server alone, and starts PostgreSQL in it. */
export async function openEmbeddedData(
  dataDir: string,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<EmbeddedData> {
  const place = `DATA_DIR=${dataDir}`
  await at(place, mkdir(dataDir, { recursive: true }))
  const lock = lockDirectory(dataDir)
  cleanup.defer(() => lock.release())
  const postgres = await at(place, startPostgres(dataDir, log))
  cleanup.defer(() => postgres.stop())
  return postgres
}
