import { sql, type Kysely, type Selectable } from 'kysely'
import type { ControlLeasesTable, Tables } from './tables.ts'

export type ControlLease = Selectable<ControlLeasesTable>

/** A lease that its relay doesn't renew ends after this. Milliseconds; the relay renews every 10 s. */
export const leaseDuration = 30_000

/** By the database's clock, which all servers share; read when the statement runs, not when its transaction began. */
const nowOfStatement = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
const inALeaseDuration = sql<number>`${nowOfStatement} + ${sql.lit(leaseDuration)}`

export const controlLeaseQueries = (db: Kysely<Tables>) => ({
  ofDevice: (deviceId: number): Promise<ControlLease | undefined> =>
    db.selectFrom('control_leases').selectAll().where('device_id', '=', deviceId).executeTakeFirst(),

  /** Who controls a phone, and since when. */
  holder: (deviceId: number) =>
    db
      .selectFrom('control_leases')
      .innerJoin('users', 'users.id', 'control_leases.user_id')
      .select(['users.id', 'users.user_name', 'control_leases.taken_at'])
      .where('device_id', '=', deviceId)
      .executeTakeFirst(),

  byId: (id: string): Promise<ControlLease | undefined> =>
    db.selectFrom('control_leases').selectAll().where('id', '=', id).executeTakeFirst(),

  async add(lease: {
    id: string
    device_id: number
    user_id: number
    session_id: string
    taken_at: number
  }): Promise<void> {
    await db
      .insertInto('control_leases')
      .values({ ...lease, expires_at: inALeaseDuration })
      .execute()
  },

  /** Renews leases, and answers those that there still are. */
  async renew(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await db
      .updateTable('control_leases')
      .set({ expires_at: inALeaseDuration })
      .where('id', 'in', ids)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Removes the lease of a phone, where it has one. */
  async removeOfDevice(deviceId: number): Promise<void> {
    await db.deleteFrom('control_leases').where('device_id', '=', deviceId).execute()
  },

  /** Removes a lease; false when there was none. With `onlyExpired` one that was renewed meanwhile stays. */
  async remove(id: string, { onlyExpired = false } = {}): Promise<boolean> {
    let query = db.deleteFrom('control_leases').where('id', '=', id)
    if (onlyExpired) query = query.where('expires_at', '<', nowOfStatement)
    const { numDeletedRows } = await query.executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },

  async ofSessions(sessionIds: readonly string[]): Promise<ControlLease[]> {
    if (sessionIds.length === 0) return []
    return db.selectFrom('control_leases').selectAll().where('session_id', 'in', sessionIds).execute()
  },

  /** Leases that nobody renewed. */
  expired: (): Promise<ControlLease[]> =>
    db.selectFrom('control_leases').selectAll().where('expires_at', '<', nowOfStatement).execute(),
})
