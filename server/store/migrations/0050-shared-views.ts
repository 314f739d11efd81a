import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // What a list is called and how its address writes a query is the console's business; the contract bounds both.
  `create table shared_views (
     id bigint generated always as identity primary key,
     owner_id bigint not null references users (id) on delete cascade,
     list text collate "C" not null,
     name text collate "C" not null,
     query text collate "C" not null,
     updated_at bigint not null default now_ms(),
     unique (owner_id, list, name)
   )`,
]

/** Views of lists that people share with their teams. */
export const sharedViews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
