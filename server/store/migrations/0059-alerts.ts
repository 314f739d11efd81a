import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Of what somebody was told, so that it is once: `since` tells one fault of a phone, or one end of a service, from the next.
  `create table alerts (
     user_id bigint not null references users (id) on delete cascade,
     kind text collate "C" not null check (kind in ('fault', 'offline', 'job', 'own_service', 'service')),
     subject_id bigint not null,
     since bigint not null,
     told_at bigint not null,
     primary key (user_id, kind, subject_id)
   )`,
  `create index alerts_told_at on alerts (told_at)`,
]

/** What needs people and comes about while nobody looks is told to them. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
