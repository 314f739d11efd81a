import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create index job_items_running on job_items (device_id) where state = 'running'`,
  `alter table unwanted_objects add column size bigint, add column sha256 text`,
]

/** What goes on on a phone is found by the phone, and what a phone has sent is as the server counted it. */
export const commandsOnPhones: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
