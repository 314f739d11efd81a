import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const boxKeys = {
  name: 'name',
  region: 'region',
  online: '(online::integer)',
  last_seen_at: '(coalesce(last_seen_at, 0))',
  created_at: 'created_at',
}

const statements = [
  `set local statement_timeout = 0`, // There may be a million people.
  // Boxes, files and people are as many as they are: each order has its index, and so has what they are looked for by.
  ...Object.entries(boxKeys).map(
    ([name, key]) => `create index boxes_by_${name} on boxes (${key}, id) where deleted_at is null`,
  ),
  `create index boxes_by_code on boxes (code, id) where deleted_at is null`,
  `create index boxes_keyword on boxes using gin (name gin_trgm_ops, code gin_trgm_ops, address gin_trgm_ops)`,
  `create index files_by_name on files (name, id) where status <> 'removed'`,
  `create index files_by_size on files (size, id) where status <> 'removed'`,
  `create index files_keyword on files using gin (name gin_trgm_ops, note gin_trgm_ops)`,
  `create index users_pieces on users using gin (pieces_of(user_name))`,
  `create index users_disabled on users (id) where not enabled and deleted_at is null`,
  // As it was measured, 50 µs: at the default of a hundredth of that, PostgreSQL would take thousands of rows to pieces.
  `alter function pieces_of(text[]) cost 2000`,
  `analyze users, boxes, files`,
]

/** Lists of boxes, files and people in each of their orders, and people by one character or two. */
export const everyList: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
