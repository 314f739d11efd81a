import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A use ends after all that happened in it. When it ends may be told by a server's clock, and when its phone was lost is by the
 * database's: with the server's behind, a report that counts what overlaps a span would have missed the loss.
 */
const statements = [
  `create function device_use_ended() returns trigger language plpgsql as $$
   begin
     new.ended_at := greatest(new.ended_at, (select max(lost) from unnest(new.lost_at) as lost));
     return new;
   end $$`,
  `create trigger device_use_ended before update of ended_at on device_uses for each row
     when (new.ended_at is not null and cardinality(new.lost_at) > 0) execute function device_use_ended()`,
]

export const usesEndLast: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
