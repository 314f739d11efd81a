import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { LeaseEnd } from '../../domain/lease-lifecycle.ts'
import { nowOfStatement } from './now-of-statement.ts'
import type { ControlLeasesTable, Tables } from './tables.ts'

export type ControlLease = Selectable<ControlLeasesTable>

/** A lease that its relay doesn't renew ends after this. Milliseconds; the relay renews every 10 s. */
const leaseDuration = 30_000

const inALeaseDuration = sql<number>`${nowOfStatement} + ${sql.lit(leaseDuration)}`

/** A row that goes can not say why: its trigger is told beside it (0047-transitions). */
async function remove(db: Kysely<Tables>, which: RawBuilder<boolean>, end: LeaseEnd): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with said as materialized (select set_config('phonedeck.lease_ended', ${end}, true))
    delete from control_leases using said where ${which}`.execute(db)
  return numAffectedRows > 0n
}

export const controlLeaseQueries = (db: Kysely<Tables>) => ({
  ofDevice: (deviceId: number): Promise<ControlLease | undefined> =>
    db.selectFrom('control_leases').selectAll().where('device_id', '=', deviceId).executeTakeFirst(),

  /** Who controls a phone, and since when. */
  holder: (deviceId: number) =>
    db
      .selectFrom('control_leases')
      .innerJoin('users', 'users.id', 'control_leases.user_id')
      .select(['users.id', 'users.user_name', 'users.path', 'control_leases.taken_at'])
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
      .values({ ...lease, expires_at: inALeaseDuration, cause: 'taken' })
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

  /** Ends the lease of a phone, where it has one. */
  async removeOfDevice(deviceId: number, end: LeaseEnd): Promise<void> {
    await remove(db, sql<boolean>`device_id = ${deviceId}`, end)
  },

  /** Ends a lease; false when there was none. One that has expired stays where it was renewed meanwhile. */
  remove: (id: string, end: LeaseEnd): Promise<boolean> =>
    remove(db, sql<boolean>`id = ${id}${end === 'expired' ? sql` and expires_at < ${nowOfStatement}` : sql``}`, end),

  async ofSessions(sessionIds: readonly string[]): Promise<ControlLease[]> {
    if (sessionIds.length === 0) return []
    return db.selectFrom('control_leases').selectAll().where('session_id', 'in', sessionIds).execute()
  },

  /** Leases that nobody renewed. Asked as if to write: a database that only reads, where nobody can renew, does not answer. */
  expired: (): Promise<ControlLease[]> =>
    db
      .selectFrom('control_leases')
      .selectAll()
      .where('expires_at', '<', nowOfStatement)
      .forUpdate()
      .skipLocked()
      .execute(),
})
