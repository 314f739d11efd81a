import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // What can be undone is the server's to know: a kind that comes later needs no change here.
  `alter table undos drop constraint undos_kind_check`,
  // Users and phones are of no market.
  `alter table undos alter column market drop not null`,
]

/** What a batch did to users, phones and groups can be undone as well. */
export const undoOfEverything: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
