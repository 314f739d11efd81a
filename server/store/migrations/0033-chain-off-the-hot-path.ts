import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'set local statement_timeout = 0', // It copies a hash an entry, of which there may be millions.
  `create sequence operation_log_id owned by operation_log.id`,
  `select setval('operation_log_id', coalesce(max(id), 0) + 1, false) from operation_log`,
  `alter table operation_log alter column id set default nextval('operation_log_id')`,

  `create table operation_chain (
     position bigint primary key,
     log_id bigint not null unique,
     found text not null default 'whole' check (found in ('whole', 'altered', 'missing')),
     previous_hash bytea not null,
     hash bytea not null
   )`,
  `insert into operation_chain (position, log_id, previous_hash, hash)
   select id, id, previous_hash, hash from operation_log order by id`,
  `alter table operation_log drop column previous_hash, drop column hash`,

  // Users are never removed, and their rows would be locked by all that they do at a time.
  'alter table operation_log drop constraint operation_log_user_id_fkey',
  'drop index operation_log_at', // operation_log_newest begins with the same column.

  // Its rows live for a second: without a look at it every few thousand, those that are gone would be read again and again.
  `create table operation_log_waiting (
     log_id bigint primary key,
     seal bytea not null,
     written_at bigint not null default now_ms()
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,

  `create table log_checks (
     id bigint generated always as identity primary key,
     state text not null default 'running' check (state in ('running', 'done', 'failed')),
     begun_at bigint not null,
     seen_at bigint not null,
     ended_at bigint,
     checked bigint not null default 0,
     total bigint not null,
     verdict text,
     seal bytea
   )`,
  `create unique index log_checks_running on log_checks (state) where state = 'running'`,
]

/**
 * Entries of the operation log are written without waiting for each other, and chained a moment later. What is chained already
 * keeps its place, which is its id, and its hash.
 */
export const chainOffTheHotPath: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
