import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Unix time of the statement, in milliseconds; `now_ms()` is the transaction's. */
const clock = `(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** A table with a state: which columns say it, and how they are one word of the chart. */
interface Kept {
  kind: string
  table: string
  columns: readonly string[]
  state: string
  /** What else the chart asks, as it is after the change. */
  facts?: string
}

const kept: readonly Kept[] = [
  {
    kind: 'device',
    table: 'devices',
    columns: ['status', 'status_before'],
    state: `$1 || coalesce('/' || $2, '')`,
    facts: `concat_ws(' ', case when new.in_use_by is not null then 'held' end,
      case when new.environment_id is not null or new.uncleaned then 'occupied' end)`,
  },
  {
    kind: 'opening',
    table: 'environment_rows',
    columns: ['device_id', 'loaded'],
    state: `case when $1 is null then 'closed' when $2 then 'whole' else 'partial' end`,
  },
  {
    kind: 'job',
    table: 'jobs',
    columns: ['state', 'ended_at'],
    state: `case when $1 = 'cancelled' and $2 is null then 'cancelling' else $1 end`,
  },
  { kind: 'job_item', table: 'job_items', columns: ['state'], state: '$1' },
]

const types: Record<string, string> = { device_id: 'bigint', loaded: 'boolean', ended_at: 'bigint' }

/**
 * The trigger of a table. Who changes a state says why in the column `cause` of the same statement; it is taken into the
 * transition, so that it always reads null, and nobody can pass for the cause of what another does.
 */
function noted({ kind, table, columns, state, facts = `''` }: Kept): string[] {
  const args = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
  const parameters = columns.map((column) => types[column] ?? 'text').join(', ')
  return [
    `create function ${kind}_state(${parameters}) returns text language sql immutable as $$ select ${state} $$`,
    `alter table ${table} add column cause text collate "C"`,
    `create function ${kind}_transition() returns trigger language plpgsql as $$
     declare
       was text := ${kind}_state(${args('old')});
       is_now text := ${kind}_state(${args('new')});
     begin
       if was <> is_now then
         perform note_transition('${kind}', new.id, was, new.cause, ${facts}, is_now);
       end if;
       new.cause := null;
       return new;
     end $$`,
    `create trigger ${kind}_transition before update on ${table} for each row
       when (new.cause is not null or ${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
       execute function ${kind}_transition()`,
  ]
}

const statements = [
  `create sequence transitions_id`,
  `create table transitions (
     id bigint not null default nextval('transitions_id'),
     at bigint not null,
     kind text collate "C" not null check (kind in ('device', 'opening', 'lease', 'job', 'job_item')),
     subject_id bigint not null,
     from_state text collate "C" not null,
     cause text collate "C" not null,
     facts text collate "C" not null,
     to_state text collate "C" not null,
     deviates boolean not null
   ) partition by range (at)`,
  // What belongs to no month that has been made yet; server/store/monthly-tables.ts makes them ahead.
  `create table transitions_other partition of transitions default`,
  `alter table transitions add primary key (id, at)`,
  `create index transitions_deviating on transitions (at) where deviates`,

  // What the charts allow, as the program has them (server/store/allowed-transitions.ts).
  `create table allowed_transitions (
     kind text collate "C" not null,
     from_state text collate "C" not null,
     cause text collate "C" not null,
     facts text collate "C" not null,
     to_state text collate "C" not null,
     primary key (kind, from_state, cause, facts)
   )`,

  `create function note_transition(whose text, subject bigint, was text, why text, facts_then text, is_now text)
     returns void language plpgsql as $$
   begin
     insert into transitions (at, kind, subject_id, from_state, cause, facts, to_state, deviates)
       values (${clock}, whose, subject, was, coalesce(why, ''), facts_then, is_now, not exists (
         select from allowed_transitions
         where kind = whose and from_state = was and cause = why and facts = facts_then and to_state = is_now));
   end $$`,

  ...kept.flatMap(noted),
  `create or replace view environments as
     select id, market, manager_id, owner_id, owner_path, name, account, tags, region, proxy, proxy_password, timezone, language,
       device_id, last_opened_at, record_size, record_saved_at, note, created_at, updated_at, opened_by, loaded, record_id, cause
     from environment_rows where trashed_at is null`,

  // A lease is a row while it is held. Of one that goes, nothing can be written that says why but beside it.
  `alter table control_leases add column cause text collate "C"`,
  `create function lease_transition() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       perform note_transition('lease', new.device_id, 'free', new.cause, '', 'held');
       new.cause := null;
       return new;
     end if;
     perform note_transition('lease', old.device_id, 'held', current_setting('phonedeck.lease_ended', true), '', 'free');
     perform set_config('phonedeck.lease_ended', '', true);
     return old;
   end $$`,
  `create trigger lease_transition before insert or delete on control_leases for each row execute function lease_transition()`,
]

/** Every change of a state is written with its cause, in the transaction that makes it, whichever program does. */
export const transitions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
