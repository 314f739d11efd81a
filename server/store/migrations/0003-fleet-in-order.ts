import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table devices add column start_settings jsonb not null default '{}'`,
  // One owner's phones, by name: the owner's path finds subtrees, and an address names a user alone.
  `create index devices_by_owner on devices (owner_id, name, id)`,
]

/** How a phone is to start, and whose phones a list shows. */
export const fleetInOrder: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
