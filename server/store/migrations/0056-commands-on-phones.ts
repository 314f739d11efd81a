import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [`create index job_items_running on job_items (device_id) where state = 'running'`]

/** What goes on on a phone is found by the phone. */
export const commandsOnPhones: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
