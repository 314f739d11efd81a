import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Several boxes of virtual phones may run beside the server. */
export const firstFleet: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table boxes add column embedded boolean not null default false`.execute(db)
  },
}
