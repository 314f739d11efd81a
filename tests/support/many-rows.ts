import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/store/tables.ts'
import type { TestStore } from './test-store.ts'

/** Teams that share the environments; the first, of the account `manager`, has a tenth of all. */
const teams = 91
/** Phones in a box, and of them all for each of those who work for the teams and own none. */
const phonesOfBox = 1_000
const phonesOfElement = 100

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

/** Has the tallies say what there is, as triggers would have written them. */
export async function tallyRows(db: Kysely<Tables>): Promise<void> {
  await sql`truncate device_tallies, environment_tallies, box_tallies`.execute(db)
  await sql`
    insert into device_tallies (owner_path, status, region, phones, addresses)
    select owner_path, status, region, count(*), count(egress_ip) from devices group by 1, 2, 3`.execute(db)
  await sql`
    insert into environment_tallies
    select manager_id, market, owner_id, region, device_id is not null, tag, count(*)
    from environments cross join lateral (values (0), (tags[1])) as tagged (tag) group by 1, 2, 3, 4, 5, 6`.execute(db)
  await sql`
    insert into box_tallies (box_id, phones, online)
    select box_id, count(*), count(*) filter (where status <> 'offline') from devices group by 1`.execute(db)
  for (const table of ['device_tallies', 'environment_tallies', 'box_tallies', 'environment_groups'])
    await sql.raw(`vacuum analyze ${table}`).execute(db)
}

/**
 * Fills the database with so many phones, environments and entries of the operation log, of teams of many sizes; one phone in
 * twenty has an environment open.
 */
export async function fillRows(store: TestStore, many: number): Promise<void> {
  const [boxes, elements] = [many / phonesOfBox, many / phonesOfElement]
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
      insert into users (id, user_name, password_hash, role, parent_id, path, modules, thread_number, expiration, authorization_at)
      select 1000000 + n, 'member-' || n, ${manager.password_hash}, 'element', above.id, above.path || '/' || (1000000 + n),
             above.modules, n % 50, n % 400 * 86400, 1700000000 + n
      from generate_series(0, ${elements - 1}) as n
      join users as above on above.id = ${manager.id} + (1 + n % ${teams - 1}) * 10`.execute(db)
    await sql`
      create temporary table owners as
      select row_number() over (order by id) - 1 as place, id, path from users where role = 'manager'`.execute(db)
    await sql`
      insert into boxes (id, code, name, region, slots, owner_id, owner_path)
      select 1000 + n, 'X' || n, 'X' || lpad(n::text, 4, '0'), 'us-west', ${phonesOfBox}, ${agent.id}, ${agent.path}
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
               (array['idle', 'idle', 'idle', 'offline', 'booting'])[(n / 5 * 17 % 5 + 1)::int],
               n * 13 % 101, (20 + n % 80) || '.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256, 1700000000000 + n * 104729 % 1000000007
        from generate_series(0::bigint, ${many - 1}) as n
        join owners on owners.place = n % ${teams}`.execute(db),
    )
    await load(db, 'environment_rows', () =>
      sql`
        insert into environment_rows (market, manager_id, owner_id, owner_path, name, account, tags, region, last_opened_at,
                                  note, created_at, updated_at)
        select (array['amazon', 'amazon', 'amazon', 'amazon', 'tiktok', 'temu', 'walmart', 'walmartcad', 'rednote', 'depop'])[(n / 10 % 10 + 1)::int],
               owners.id, owners.id, owners.path, 'shop-' || lpad(n::text, 7, '0'),
               'seller' || n * 7919 % 1000003 || '@example.com', array[n % 40 + 1],
               (array['us-west', 'us-east', 'gb-london', 'jp-east', ''])[(n * 7 % 5 + 1)::int],
               case when n % 3 = 0 then null else 1700000000000 + n * 104729 % 1000000007 end,
               'note ' || n, 1690000000000 + n, 1700000000000 + n * 15485863 % 1000000007
        from generate_series(0::bigint, ${many - 1}) as n
        join owners on owners.place = case when n % 10 = 0 then 0 else 1 + n % ${teams - 1} end`.execute(db),
    )
    await sql`set session_replication_role = replica`.execute(db)
    await sql`
      with phones as (
        select id, owner_id, row_number() over (order by id) as place from devices where status = 'idle' limit ${many / 20}
      ),
      shops as (select id, row_number() over (order by id desc) as place from environment_rows limit ${many / 20}),
      opened as (
        update environment_rows set device_id = phones.id, last_opened_at = 1700500000000
        from phones join shops using (place) where environment_rows.id = shops.id
        returning environment_rows.id, device_id
      )
      update devices set environment_id = opened.id, in_use_by = owner_id, in_use_since = 1700500000000, status = 'in_use'
      from opened where devices.id = opened.device_id`.execute(db)
    await sql`
      insert into environment_groups (id, market, manager_id, owner_id, owner_path, name, colour, position)
      select n, 'amazon', ${manager.id}, ${manager.id}, ${manager.path}, 'group ' || n, '#2d72d2', n
      from generate_series(1, 40) as n`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
    for (const table of ['devices', 'environment_rows', 'users']) await sql.raw(`vacuum analyze ${table}`).execute(db)
    // As the triggers would have written them, row by row.
    await load(db, 'device_addresses', () =>
      sql`
        insert into device_addresses (device_id, address, since, shared)
        select id, egress_ip, 1700000000000 + id * 7919 % 1000000007, id % 50 = 0 from devices`.execute(db),
    )
    await load(db, 'operation_log', () =>
      sql`
        insert into operation_log (at, user_id, user_name, user_path, action, target, target_name, target_ids, ip, detail, result)
        select 1700000000000 + n * 1000, owners.id, 'team-' || owners.place, owners.path,
               (array['device.edit', 'session.open', 'environment.open', 'environment.close', 'control.take', 'device.shell'])[(n % 6 + 1)::int],
               'device:' || n * 7919 % 1000003, 'X' || lpad((n % 1000)::text, 4, '0') || '-' || lpad((n / 1000 + 1)::text, 4, '0'),
               case when n % 100 = 0 then array[n, n + 1] else '{}' end, '10.0.' || n / 256 % 256 || '.' || n % 256, '',
               case when n % 500 = 0 then 'failed' else 'ok' end
        from generate_series(0::bigint, ${many - 1}) as n join owners on owners.place = n % ${teams}`.execute(db),
    )
    await sql`set session_replication_role = replica`.execute(db)
    await sql`
      insert into events (at, until, kind, subject_id, owner_path, device_id, device_name, box_id, box_name,
                          environment_id, environment_name, market, user_id, reason)
      select 1700000000000 + n * 1000, case when n % 50 > 0 then 1700000000000 + n * 1000 + n % 977 * 1000 end,
             (array['offline', 'offline', 'offline', 'fault', 'shop', 'box'])[(n % 6 + 1)::int],
             case n % 6 when 4 then shops.id when 5 then 1000 + n % ${boxes} else phones.id end,
             case n % 6 when 4 then shops.owner_path when 5 then ${agent.path} else phones.owner_path end,
             case when n % 6 < 5 then phones.id end, phones.name, phones.box_id, 'X',
             case when n % 6 = 4 then shops.id end, 'shop', 'amazon', case when n % 6 = 4 then shops.owner_id end,
             jsonb_build_object('code', 'cause-' || n % 4, 'params', '{}'::jsonb)
      from (select *, row_number() over (order by id) - 1 as n from devices) as phones
      join (select *, row_number() over (order by id) - 1 as n from environment_rows) as shops using (n)`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
    await sql`vacuum analyze events_other`.execute(db)
    await sql`analyze events`.execute(db)
    await tallyRows(db)
    await sql`checkpoint`.execute(db) // Else what was filled is still being written while pages are measured.
  })
}
