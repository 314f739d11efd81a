import type { FastifyBaseLogger } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { reachEmbeddedData } from '../embedded/data.ts'
import type { DatabaseAddress } from '../store/database.ts'

/**
 * Where the database is that the settings name, whether or not a server works on it; an embedded one is started where none does.
 *
 * @throws BadConfig where there is none
 */
export async function findDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'walArchive'>,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<DatabaseAddress> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl }
  const place = `DATA_DIR=${config.dataDir}`
  const found = await at(place, reachEmbeddedData(config, log, cleanup))
  if (found === undefined) throw new BadConfig(`${place}: there is no database`)
  return found
}
