import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Whoever is deleted stays as the one that the log, messages and reports speak of; its name is free again.
  `alter table users add column deleted_at bigint`,
  `alter table users drop constraint users_user_name_key`,
  `drop index users_by_name`,
  `create unique index users_by_name on users (lower(user_name)) where deleted_at is null`,

  // Subtrees, the people right below somebody, and each sortable field with the id that breaks ties.
  `drop index users_parent`,
  `create index users_parent on users (parent_id, id) where deleted_at is null`,
  ...['user_name', 'role', 'thread_number', 'created_at'].map(
    (field) => `create index users_by_sort_${field} on users (${field}, id)`,
  ),
  `create index users_by_sort_last_login_at on users ((coalesce(last_login_at, 0)), id)`,
  `create index users_by_sort_expires_at on users ((authorization_at + expiration), id)`,
  `create index users_keyword on users using gin (user_name gin_trgm_ops)`,
]

/** People that come, change and go. */
export const people: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
