import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table operation_log add column target_name text not null default ''`,
  `create index operation_log_target_name on operation_log using gin (target_name gin_trgm_ops)`,
  `create index operation_log_target_id on operation_log (split_part(target, ':', 2), at, id)`,
]

/** The operation log keeps what its targets were called, and finds them by that or by their number alone. */
export const namesInTheLog: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
