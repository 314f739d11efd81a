import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What everybody reads of an environment; a column that comes later is added to the table and to the view. */
const columns = `id, market, manager_id, owner_id, owner_path, name, account, tags, region, proxy, proxy_password, timezone, language,
  device_id, last_opened_at, record_size, record_saved_at, note, created_at, updated_at, opened_by, loaded, record_id`

/** Adds up rows as 0011-counted-lists does, without those in the trash. */
const tallyEnvironments = (rows: string) => `
  insert into environment_tallies
    select manager_id, market, owner_id, region, device_id is not null, tag, sum(one)
    from ${rows} cross join lateral (select 0::bigint as tag union select unnest(tags)) as tags_and_none
    group by 1, 2, 3, 4, 5, 6 having sum(one) <> 0`
const gone = '(select gone.*, -1 as one from gone where trashed_at is null'
const added = 'select added.*, 1 as one from added where trashed_at is null)'

const statements = [
  `alter table environments rename to environment_rows`,
  `alter table environment_rows
     add column trashed_at bigint,
     add column trashed_by bigint references users`,
  // The name of the table stays that of what is not in the trash: no query has to say so, and none can forget to.
  `create view environments as select ${columns} from environment_rows where trashed_at is null`,
  `drop index environments_by_name`,
  `create unique index environments_by_name on environment_rows (manager_id, market, name) where trashed_at is null`,
  `create index environment_rows_trashed on environment_rows (manager_id, market, trashed_at, id) where trashed_at is not null`,
  `create index environment_rows_due on environment_rows (trashed_at) where trashed_at is not null`,
  `create or replace function environments_tallied() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       ${tallyEnvironments(`(${added} as changed`)};
     elsif tg_op = 'DELETE' then
       ${tallyEnvironments(`${gone}) as changed`)};
     else
       ${tallyEnvironments(`${gone} union all ${added} as changed`)};
     end if;
     return null;
   end $$`,
]

/** Deleted environments stay for a while with everything they have, and come back whole. */
export const trash: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
