import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { reasonOf } from '../config/bad-surroundings.ts'
import { BadConfig, type Config, databasePlace } from '../config/config.ts'
import { databaseProblem } from '../store/database-problem.ts'
import { type DatabaseAddress, openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrations/migrate.ts'
import { openKeys, type Keys } from './keys.ts'
import { seed } from './seed.ts'
import type { Tables } from '../store/tables.ts'

export interface StartedDatabase {
  db: Kysely<Tables>
  keys: Keys
  /** For those who need connections of their own. */
  address: DatabaseAddress
}

/** Connects to the database, which is one's own or the embedded one, and brings it up to date. */
export async function startDatabase(
  config: Config,
  address: DatabaseAddress,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<StartedDatabase> {
  const db = openDatabase(address, (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  cleanup.defer(() => db.destroy())
  if ('url' in address)
    await sql`select 1`.execute(db).catch((error: unknown) => {
      throw new BadConfig(`DATABASE_URL: ${reasonOf(error instanceof Error && error.cause ? error.cause : error)}`)
    })
  const problem = await databaseProblem(db)
  if (problem !== undefined) throw new BadConfig(`${databasePlace(config)}: ${problem}`)
  await migrate(db)
  const keys = await openKeys(db, config)
  await seed(db, config.firstFleet, keys.log)
  return { db, keys, address }
}
