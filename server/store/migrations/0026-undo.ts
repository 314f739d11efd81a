import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Of a batch, what each row was and what it became: as its entry in the operation log has it, and for ten minutes.
  `create table undos (
     log_id bigint primary key,
     user_id bigint not null references users,
     user_path text collate "C" not null,
     at bigint not null,
     kind text not null check (kind in ('change', 'trash')),
     market text collate "C" not null,
     rows jsonb not null,
     undone_at bigint
   )`,
  `create index undos_at on undos (at)`,
]

/** What a batch did to environments can be undone for a while. */
export const undo: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
