import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A trigger that says which row it was, once the change is committed, to whoever listens (store/right-changes.ts). */
const telling = (table: string, what: string, columns: string, when: string) =>
  `create trigger ${table}_right_changed after update of ${columns} on ${table} for each row
   when (${when}) execute function right_changed('${what}')`

const statements = [
  `create function right_changed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('rights', tg_argv[0] || ':' || new.id);
     return null;
   end $$`,
  // A session that lives longer takes no right.
  telling(
    'sessions',
    'session',
    'ended_at, expires_at',
    'new.ended_at is distinct from old.ended_at or new.expires_at < old.expires_at',
  ),
  telling(
    'users',
    'user',
    'role, path, enabled, expiration, authorization_at',
    `(new.role, new.path, new.enabled, new.expiration, new.authorization_at)
     is distinct from (old.role, old.path, old.enabled, old.expiration, old.authorization_at)`,
  ),
  telling(
    'devices',
    'device',
    'owner_path, in_use_by, removed_at',
    `(new.owner_path, new.in_use_by, new.removed_at)
     is distinct from (old.owner_path, old.in_use_by, old.removed_at)`,
  ),
]

/** Every change of a right is told by the database itself: whoever makes it, nobody can forget to. */
export const rightsAreTold: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
