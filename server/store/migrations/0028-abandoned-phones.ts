import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A phone whose environment was opened on another while it was lost still has its data: it is wiped before anybody gets it. */
export const abandonedPhones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table devices add column uncleaned boolean not null default false`.execute(db)
  },
}
