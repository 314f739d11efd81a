import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A session is of the role that its user had: who becomes another signs in again. */
export const sessionsOfARole: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions add column role text`.execute(db)
    await sql`update sessions set role = users.role from users where users.id = sessions.user_id`.execute(db)
    await sql`alter table sessions alter column role set not null`.execute(db)
  },
}
