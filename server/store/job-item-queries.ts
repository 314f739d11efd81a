import { sql, type Kysely, type Selectable } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import { roles, seesEverything } from '../../domain/roles.ts'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import type { JobItemState } from '../../domain/jobs.ts'
import { visibleTo } from './device-list.ts'
import { outcomesOf } from './job-outcomes.ts'
import { goingBeside } from './job-queries.ts'
import { bareOf, pageBehind, type Cut } from './keyset.ts'
import { isWithin } from './owner-tree.ts'
import type { JobItemsTable, Tables } from './tables.ts'
import { countRows, countedTotal } from './totals.ts'
import type { Person } from './users.ts'

export type JobItemRow = Selectable<JobItemsTable>

/** An item before its job begins: a phone, or an environment. */
export type NewJobItem = Pick<JobItemRow, 'device_id' | 'device_name' | 'environment_id' | 'environment_name'>

/** What the phone of an item that has begun is at. */
export type JobItemBegun = Partial<Pick<JobItemRow, 'workflow_id' | 'device_id' | 'device_name'>>

export interface JobItemEnd {
  state: Exclude<JobItemState, 'waiting' | 'running'>
  ended_at: number
  exit_code: number | null
  reason: Reason | null
  truncated: boolean
  file_id?: number
}

/** Rows of one statement that adds them. */
const chunk = 1_000

/** What the phone of an item is at, where its viewer may see the phone by now. */
const statusSeenBy = (viewer: Person) =>
  sql<DeviceStatus | null>`case when ${visibleTo(viewer)} then devices.status end`.as('device_status')

/** Items that came to the same as one of them: whatever they said, or in the same words. */
const isLike = (item: number, how: { inSameWords: boolean }) =>
  sql<boolean>`exists (
    select from job_items as one
    where one.id = ${item} and one.job_id = job_items.job_id and one.state = job_items.state
      and (one.exit_code, one.reason) is not distinct from (job_items.exit_code, job_items.reason)
      and (${!how.inSameWords} or one.output_key is not distinct from job_items.output_key))`

const seeingEverything = roles.filter(seesEverything).map((role) => sql.lit(role))

/** Whether whoever began the job may still work on the phone of an item: it sees it, and nobody else has it but those below. */
const isStillTheirs = sql<boolean>`exists (
  select from jobs
  join users as starters on starters.id = jobs.created_by
  join devices as phones on phones.id = job_items.device_id
  left join users as holders on holders.id = phones.in_use_by
  where jobs.id = job_items.job_id and phones.removed_at is null
    and (starters.role in (${sql.join(seeingEverything)}) or phones.in_use_by = starters.id
      or phones.owner_path = starters.path or starts_with(phones.owner_path, starters.path || '/'))
    and (phones.in_use_by is null or phones.in_use_by = starters.id or starts_with(holders.path, starters.path || '/')))`

/** What tells whether two items said the same; there is none where nothing was said. */
const keyOfOutput = sql<
  string | null
>`case when output <> '' then encode(sha256(convert_to(output, 'UTF8')), 'hex') end`

export const jobItemQueries = (db: Kysely<Tables>) => {
  const one = (id: number) => db.updateTable('job_items').where('id', '=', id)

  return {
    /** Adds items, in the order in which they are listed from then on. */
    async add(jobId: number, items: readonly NewJobItem[]): Promise<void> {
      for (let start = 0; start < items.length; start += chunk) {
        const rows = items.slice(start, start + chunk)
        await db
          .insertInto('job_items')
          .values(rows.map((item) => ({ ...item, job_id: jobId, state: 'waiting' as const })))
          .execute()
      }
    },

    /** Every item that has not ended, with where its phone is now; what it said stays where it is. */
    open: (jobId: number) =>
      db
        .selectFrom('job_items')
        .leftJoin('devices', 'devices.id', 'job_items.device_id')
        .select([
          'job_items.id',
          'job_items.device_id',
          'job_items.device_name',
          'job_items.environment_id',
          'job_items.environment_name',
          'job_items.state',
          'job_items.command_id',
          'job_items.workflow_id',
          'job_items.output_length',
          'devices.box_id',
          'devices.serial',
        ])
        .where('job_id', '=', jobId)
        .where('job_items.state', 'in', ['waiting', 'running'])
        .orderBy('job_items.id')
        .execute(),

    /** A page of a job's items, and how many there are in all. */
    async list(
      jobId: number,
      { state = [], like }: { state: JobItemState[] | undefined; like: number | undefined },
      page: { limit: number; skip: number },
      viewer: Person,
    ) {
      const matching = () =>
        db
          .selectFrom('job_items')
          .where('job_id', '=', jobId)
          .$if(state.length > 0, (query) => query.where('job_items.state', 'in', state))
          .$if(like !== undefined, (query) => query.where(isLike(like ?? 0, { inSameWords: true })))
      // What stands beside them is looked up once the page is cut: PostgreSQL would read all environments for thousands of items.
      const rows = (cut: Cut) =>
        db
          .with('job_items', () => cut(matching().selectAll('job_items')))
          .selectFrom('job_items')
          .leftJoin('devices', 'devices.id', 'job_items.device_id')
          .leftJoin('environments', 'environments.id', 'job_items.environment_id')
          .select([
            'job_items.id',
            'job_items.device_id',
            'device_name',
            statusSeenBy(viewer),
            'environments.id as environment_id',
            'environment_name',
            'environments.market as environment_market',
            'job_items.state',
            'started_at',
            'ended_at',
            'exit_code',
            'reason',
            'output_length',
            'output_key',
            'truncated',
            'file_id',
          ])
      const id = sql<number>`job_items.id`
      const count = () => countedTotal(matching())
      return pageBehind(db, { rows, bare: bareOf(matching()), count, key: id, id, descending: false }, page)
    },

    outcomes: (jobId: number) => outcomesOf(db, jobId),

    byId: (jobId: number, id: number, viewer: Person) =>
      db
        .selectFrom('job_items')
        .leftJoin('devices', 'devices.id', 'job_items.device_id')
        .leftJoin('environments', 'environments.id', 'job_items.environment_id')
        .selectAll('job_items')
        .select([
          statusSeenBy(viewer),
          'environments.id as environment_id',
          'environments.market as environment_market',
        ])
        .where('job_id', '=', jobId)
        .where('job_items.id', '=', id)
        .executeTakeFirst(),

    /**
     * The items that a retry takes up again, as they are now: environments where the job is with them, else phones. Where `like` is
     * given, only those that came to the same as that one. What a retry beside this one is at is left to it.
     */
    async toRetry(jobId: number, states: readonly JobItemState[], like?: number): Promise<NewJobItem[]> {
      return db
        .selectFrom('job_items')
        .leftJoin('environments', 'environments.id', 'job_items.environment_id')
        .leftJoin('devices', 'devices.id', 'job_items.device_id')
        .select([
          sql<number | null>`case when environment_name is null then devices.id end`.as('device_id'),
          sql<string | null>`case when environment_name is null then devices.name end`.as('device_name'),
          'environments.id as environment_id',
          'environments.name as environment_name',
        ])
        .where('job_id', '=', jobId)
        .where('job_items.state', 'in', states)
        .$if(like !== undefined, (query) => query.where(isLike(like ?? 0, { inSameWords: false })))
        .where((where) => where.or([where('environment_name', 'is', null), where('environments.id', 'is not', null)]))
        .where(
          sql<boolean>`not exists (
            select from job_items as taken
            where taken.job_id in (${goingBeside(jobId)})
              and coalesce(taken.environment_id, taken.device_id) = coalesce(job_items.environment_id, job_items.device_id))`,
        )
        .orderBy('job_items.id')
        .execute()
    },

    /** Of the phones of items, those that are faulty. */
    async faultyOf(items: readonly NewJobItem[]): Promise<number[]> {
      const ids = items.flatMap(({ device_id }) => device_id ?? [])
      const rows = await db
        .selectFrom('devices')
        .select('id')
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .where('status', '=', 'faulty')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** How many faulty phones of a person and everyone below a retry finds. */
    countFaulty(jobId: number, states: readonly JobItemState[], person: Person): Promise<number> {
      const faulty = db
        .selectFrom('job_items')
        .innerJoin('devices', 'devices.id', 'job_items.device_id')
        .where('job_id', '=', jobId)
        .where('job_items.state', 'in', states)
        .where('environment_name', 'is', null)
        .where('devices.status', '=', 'faulty')
      const isOwn = isWithin(sql.ref('devices.owner_path'), person.path)
      return countRows(seesEverything(person.role) ? faulty : faulty.where(isOwn))
    },

    /** An item begins; false where it was called off meanwhile. */
    async begin(id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await one(id)
        .where('state', '=', 'waiting')
        .set({ state: 'running', started_at: at, cause: 'begun' })
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** The same, where the item's phone is still for whoever began the job to work on. */
    async beginOwn(id: number, command_id: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await one(id)
        .where('state', '=', 'waiting')
        .where(isStillTheirs)
        .set({ state: 'running', command_id, started_at: at, cause: 'begun' })
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** An item ends that can't begin; nothing where it was called off meanwhile. */
    async refuse(id: number, end: JobItemEnd): Promise<void> {
      await one(id)
        .where('state', '=', 'waiting')
        .set({ ...end, started_at: end.ended_at, cause: 'refused' })
        .execute()
    },

    /** Notes what the phone of an item that has begun is at. */
    async note(id: number, begun: JobItemBegun): Promise<void> {
      await one(id).set(begun).execute()
    },

    /** The last that a phone said; empty where it said nothing. */
    async lastOutput(id: number, length: number): Promise<string> {
      const { last } = await db
        .selectFrom('job_items')
        .select(sql<string>`right(output, ${length}::integer)`.as('last'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return last.trim()
    },

    /**
     * Adds what a phone said, where it follows on what there is; answers how much there is then, or nothing where the phone has come
     * to somebody else. Where nobody heard that it was added, asking again adds nothing.
     */
    async append(id: number, offset: number, text: string): Promise<number | undefined> {
      const output_length = offset + text.length
      const { numUpdatedRows } = await one(id)
        .set({ output: sql`output || ${text}`, output_length })
        .where('output_length', '=', offset)
        .where(isStillTheirs)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) return output_length
      const item = await db
        .selectFrom('job_items')
        .select(['output_length', isStillTheirs.as('theirs')])
        .where('id', '=', id)
        .executeTakeFirst()
      return item?.theirs === false ? undefined : (item?.output_length ?? output_length)
    },

    /** Whether what an item's phone sends now may be kept. */
    async isStillTheirs(id: number): Promise<boolean> {
      const item = await db
        .selectFrom('job_items')
        .select('id')
        .where('id', '=', id)
        .where(isStillTheirs)
        .executeTakeFirst()
      return item !== undefined
    },

    /** Items of a job under way on phones that have come to somebody else. */
    async lost(jobId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('job_items')
        .select('id')
        .where('job_id', '=', jobId)
        .where('state', '=', 'running')
        .where(sql<boolean>`not ${isStillTheirs}`)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Commands under way on a phone that has come to somebody else than who began them, and the box that is at them. */
    ofOthersOn: (deviceId: number) =>
      db
        .selectFrom('job_items')
        .innerJoin('devices', 'devices.id', 'job_items.device_id')
        .select(['job_items.command_id', 'devices.box_id'])
        .where('job_items.device_id', '=', deviceId)
        .where('state', '=', 'running')
        .where('job_items.command_id', 'is not', null)
        .where(sql<boolean>`not ${isStillTheirs}`)
        .$narrowType<{ command_id: string }>()
        .execute(),

    async end(id: number, end: JobItemEnd): Promise<void> {
      await one(id)
        .set({ ...end, output_key: keyOfOutput, cause: end.state })
        .where('ended_at', 'is', null)
        .execute()
    },

    /** Calls off the items that have not begun. */
    async callOffWaiting(jobId: number, at: number): Promise<void> {
      await db
        .updateTable('job_items')
        .set({ state: 'cancelled', ended_at: at, cause: 'cancelled' })
        .where('job_id', '=', jobId)
        .where('state', '=', 'waiting')
        .execute()
    },
  }
}
