import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a box's agent calls itself since it was started: it knows of all work that it was given meanwhile. */
export const agentsMemories: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table boxes add column agent_boot text not null default ''`.execute(db)
  },
}
