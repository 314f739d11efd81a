import { sql, type Kysely } from 'kysely'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import { seesEverything } from '../../domain/roles.ts'
import { firstStepsOf } from './first-steps.ts'
import { shortName } from './operation-log-list.ts'
import { isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'
import { kindAndIdOf } from './target-names.ts'
import type { Person } from './users.ts'

/** Boxes that the dashboard shows phone by phone, the ones in trouble first. */
const boxesShown = 12
/** Phones that it shows of a box. */
const phonesShown = 100
const peopleShown = 6
/** Phones with a shop open whose addresses are compared, and shops with one in common that are told. */
const openLookedAt = 2_000
const sharersTold = 200
/** Phones in trouble that are looked at: as many as can be recovered at once. */
const troubledLookedAt = 10_000
const entriesShown = 8
const hour = 60 * 60_000

const ownedWithin = (caller: Person, column: string) =>
  seesEverything(caller.role) ? sql<boolean>`true` : isWithin(sql.ref(column), caller.path)

/** What the dashboard sums up, of a person with everybody below. */
export const dashboardQueries = (db: Kysely<Tables>) => {
  return {
    /** What a person does first, and what of it is done. */
    firstSteps: (caller: Person) => firstStepsOf(db, caller),

    /** How many phones are in each state; states without phones are left out. */
    async phonesByStatus(caller: Person): Promise<{ status: DeviceStatus; phones: number }[]> {
      return db
        .selectFrom('device_tallies')
        .select(['status', sql<number>`sum(phones)::bigint`.as('phones')])
        .where(ownedWithin(caller, 'owner_path'))
        .groupBy('status')
        .having(sql<boolean>`sum(phones) > 0`)
        .execute()
    },

    async boxCounts(caller: Person): Promise<{ total: number; online: number }> {
      return db
        .selectFrom('boxes')
        .select([
          ({ fn }) => fn.countAll<number>().as('total'),
          sql<number>`count(*) filter (where online)`.as('online'),
        ])
        .where('deleted_at', 'is', null)
        .where(ownedWithin(caller, 'owner_path'))
        .executeTakeFirstOrThrow()
    },

    /** Boxes of the caller, those that are away first. */
    boxesOwned: (caller: Person) =>
      db
        .selectFrom('boxes')
        .select(['id', 'name', 'online', 'slots'])
        .where('deleted_at', 'is', null)
        .where(ownedWithin(caller, 'owner_path'))
        .orderBy('online')
        .orderBy('name')
        .limit(boxesShown)
        .execute(),

    /** Boxes of others that phones of the caller are in. */
    boxesUsed: (caller: Person) =>
      db
        .selectFrom('boxes')
        .select(['id', 'name', 'online', 'slots'])
        .where('deleted_at', 'is', null)
        .where('id', 'in', (query) =>
          query.selectFrom('devices').select('box_id').where(ownedWithin(caller, 'owner_path')).distinct(),
        )
        .orderBy('online')
        .orderBy('name')
        .limit(boxesShown)
        .execute(),

    /** The phones in some boxes that the caller may see, by their slots. */
    async phonesIn(caller: Person, boxIds: readonly number[]) {
      if (boxIds.length === 0) return []
      return db
        .selectFrom('devices')
        .select(['id', 'box_id', 'slot', 'name', 'status'])
        .where('box_id', 'in', boxIds)
        .where('slot', '<=', phonesShown)
        .where(ownedWithin(caller, 'owner_path'))
        .orderBy('box_id')
        .orderBy('slot')
        .execute()
    },

    /** Phones that are faulty, and those that are offline and were not seen since `since`. */
    troubled: (caller: Person, since: number) =>
      db
        .selectFrom('devices')
        .select(['id', 'name', 'status', 'status_reason', 'environment_id', 'last_seen_at'])
        .where('removed_at', 'is', null)
        .where('status', 'in', ['faulty', 'offline'])
        .where(sql<boolean>`(status = 'faulty' or coalesce(last_seen_at, 0) < ${since})`)
        .where(ownedWithin(caller, 'owner_path'))
        .orderBy('status')
        .orderBy('id')
        .limit(troubledLookedAt)
        .execute(),

    /**
     * Open shops of one market whose phones reach the internet from one address, together by it, the most of them first. Those
     * behind a proxy of their own come first of each, as their address is not the phone's, then whoever has been there the longest.
     */
    async sharers(caller: Person) {
      const open = db
        .selectFrom('devices')
        .select(['id', 'name', 'environment_id', 'in_use_since'])
        .where('environment_id', 'is not', null)
        .where('status', '=', 'in_use')
        .where(ownedWithin(caller, 'owner_path'))
        .limit(openLookedAt)
      const shops = db
        .selectFrom(open.as('open'))
        .innerJoin('device_addresses as addresses', (join) =>
          join.onRef('addresses.device_id', '=', 'open.id').on('addresses.until', 'is', null),
        )
        .innerJoin('environments as shops', 'shops.id', 'open.environment_id')
        .select([
          'addresses.address',
          'shops.market',
          'shops.id',
          'shops.name',
          'open.id as device_id',
          'open.name as device_name',
          'open.in_use_since',
          sql<boolean>`shops.proxy is not null`.as('proxied'),
          sql<number>`count(*) over (partition by addresses.address, shops.market)`.as('sharers'),
        ])
      return db
        .selectFrom(shops.as('shops'))
        .selectAll()
        .where('sharers', '>', 1)
        .orderBy('sharers', 'desc')
        .orderBy('address')
        .orderBy('market')
        .orderBy('proxied', 'desc')
        .orderBy('in_use_since')
        .orderBy('id')
        .limit(sharersTold)
        .execute()
    },

    /** The most phones in use at once in each of the last hours, this one included; hours without use are left out. */
    usePeaks: (caller: Person, now: number, hours: number) =>
      db
        .selectFrom('report_hours')
        .select(['hour', 'peak'])
        .where('path', '=', seesEverything(caller.role) ? '' : caller.path)
        .where('hour', '>', now - hours * hour)
        .orderBy('hour')
        .execute(),

    /** Jobs of scripts and tasks since a day began: how many, how many of them go on, and in how many a phone failed. */
    async jobsSince(begins: number): Promise<{ total: number; running: number; failed: number }> {
      return db
        .selectFrom('jobs')
        .select([
          ({ fn }) => fn.countAll<number>().as('total'),
          sql<number>`count(*) filter (where ended_at is null)`.as('running'),
          sql<number>`count(*) filter (where exists (
            select 1 from job_items where job_id = jobs.id and job_items.state in ('failed', 'timed_out')))`.as(
            'failed',
          ),
        ])
        .where('created_at', '>=', begins)
        .executeTakeFirstOrThrow()
    },

    async peopleCount(caller: Person): Promise<number> {
      const { people } = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .where('deleted_at', 'is', null)
        .where(ownedWithin(caller, 'path'))
        .executeTakeFirstOrThrow()
      return people
    },

    /**
     * People whose subscription ends before `until` (Unix time in seconds), the first of them, and how many there are; and when the
     * caller's own ends, where it is one of them.
     */
    async expiring(caller: Person, now: number, until: number) {
      const ends = sql<number>`authorization_at + expiration`
      const rows = await db
        .selectFrom('users')
        .select([
          'id',
          'user_name',
          'role',
          ends.as('ends_at'),
          sql<number>`count(*) over ()`.as('total'),
          sql<number | null>`max(${ends}) filter (where id = ${caller.id}) over ()`.as('own'),
        ])
        .where(ownedWithin(caller, 'path'))
        .where('enabled', '=', true)
        .where('expiration', '>', 0)
        .where(sql<boolean>`${ends} > ${now} and ${ends} <= ${until}`)
        .orderBy(ends)
        .limit(peopleShown)
        .execute()
      return {
        items: rows.map(({ id, user_name, role, ends_at }) => ({ id, user_name, role, ends_at })),
        total: rows[0]?.total ?? 0,
        own: rows[0]?.own ?? null,
      }
    },

    /** What was done last, by the caller and everybody below. */
    async recentOperations(caller: Person) {
      const rows = await db
        .selectFrom('operation_log')
        .select(['id', 'at', 'user_id', 'user_name', 'action', 'target', shortName.as('target_name')])
        .where(ownedWithin(caller, 'user_path'))
        .orderBy('id', 'desc')
        .limit(entriesShown)
        .execute()
      return rows.map(({ target, ...row }) => ({ ...row, ...kindAndIdOf(target) }))
    },
  }
}
