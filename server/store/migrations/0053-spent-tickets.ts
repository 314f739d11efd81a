import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which tickets to videos and shells were used, whichever server opened them. What a crash loses of it has expired before long. */
export const spentTickets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unlogged table spent_tickets (nonce uuid primary key, expires_at bigint not null)`.execute(db)
  },
}
