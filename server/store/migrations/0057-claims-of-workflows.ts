import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A claim of a workflow has a number, which is another one whenever a claim that has run out is renewed: who had it before is told apart
 * from who has it now. Servers of before renew claims, too, and know of no number: a trigger counts.
 */
export const claimsOfWorkflows: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table workflows add column claim integer not null default 0',
      `create function count_claims() returns trigger language plpgsql as $$
         begin
           new.claim := old.claim + 1;
           return new;
         end $$`,
      `create trigger claims before update of claimed_until on workflows for each row
         when (old.claimed_until < extract(epoch from clock_timestamp()) * 1000 and new.claimed_until > old.claimed_until)
         execute function count_claims()`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
