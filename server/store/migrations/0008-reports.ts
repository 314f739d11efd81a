import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Unix time of the statement, in milliseconds; `now_ms()` is the transaction's. */
const clock = `(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * What a phone was used for and where it reached the internet from is written by triggers: nobody who changes a phone can
 * forget to, and it is in the same transaction. A phone's row may go; its history stays, so nothing here refers to it.
 */
const statements = [
  `create table device_uses (
     id bigint generated always as identity primary key,
     device_id bigint not null,
     user_id bigint not null references users,
     user_path text collate "C" not null,
     market text collate "C",
     started_at bigint not null,
     ended_at bigint,
     lost_at bigint[] not null default '{}'
   )`,
  `create unique index device_uses_open on device_uses (device_id) where ended_at is null`,
  `create index device_uses_ended on device_uses (ended_at) where ended_at is not null`,

  `create table device_addresses (
     id bigint generated always as identity primary key,
     device_id bigint not null,
     address text collate "C" not null,
     since bigint not null,
     until bigint,
     shared boolean not null default false
   )`,
  `create unique index device_addresses_open on device_addresses (device_id) where until is null`,
  `create index device_addresses_address on device_addresses (address, device_id) where until is null`,
  `create index device_addresses_shared on device_addresses (address, device_id) where until is null and shared`,
  `create index device_addresses_since on device_addresses (since, device_id) where until is null`,
  `create index device_addresses_device on device_addresses (device_id, since)`,

  // How many phones there are of each owner in each state, and how many of them have an address: the sum of all rows. Only
  // inserted into, so that nobody waits.
  `create table device_tallies (
     owner_path text collate "C" not null,
     status text collate "C" not null,
     phones integer not null,
     addresses integer not null
   )`,
  `create index device_tallies_owner on device_tallies (owner_path, status) include (phones, addresses)`,

  `create function device_added() returns trigger language plpgsql as $$
   begin
     insert into device_tallies
       select owner_path, status, count(*), count(egress_ip) from added group by owner_path, status;
     insert into device_addresses (device_id, address, since)
       select id, egress_ip, ${clock} from added where egress_ip is not null;
     insert into device_uses (device_id, user_id, user_path, started_at)
       select added.id, users.id, users.path, coalesce(added.in_use_since, ${clock})
       from added join users on users.id = added.in_use_by;
     return null;
   end $$`,
  `create trigger device_added after insert on devices
     referencing new table as added for each statement execute function device_added()`,

  `create function device_moved() returns trigger language plpgsql as $$
   begin
     insert into device_tallies values
       (old.owner_path, old.status, -1, -num_nonnulls(old.egress_ip)), (new.owner_path, new.status, 1, num_nonnulls(new.egress_ip));
     return null;
   end $$`,
  `create trigger device_moved after update on devices for each row
     when (old.status <> new.status or old.owner_path <> new.owner_path or (old.egress_ip is null) <> (new.egress_ip is null))
     execute function device_moved()`,

  // A use ends as the next one begins, where somebody takes the phone over.
  `create function device_changed_hands() returns trigger language plpgsql as $$
   begin
     update device_uses
       set ended_at = greatest(started_at, case when new.in_use_by is null then ${clock} else new.in_use_since end)
       where device_id = new.id and ended_at is null;
     insert into device_uses (device_id, user_id, user_path, started_at)
       select new.id, id, path, coalesce(new.in_use_since, ${clock}) from users where id = new.in_use_by;
     return null;
   end $$`,
  `create trigger device_changed_hands after update on devices for each row
     when (old.in_use_by is distinct from new.in_use_by) execute function device_changed_hands()`,

  // Which is a failure of the use. A thousand of them say enough.
  `create function device_lost_in_use() returns trigger language plpgsql as $$
   begin
     update device_uses set lost_at = lost_at || ${clock}
       where device_id = new.id and ended_at is null and cardinality(lost_at) < 1000;
     return null;
   end $$`,
  `create trigger device_lost_in_use after update on devices for each row
     when (old.status = 'in_use' and new.status in ('offline', 'booting', 'faulty') and new.in_use_by is not null)
     execute function device_lost_in_use()`,

  `create function device_went_elsewhere() returns trigger language plpgsql as $$
   begin
     update device_addresses set until = ${clock} where device_id = new.id and until is null;
     insert into device_addresses (device_id, address, since)
       select new.id, new.egress_ip, ${clock} where new.egress_ip is not null;
     return null;
   end $$`,
  `create trigger device_went_elsewhere after update on devices for each row
     when (old.egress_ip is distinct from new.egress_ip) execute function device_went_elsewhere()`,

  `create function device_removed() returns trigger language plpgsql as $$
   begin
     insert into device_tallies values (old.owner_path, old.status, -1, -num_nonnulls(old.egress_ip));
     update device_addresses set until = ${clock} where device_id = old.id and until is null;
     update device_uses set ended_at = greatest(started_at, ${clock}) where device_id = old.id and ended_at is null;
     return null;
   end $$`,
  `create trigger device_removed after delete on devices for each row execute function device_removed()`,

  // Phones that were there before their history was kept.
  `insert into device_tallies select owner_path, status, count(*), count(egress_ip) from devices group by owner_path, status`,
  `insert into device_addresses (device_id, address, since) select id, egress_ip, now_ms() from devices where egress_ip is not null`,
  `insert into device_uses (device_id, user_id, user_path, started_at)
     select devices.id, users.id, users.path, coalesce(devices.in_use_since, now_ms())
     from devices join users on users.id = devices.in_use_by`,

  // What happened on a day: of everybody (scope all), of an agent with all below it, of one user. Market `all` sums up.
  `create table report_days (
     day date not null,
     scope text collate "C" not null check (scope in ('all', 'agent', 'user')),
     subject_id bigint not null,
     path text collate "C" not null,
     market text collate "C" not null,
     peak integer not null,
     use_ms bigint not null,
     operations integer not null,
     failures integer not null,
     tasks integer not null,
     environments integer not null,
     primary key (scope, subject_id, market, day)
   )`,
  `create index report_days_path on report_days (scope, market, path, day)`,
  `create index report_days_day on report_days (day)`,

  // The most phones that a user and everybody below used at once in an hour; everybody's where the path is empty.
  `create table report_hours (
     path text collate "C" not null,
     hour bigint not null,
     peak integer not null,
     primary key (path, hour)
   )`,
  `create index report_hours_hour on report_hours (hour)`,

  `create table report_rolls (
     day date primary key,
     rolled_at bigint not null
   )`,

  // A day of the log is one range.
  `create index operation_log_at on operation_log (at)`,
  `create index runs_created_at on runs (created_at)`,
  `create index environments_created_at on environments (created_at)`,
  `create index users_expiry on users ((authorization_at + expiration)) where expiration > 0`,
]

/** Recorded use, egress addresses, and the reports that sum them up. */
export const reports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
