import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Of what the demo fleet has: where it is kept, and the columns that somebody changes who makes it its own. */
const kept = {
  user: {
    table: 'users',
    own: `user_name, password_hash, role, parent_id, modules, expiration, authorization_at, enabled, thread_number, note, contact_name,
      phone, email, invite_code, last_login_at, deleted_at`,
  },
  /** Whatever has become of its virtual phones, it is no place for anything that lasts. */
  box: { table: 'boxes', own: 'code, deleted_at' },
  group: { table: 'environment_groups', own: 'name, colour' },
  environment: {
    table: 'environments',
    own: `name, account, owner_id, tags, region, proxy, proxy_password, timezone, language, note, device_id, last_opened_at, record_id`,
  },
  script: { table: 'scripts', own: 'name, description, body, parameters' },
  task: {
    table: 'tasks',
    own: `name, note, script_id, action, arguments, parameter_values, targets, once_at, cron, timezone, timeout_seconds, concurrency, enabled`,
  },
  /** Of all that there ever were, the newest is the one that is shown. */
  notice: { table: 'notices', own: 'content, id = (select max(newest.id) from notices as newest)' },
} as const

export type SampleKind = keyof typeof kept

const digestOf = (kind: SampleKind): RawBuilder<string> =>
  sql<string>`md5(jsonb_build_array(${sql.raw(kept[kind].own)})::text)`

export const sampleQueries = (db: Kysely<Tables>) => ({
  /** Marks rows as part of the demo fleet, as they are now. */
  async mark(kind: SampleKind, ids: readonly number[]): Promise<void> {
    await sql`
      insert into samples (kind, id, digest)
      select ${kind}, id, ${digestOf(kind)} from ${sql.table(kept[kind].table)} where id = any(${ids}::bigint[])
      on conflict do nothing`.execute(db)
  },

  /** Whether anything is marked. */
  async areThere(): Promise<boolean> {
    const row = await db.selectFrom('samples').select('id').limit(1).executeTakeFirst()
    return row !== undefined
  },

  /** Those that nobody has used or changed, by their ids; locked, they stay so until the transaction ends. */
  async untouched(kind: SampleKind, locked: boolean): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select it.id from ${sql.table(kept[kind].table)} as it
      where (it.id, ${digestOf(kind)}) in (select id, digest from samples where kind = ${kind})
      order by it.id ${locked ? sql`for no key update of it` : sql``}`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** How many are left of a kind, touched or not. */
  async left(kind: SampleKind): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from samples join ${sql.table(kept[kind].table)} as it using (id)
      where kind = ${kind} and ${kind === 'user' || kind === 'box' ? sql`it.deleted_at is null` : sql`true`}`.execute(
      db,
    )
    return rows[0]?.count ?? 0
  },

  /** Of these boxes, those on whose phones somebody works or has an environment open. */
  async busyBoxes(ids: readonly number[]): Promise<number[]> {
    const { rows } = await sql<{ box_id: number }>`
      select distinct box_id from devices
      where box_id = any(${ids}::bigint[]) and removed_at is null
        and (in_use_by is not null or exists (select from environments where device_id = devices.id))`.execute(db)
    return rows.map(({ box_id }) => box_id)
  },

  /** How many phones these boxes have. */
  async phonesOf(boxes: readonly number[]): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from devices where box_id = any(${boxes}::bigint[]) and removed_at is null`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Of these groups, those that an environment is in which stays. */
  async groupsInUse(groups: readonly number[], gone: readonly number[]): Promise<number[]> {
    const { rows } = await sql<{ tag: number }>`
      select distinct tag from environments cross join lateral unnest(tags) as tag
      where tag = any(${groups}::bigint[]) and id <> all(${gone}::bigint[])`.execute(db)
    return rows.map(({ tag }) => tag)
  },

  /** Of these scripts, those that a task runs which stays. */
  async scriptsInUse(scripts: readonly number[], gone: readonly number[]): Promise<number[]> {
    const { rows } = await sql<{ script_id: number }>`
      select distinct script_id from tasks
      where script_id = any(${scripts}::bigint[]) and id <> all(${gone}::bigint[])`.execute(db)
    return rows.map(({ script_id }) => script_id)
  },

  /** Of these people, those who have something that stays; who stands below them is not looked at. */
  async peopleWithMore(
    people: readonly number[],
    gone: { box: readonly number[]; environment: readonly number[]; group: readonly number[] },
  ): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select person.id from unnest(${people}::bigint[]) as person (id) where
        exists (select from devices where owner_id = person.id and removed_at is null and box_id <> all(${gone.box}::bigint[]))
        or exists (select from boxes where person.id in (owner_id, phone_owner_id) and deleted_at is null
          and boxes.id <> all(${gone.box}::bigint[]))
        or exists (select from environments where person.id in (owner_id, manager_id)
          and environments.id <> all(${gone.environment}::bigint[]))
        or exists (select from environment_groups where person.id in (owner_id, manager_id)
          and environment_groups.id <> all(${gone.group}::bigint[]))
        or exists (select from files where owner_id = person.id and status not in ('uploading', 'removed'))`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Marks nothing as a sample any more but these boxes. */
  async unmarkAllBut(boxes: readonly number[]): Promise<void> {
    await sql`delete from samples where kind <> 'box' or id <> all(${boxes}::bigint[])`.execute(db)
  },
})
