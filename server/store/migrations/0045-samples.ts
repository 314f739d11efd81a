import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Rows that came with the demo fleet, and what each was like: one that was used or changed since is somebody's own. What was there
 * before this table is nobody's sample, as it can't be told from what people made.
 */
export const samples: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table samples (
        kind text collate "C" not null,
        id bigint not null,
        digest text collate "C" not null,
        primary key (kind, id)
      )`.execute(db)
  },
}
