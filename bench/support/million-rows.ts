import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/store/tables.ts'
import type { TestStore } from '../../tests/support/test-store.ts'

export const million = 1_000_000

/** Teams that share the environments; the first, of the account `manager`, has a tenth of all. */
const teams = 91
/** Boxes that the phones stand in, and phones in each. */
const boxes = 1_000

/** Loads a table without its indexes and triggers, which are made again at the end: minutes become seconds. */
async function load(db: Kysely<Tables>, table: string, insert: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db)
  await sql`set session_replication_role = replica`.execute(db)
  await insert()
  await sql`set session_replication_role = default`.execute(db)
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  await sql.raw(`vacuum analyze ${table}`).execute(db)
}

/** Fills the database with a million phones and a million environments, of teams of many sizes. */
export async function fillMillions(store: TestStore): Promise<void> {
  const [agent, manager] = [await store.user('agent'), await store.user('manager')]
  await store.db.connection().execute(async (db) => {
    for (const setting of ['statement_timeout = 0', "maintenance_work_mem = '512MB'", "work_mem = '128MB'"])
      await sql.raw(`set ${setting}`).execute(db)
    await sql`
      insert into users (id, user_name, password_hash, role, parent_id, path, modules, thread_number)
      select ${manager.id} + n * 10, 'team-' || n, ${manager.password_hash}, 'manager', ${agent.id},
             ${`${agent.path}/`} || (${manager.id} + n * 10), ${manager.modules}, 100
      from generate_series(1, ${teams - 1}) as n`.execute(db)
    await sql`
      create temporary table owners as
      select row_number() over (order by id) - 1 as place, id, path from users where role = 'manager'`.execute(db)
    await sql`
      insert into boxes (id, code, name, region, slots, owner_id, owner_path)
      select 1000 + n, 'X' || n, 'X' || lpad(n::text, 4, '0'), 'us-west', 1000, ${agent.id}, ${agent.path}
      from generate_series(0, ${boxes - 1}) as n`.execute(db)
    await load(db, 'devices', () =>
      sql`
        insert into devices (box_id, slot, serial, name, owner_id, owner_path, region, model, android_version, status,
                             battery, egress_ip, last_seen_at)
        select 1000 + n % ${boxes}, n / ${boxes} + 1, 'PD' || lpad(to_hex(n * 7919 % 16777216), 6, '0') || n % 10,
               'X' || lpad((n % ${boxes})::text, 4, '0') || '-' || lpad((n / ${boxes} + 1)::text, 4, '0'),
               owners.id, owners.path,
               (array['us-west', 'us-east', 'gb-london', 'jp-east', 'eu-central'])[(n % 5 + 1)::int],
               (array['Pixel 6', 'Pixel 7a', 'Galaxy S23', 'Xiaomi 13'])[(n * 31 % 4 + 1)::int], (11 + n % 4)::text,
               (array['idle', 'idle', 'idle', 'offline', 'booting'])[(n * 17 % 5 + 1)::int],
               n * 13 % 101, (20 + n % 80) || '.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256, 1700000000000 + n * 104729 % 1000000007
        from generate_series(0::bigint, ${million - 1}) as n
        join owners on owners.place = n % ${teams}`.execute(db),
    )
    await load(db, 'environments', () =>
      sql`
        insert into environments (market, manager_id, owner_id, owner_path, name, account, tags, region, last_opened_at,
                                  note, created_at, updated_at)
        select (array['amazon', 'amazon', 'amazon', 'amazon', 'tiktok', 'temu', 'walmart', 'walmartcad', 'rednote', 'depop'])[(n / 10 % 10 + 1)::int],
               owners.id, owners.id, owners.path, 'shop-' || lpad(n::text, 7, '0'),
               'seller' || n * 7919 % 1000003 || '@example.com', array[n % 40 + 1],
               (array['us-west', 'us-east', 'gb-london', 'jp-east', ''])[(n * 7 % 5 + 1)::int],
               case when n % 3 = 0 then null else 1700000000000 + n * 104729 % 1000000007 end,
               'note ' || n, 1690000000000 + n, 1700000000000 + n * 15485863 % 1000000007
        from generate_series(0::bigint, ${million - 1}) as n
        join owners on owners.place = case when n % 10 = 0 then 0 else 1 + n % ${teams - 1} end`.execute(db),
    )
    // As the triggers would have written them, row by row.
    await sql`
      insert into device_tallies (owner_path, status, region, phones, addresses)
      select owner_path, status, region, count(*), count(egress_ip) from devices group by 1, 2, 3`.execute(db)
    await sql`
      insert into environment_tallies
      select manager_id, market, owner_id, region, false, tag, count(*)
      from environments cross join lateral (values (0), (tags[1])) as tagged (tag) group by 1, 2, 3, 4, 6`.execute(db)
    for (const table of ['device_tallies', 'environment_tallies']) await sql.raw(`vacuum analyze ${table}`).execute(db)
    await sql`checkpoint`.execute(db) // Else what was filled is still being written while pages are measured.
  })
}
