import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Phones' figures change all the time and have no index: where a page has room for a row's next version, none of the
 * table's indexes is written.
 */
export const roomForFigures: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table devices set (fillfactor = 60)`.execute(db)
  },
}
