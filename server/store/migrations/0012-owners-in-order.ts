import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const sortKeys = {
  status: 'status',
  serial: 'serial',
  model: 'model',
  android_version: 'android_version',
  region: 'region',
  battery: '(coalesce(battery, -1))',
  last_seen_at: '(coalesce(last_seen_at, 0))',
}

const statements = [
  // Making indexes of all that there is may take longer than calls are given.
  `set local statement_timeout = 0`,

  // One owner's phones in each order of the list: by name there is devices_owner (0001-first-light).
  ...Object.entries(sortKeys).map(
    ([field, key]) => `create index devices_owner_by_${field} on devices (owner_path, ${key}, id)`,
  ),
]

/** A page of somebody's phones passes no others on its way, whatever it is sorted by. */
export const ownersInOrder: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
