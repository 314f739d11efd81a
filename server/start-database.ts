import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { BadConfig, type Config } from './config.ts'
import { lockDirectory } from './embedded/directory-lock.ts'
import { startPostgres } from './embedded/postgres.ts'
import { type DatabaseAddress, openDatabase } from './store/database.ts'
import { migrate } from './store/migrations/migrate.ts'
import { type FirstAccount, seed } from './store/seed.ts'
import type { Tables } from './store/tables.ts'

export interface StartedDatabase {
  db: Kysely<Tables>
  /** For those who need connections of their own. */
  address: DatabaseAddress
  /** The accounts of a first start, to be told once. */
  firstAccounts: FirstAccount[] | undefined
  /** Rejects when the database ends without having been asked. */
  died: Promise<never>
}

const never = new Promise<never>(() => {})

async function startEmbedded(
  { dataDir }: Config,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<{ address: DatabaseAddress; died: Promise<never> }> {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new BadConfig(`DATA_DIR=${dataDir}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const lock = lockDirectory(dataDir)
  cleanup.defer(() => lock.release())
  const postgres = await startPostgres(dataDir, log)
  cleanup.defer(() => postgres.stop())
  return { address: { socketDir: postgres.socketDir }, died: postgres.died }
}

/** Connects to the database, embedded or one's own, and brings it up to date. */
export async function startDatabase(
  config: Config,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<StartedDatabase> {
  const { address, died } =
    config.databaseUrl === undefined
      ? await startEmbedded(config, log, cleanup)
      : { address: { url: config.databaseUrl }, died: never }

  const db = openDatabase(address, (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  cleanup.defer(() => db.destroy())
  if ('url' in address)
    await sql`select 1`.execute(db).catch((error: unknown) => {
      throw new BadConfig(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`)
    })
  await migrate(db)
  return { db, address, firstAccounts: await seed(db, config), died }
}
