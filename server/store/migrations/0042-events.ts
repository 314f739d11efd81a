import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { restarting } from '../../../domain/device-lifecycle.ts'

/** Unix time of the statement, in milliseconds; `now_ms()` is the transaction's. */
const clock = `(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** How long after a restart was begun a phone that goes away does so for that. Milliseconds. */
const restartTime = 120_000

/**
 * What machines do is written where it happens, by triggers on the column that says it: nobody who changes a phone, a box or a shop
 * can forget to, and it is in the same transaction. A row begins with the state that it tells of and ends with it.
 */
const statements = [
  'set local statement_timeout = 0', // An index of items of jobs, of which there may be millions.

  // `subject_id` is whose state it is: a phone's, a box's or a shop's, as `kind` says. The names are those of then.
  `create sequence events_id`,
  `create table events (
     id bigint not null default nextval('events_id'),
     at bigint not null,
     until bigint,
     kind text collate "C" not null check (kind in ('offline', 'fault', 'box', 'shop')),
     subject_id bigint not null,
     owner_path text collate "C" not null,
     device_id bigint,
     device_name text not null default '',
     box_id bigint,
     box_name text not null default '',
     environment_id bigint,
     environment_name text not null default '',
     market text collate "C",
     user_id bigint,
     user_name text not null default '',
     reason jsonb
   ) partition by range (at)`,
  // What belongs to no month that has been made yet; server/store/monthly-tables.ts makes them ahead.
  `create table events_other partition of events default`,
  `alter table events add primary key (at, id)`,
  `create index events_kind on events (kind, at, id)`,
  `create index events_owner on events (owner_path, kind, at, id)`,
  `create index events_device on events (device_id, at, id) where device_id is not null`,
  `create index events_environment on events (environment_id, at, id) where environment_id is not null`,
  `create index events_box on events (box_id, at, id) where box_id is not null`,
  `create index events_user on events (user_id, at, id) where user_id is not null`,
  `create index events_going_on on events (kind, subject_id) where until is null`,

  `create function phone_changed_state() returns trigger language plpgsql as $$
   declare
     moment bigint := ${clock};
     was_there boolean := old.status not in ('offline', 'booting', 'deleted');
     is_there boolean := new.status not in ('offline', 'booting', 'deleted') and new.removed_at is null;
     was_faulty boolean := 'faulty' in (old.status, coalesce(old.status_before, ''));
     is_faulty boolean := 'faulty' in (new.status, coalesce(new.status_before, '')) and new.removed_at is null;
     is_gone boolean := new.status = 'deleted' or new.removed_at is not null;
     why jsonb := new.status_reason;
     restarter bigint;
     restarter_name text;
   begin
     if was_there and not is_there and not is_gone then
       select users.id, users.user_name into restarter, restarter_name
         from job_items join jobs on jobs.id = job_id left join users on users.id = created_by
         where device_id = new.id and jobs.action = 'reboot'
           and (job_items.state = 'running' or job_items.ended_at > moment - ${restartTime})
         order by job_items.id desc limit 1;
       if why ->> 'code' = 'devices.reason.agentLost' then
         restarter := null; -- It was the whole box.
       elsif restarter is not null or new.status = 'booting' then
         why := '{"code": "${restarting}", "params": {}}';
       end if;
       insert into events (at, kind, subject_id, owner_path, device_id, device_name, box_id, box_name, user_id, user_name, reason)
         select moment, 'offline', new.id, new.owner_path, new.id, new.name, new.box_id, name,
                restarter, case when restarter is null then '' else restarter_name end, why
         from boxes where id = new.box_id;
     elsif is_there and not was_there or is_gone then
       update events set until = greatest(at, moment) where kind = 'offline' and subject_id = new.id and until is null;
     elsif new.status = 'offline' and why ->> 'code' not in ('devices.reason.lost', 'boxes.refused.reasons.offline') then
       -- What adb says of a phone that is away comes and goes: what says most of it stays.
       update events set reason = why where kind = 'offline' and subject_id = new.id and until is null
         and reason ->> 'code' is distinct from '${restarting}';
     end if;
     if is_faulty and not was_faulty then
       insert into events (at, kind, subject_id, owner_path, device_id, device_name, box_id, box_name, reason)
         select moment, 'fault', new.id, new.owner_path, new.id, new.name, new.box_id, name, new.status_reason
         from boxes where id = new.box_id;
     elsif was_faulty and not is_faulty then
       update events set until = greatest(at, moment) where kind = 'fault' and subject_id = new.id and until is null;
     end if;
     return null;
   end $$`,
  `create trigger phone_changed_state after update on devices for each row
     when (old.status <> new.status or old.status_reason is distinct from new.status_reason
           or (old.removed_at is null) <> (new.removed_at is null))
     execute function phone_changed_state()`,

  `create function box_changed_state() returns trigger language plpgsql as $$
   begin
     if new.online or new.deleted_at is not null then
       update events set until = greatest(at, ${clock}) where kind = 'box' and subject_id = new.id and until is null;
     else
       insert into events (at, kind, subject_id, owner_path, box_id, box_name)
         values (${clock}, 'box', new.id, new.owner_path, new.id, new.name);
     end if;
     return null;
   end $$`,
  `create trigger box_changed_state after update on boxes for each row
     when (old.online <> new.online or (old.deleted_at is null) <> (new.deleted_at is null))
     execute function box_changed_state()`,

  // A shop that was opened elsewhere while its phone was lost says why it ended there.
  `create function shop_changed_state() returns trigger language plpgsql as $$
   begin
     if old.device_id is not null then
       update events
         set until = greatest(at, ${clock}), reason = (select status_reason from devices where id = old.device_id and uncleaned)
         where kind = 'shop' and subject_id = new.id and until is null;
     end if;
     if new.device_id is not null then
       insert into events (at, kind, subject_id, owner_path, device_id, device_name, box_id, box_name,
                           environment_id, environment_name, market, user_id, user_name)
         select ${clock}, 'shop', new.id, new.owner_path, devices.id, devices.name, boxes.id, boxes.name,
                new.id, new.name, new.market, users.id, coalesce(users.user_name, '')
         from devices join boxes on boxes.id = box_id left join users on users.id = new.opened_by
         where devices.id = new.device_id;
     end if;
     return null;
   end $$`,
  `create trigger shop_changed_state after update on environment_rows for each row
     when (old.device_id is distinct from new.device_id)
     execute function shop_changed_state()`,

  // What goes on already.
  `insert into events (at, kind, subject_id, owner_path, device_id, device_name, box_id, box_name, reason)
     select coalesce(devices.last_seen_at, now_ms()), 'offline', devices.id, devices.owner_path, devices.id, devices.name,
            boxes.id, boxes.name, status_reason
     from devices join boxes on boxes.id = box_id
     where status in ('offline', 'booting') and removed_at is null and devices.last_seen_at is not null`,
  `insert into events (at, kind, subject_id, owner_path, device_id, device_name, box_id, box_name, reason)
     select now_ms(), 'fault', devices.id, devices.owner_path, devices.id, devices.name, boxes.id, boxes.name, status_reason
     from devices join boxes on boxes.id = box_id
     where 'faulty' in (status, coalesce(status_before, '')) and removed_at is null`,
  `insert into events (at, kind, subject_id, owner_path, device_id, device_name, box_id, box_name,
                       environment_id, environment_name, market, user_id, user_name)
     select coalesce(shops.last_opened_at, now_ms()), 'shop', shops.id, shops.owner_path, devices.id, devices.name,
            boxes.id, boxes.name, shops.id, shops.name, shops.market, users.id, coalesce(users.user_name, '')
     from environment_rows as shops join devices on devices.id = shops.device_id join boxes on boxes.id = box_id
     left join users on users.id = shops.opened_by`,

  // What a phone was at last is found at once.
  `create index job_items_device_ended on job_items (device_id, ended_at, id) where ended_at is not null`,
]

/** One stream of what happens to phones, boxes and shops, kept by the month. */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
