import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { deviceStatuses } from '../../../domain/device-lifecycle.ts'

const clock = `(extract(epoch from clock_timestamp()) * 1000)::bigint`
const statuses = deviceStatuses.map((status) => `'${status}'`).join(', ')

const statements = [
  `alter table devices drop constraint devices_status_check`,
  `alter table devices
     add constraint devices_status_check check (status in (${statuses})),
     add column status_before text check (status_before in (${statuses})),
     add column status_deadline bigint,
     add column environment_id bigint references environments (id)`,
  `create unique index devices_environment on devices (environment_id) where environment_id is not null`,
  `create index devices_overdue on devices (status_deadline) where status_deadline is not null`,
  `create index devices_free on devices (owner_id, region, id) where status = 'idle' and removed_at is null`,

  // A record is there once its bytes are in the storage, whole.
  `create table environment_records (
     id bigint generated always as identity primary key,
     environment_id bigint not null references environments (id) on delete cascade,
     object text not null unique,
     size bigint not null,
     sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
     device_id bigint not null references devices (id),
     saved_at bigint not null default ${clock}
   )`,
  `create index environment_records_newest on environment_records (environment_id, id desc)`,
  // What a record was, once nobody wants it: its bytes are still to go.
  `create table unwanted_objects (object text primary key, at bigint not null default ${clock})`,
  `create function record_unwanted() returns trigger language plpgsql as $$
   begin
     insert into unwanted_objects (object) values (old.object) on conflict do nothing;
     return null;
   end $$`,
  `create trigger record_unwanted after delete on environment_records for each row execute function record_unwanted()`,
  `alter table environments
     add column opened_by bigint references users (id),
     add column loaded boolean not null default false,
     add column record_id bigint references environment_records (id) on delete set null`,

  `create table phone_operations (
     id bigint generated always as identity primary key,
     kind text not null check (kind in ('open', 'close', 'restore', 'change_ip')),
     device_id bigint not null references devices (id),
     environment_id bigint references environments (id) on delete set null,
     record_id bigint,
     user_id bigint not null references users (id),
     ip text not null,
     state text not null default 'going' check (state in ('going', 'done', 'failed')),
     step integer not null default 0,
     work_id text,
     attempts integer not null default 0,
     saves boolean not null default true,
     reason text not null default '',
     claimed_until bigint not null,
     created_at bigint not null default ${clock},
     ended_at bigint
   )`,
  // A phone is at one thing at a time.
  `create unique index phone_operations_going on phone_operations (device_id) where state = 'going'`,
  `create index phone_operations_unclaimed on phone_operations (claimed_until) where state = 'going'`,
  `create index phone_operations_environment on phone_operations (environment_id)`,

  // The use of a phone with an environment counts for its market, from when it is opened.
  `create or replace function device_changed_hands() returns trigger language plpgsql as $$
   begin
     update device_uses
       set ended_at = greatest(started_at, case when new.in_use_by is null then ${clock} else new.in_use_since end)
       where device_id = new.id and ended_at is null;
     insert into device_uses (device_id, user_id, user_path, market, started_at)
       select new.id, id, path, (select market from environments where id = new.environment_id),
         coalesce(new.in_use_since, ${clock})
       from users where id = new.in_use_by;
     return null;
   end $$`,
]

/** The whole life of a phone: environments are opened on it, their records are kept, and what it is at has a time limit. */
export const phonesForALiving: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
