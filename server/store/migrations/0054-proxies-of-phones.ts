import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What each phone sends the HTTP of apps through, as its agent says. */
export const proxiesOfPhones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table devices add column proxy text collate "C"`.execute(db)
  },
}
