import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table operation_log add column target_ids bigint[] not null default '{}'`,
  // Most entries are of one target, and leave the index alone.
  `create index operation_log_target_ids on operation_log using gin (target_ids) where target_ids <> '{}'`,
]

/** The operation log keeps every target of a batch, and finds it by each. */
export const targetsOfBatches: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
