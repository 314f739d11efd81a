import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Unix time of the statement, in milliseconds. */
const clock = `(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Adds up the rows of a table, each `one` time: by all that lists of environments count by, and once more for each of its groups. */
const tallyEnvironments = (rows: string) => `
  insert into environment_tallies
    select manager_id, market, owner_id, region, device_id is not null, tag, sum(one)
    from ${rows} cross join lateral (select 0::bigint as tag union select unnest(tags)) as tags_and_none
    group by 1, 2, 3, 4, 5, 6 having sum(one) <> 0`

const statements = [
  // Counting all that there is may take longer than calls are given.
  `set local statement_timeout = 0`,

  // Phones are counted by region as well; the functions of 0008-reports, which write the tallies, then say so.
  `alter table device_tallies add column region text collate "C" not null default ''`,
  `delete from device_tallies`,
  `insert into device_tallies (owner_path, status, region, phones, addresses)
     select owner_path, status, region, count(*), count(egress_ip) from devices where removed_at is null
     group by owner_path, status, region`,
  `alter table device_tallies alter column region drop default`,
  `drop index device_tallies_owner`,
  `create index device_tallies_owner on device_tallies (owner_path, status, region) include (phones, addresses)`,

  `create or replace function device_added() returns trigger language plpgsql as $$
   begin
     insert into device_tallies (owner_path, status, region, phones, addresses)
       select owner_path, status, region, count(*), count(egress_ip) from added group by owner_path, status, region;
     insert into device_addresses (device_id, address, since)
       select id, egress_ip, ${clock} from added where egress_ip is not null;
     insert into device_uses (device_id, user_id, user_path, started_at)
       select added.id, users.id, users.path, coalesce(added.in_use_since, ${clock})
       from added join users on users.id = added.in_use_by;
     return null;
   end $$`,

  `create or replace function device_moved() returns trigger language plpgsql as $$
   begin
     insert into device_tallies (owner_path, status, region, phones, addresses) values
       (old.owner_path, old.status, old.region, -1, -num_nonnulls(old.egress_ip)),
       (new.owner_path, new.status, new.region, 1, num_nonnulls(new.egress_ip));
     return null;
   end $$`,
  `drop trigger device_moved on devices`,
  `create trigger device_moved after update on devices for each row
     when (old.removed_at is null and new.removed_at is null
       and (old.status <> new.status or old.owner_path <> new.owner_path or old.region <> new.region
         or (old.egress_ip is null) <> (new.egress_ip is null)))
     execute function device_moved()`,

  `create or replace function device_removed() returns trigger language plpgsql as $$
   begin
     insert into device_tallies (owner_path, status, region, phones, addresses)
       values (old.owner_path, old.status, old.region, -1, -num_nonnulls(old.egress_ip));
     update device_addresses set until = ${clock} where device_id = old.id and until is null;
     update device_uses set ended_at = greatest(started_at, ${clock}) where device_id = old.id and ended_at is null;
     return null;
   end $$`,

  // How many environments there are of each kind: the sum of all rows, which are only inserted, so that nobody waits. Those
  // with tag 0 count each environment once; the others count those in a group.
  `create table environment_tallies (
     manager_id bigint not null,
     market text collate "C" not null,
     owner_id bigint not null,
     region text collate "C" not null,
     open boolean not null,
     tag bigint not null,
     environments integer not null
   )`,
  `create index environment_tallies_team on environment_tallies (manager_id, market, tag)
     include (owner_id, region, open, environments)`,
  `create function environments_tallied() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       ${tallyEnvironments('(select added.*, 1 as one from added) as changed')};
     elsif tg_op = 'DELETE' then
       ${tallyEnvironments('(select gone.*, -1 as one from gone) as changed')};
     else
       ${tallyEnvironments('(select gone.*, -1 as one from gone union all select added.*, 1 from added) as changed')};
     end if;
     return null;
   end $$`,
  `create trigger environments_added after insert on environments
     referencing new table as added for each statement execute function environments_tallied()`,
  `create trigger environments_changed after update on environments
     referencing old table as gone new table as added for each statement execute function environments_tallied()`,
  `create trigger environments_gone after delete on environments
     referencing old table as gone for each statement execute function environments_tallied()`,
  tallyEnvironments('(select environments.*, 1 as one from environments) as changed'),
]

/** Counts of phones and environments that lists show beside their pages, kept by triggers. */
export const countedLists: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
