import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const rowsOf = (row: 'old' | 'new', one: 1 | -1) => `
  insert into box_tallies (box_id, phones, online)
    select ${row}.box_id, ${one}, case when ${row}.status = 'offline' then 0 else ${one} end where ${row}.removed_at is null`

const statements = [
  // Counting all that there is may take longer than calls are given.
  `set local statement_timeout = 0`,

  // How many phones a box has, and how many of them are not offline: the sum of its rows. Only inserted into, so that nobody
  // waits, as the other tallies (0008-reports).
  `create table box_tallies (
     box_id bigint not null,
     phones integer not null,
     online integer not null
   )`,
  `create index box_tallies_box on box_tallies (box_id) include (phones, online)`,
  `insert into box_tallies (box_id, phones, online)
     select box_id, count(*), count(*) filter (where status <> 'offline') from devices where removed_at is null group by box_id`,

  `create function box_phones_added() returns trigger language plpgsql as $$
   begin
     insert into box_tallies (box_id, phones, online)
       select box_id, count(*), count(*) filter (where status <> 'offline') from added
       where removed_at is null group by box_id;
     return null;
   end $$`,
  `create trigger box_phones_added after insert on devices
     referencing new table as added for each statement execute function box_phones_added()`,
  `create function box_phone_changed() returns trigger language plpgsql as $$
   begin
     if old.box_id = new.box_id and old.removed_at is null and new.removed_at is null then
       insert into box_tallies (box_id, phones, online)
         values (new.box_id, 0, (new.status <> 'offline')::integer - (old.status <> 'offline')::integer);
     else
       ${rowsOf('old', -1)};
       ${rowsOf('new', 1)};
     end if;
     return null;
   end $$`,
  // Most changes of a phone leave both numbers as they are.
  `create trigger box_phone_changed after update on devices for each row
     when (old.box_id <> new.box_id or (old.status = 'offline') <> (new.status = 'offline')
       or (old.removed_at is null) <> (new.removed_at is null))
     execute function box_phone_changed()`,
  `create function box_phone_removed() returns trigger language plpgsql as $$
   begin
     ${rowsOf('old', -1)};
     return null;
   end $$`,
  `create trigger box_phone_removed after delete on devices for each row execute function box_phone_removed()`,
]

/** A list of boxes says how many phones each has without counting them. */
export const phonesOfBoxesCounted: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
