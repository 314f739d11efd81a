import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A box keeps which of the phones that it reports are not let in. */
export const refusedPhones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table boxes add column refused jsonb not null default '[]'`.execute(db)
  },
}
