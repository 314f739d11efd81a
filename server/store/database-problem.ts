import { type Kysely, sql } from 'kysely'
import { appliedMigrations, knowsSchema } from './migrations/migrate.ts'
import type { Tables } from './tables.ts'

/** The oldest major version of PostgreSQL that our statements are tried on. */
const oldestPostgres = 16

/** Why no server can work on a database, in words; undefined where one can. */
export async function databaseProblem(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number
  `.execute(db)
  const [server] = rows
  if (server === undefined || server.number < oldestPostgres * 10_000)
    return `PostgreSQL ${server?.version} is too old; ${oldestPostgres} or later is needed`
  const newer = (await appliedMigrations(db)).filter((name) => !knowsSchema(name))
  if (newer.length === 0) return undefined
  return `a newer Phonedeck has brought this database up to date (${newer.join(', ')}); start that version, or a later one`
}
