import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Phones that begin to be nobody's to have a shell on are told as lost rights are (migration 0029). */
export const closedShells: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create trigger devices_shell_closed after update of status on devices for each row
      when (new.status <> old.status and new.status in ('preparing', 'releasing', 'deleted'))
      execute function right_changed('device')`.execute(db)
  },
}
