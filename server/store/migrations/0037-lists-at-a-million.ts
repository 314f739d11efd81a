import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Making indexes of all that there is may take longer than calls are given.
  `set local statement_timeout = 0`,

  // The open environments of a group, among its many: only opening and closing one writes it.
  `create index environments_open_tags on environment_rows using gin (tags)
     where device_id is not null and trashed_at is null`,
]

/** What lists are narrowed by is found without passing the rest of a million rows. */
export const listsAtAMillion: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
