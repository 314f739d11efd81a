import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An agent that has gone over to another server is not taken for lost when the one before notices that it is gone. */
export const connectionsOfBoxes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table boxes add column connections bigint not null default 0`.execute(db)
  },
}
