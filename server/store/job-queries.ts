import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { ActionArguments } from '../../domain/phone-actions.ts'
import { isGoing, type JobState } from '../../domain/jobs.ts'
import { bareOf, pageOf } from './keyset.ts'
import type { JobsTable, Tables } from './tables.ts'
import { roughlyCountRows, type Total } from './totals.ts'
import type { Person } from './users.ts'

export type JobRow = Selectable<JobsTable>

/** A job before it begins. */
type NewJob = Omit<Insertable<JobsTable>, 'arguments' | 'created_by'> & { arguments: ActionArguments }

interface JobFilter {
  /** Only what this user may see; everything where it is left out. */
  viewer?: number | undefined
  id?: number | undefined
  task_id?: number | undefined
  script_id?: number | undefined
  state?: JobState[] | undefined
}

/** What a filter says of who asks: admin sees all. Security, which sees nothing of what is on phones, sees its own. */
const viewerOf = ({ id, role }: Person): number | undefined => (role === 'admin' ? undefined : id)

const counted = (...states: string[]) =>
  sql<number>`(select count(*) from job_items
    where job_items.job_id = jobs.id and job_items.state in (${sql.join(states)}))`

/** Of jobs that have ended, so many are looked at, the latest. */
const endedLookedAt = 2_000

/** What failed of a job and is still there: what a retry takes up again. */
const failedItems = sql`from job_items
  where job_items.job_id = jobs.id and job_items.state in ('failed', 'timed_out')
    and (job_items.environment_name is null
      or exists (select from environments where environments.id = job_items.environment_id))`

/** Whether a job ended with something failed that nobody has tried again. */
export const isLeftFailed = sql<boolean>`(jobs.state = 'done' and exists (select ${failedItems})
  and not exists (select from jobs as retries where retries.retry_of = jobs.id))`

/** The jobs that go on among a job, what it is a retry of, and all that are retries of one of them. */
export const goingBeside = (id: number) => sql<{ id: number }>`
  with recursive kin as (
    select id, retry_of from jobs where id = ${id}
    union
    select jobs.id, jobs.retry_of from kin join jobs on jobs.id = kin.retry_of or jobs.retry_of = kin.id
  )
  select jobs.id from kin join jobs using (id) where jobs.ended_at is null`

export const jobQueries = (db: Kysely<Tables>) => {
  const matching = ({ viewer, id, task_id, script_id, state }: JobFilter) => {
    let query = db
      .selectFrom('jobs')
      .$if(viewer !== undefined, (all) =>
        all
          .innerJoin('job_viewers', 'job_viewers.job_id', 'jobs.id')
          .where(sql<boolean>`job_viewers.user_id = ${viewer}`),
      )
    if (id !== undefined) query = query.where('jobs.id', '=', id)
    if (task_id !== undefined) query = query.where('jobs.task_id', '=', task_id)
    if (script_id !== undefined) query = query.where('jobs.script_id', '=', script_id)
    if (state !== undefined && state.length > 0) {
      query = query.where('jobs.state', 'in', state)
      // Of those that go on there are few, and an index has just these.
      if (state.every(isGoing)) query = query.where('jobs.ended_at', 'is', null)
    }
    return query
  }

  const entries = (filter: JobFilter) =>
    matching(filter)
      .innerJoin('users as starters', 'starters.id', 'jobs.created_by')
      .select([
        'jobs.id',
        'jobs.task_id',
        'jobs.script_id',
        'jobs.retry_of',
        'jobs.name',
        'jobs.action',
        'jobs.arguments',
        'jobs.state',
        'jobs.reason',
        'jobs.timeout_seconds',
        'jobs.concurrency',
        'jobs.created_by',
        'starters.user_name as created_by_name',
        'jobs.created_at',
        'jobs.started_at',
        'jobs.ended_at',
        'jobs.total',
        counted('succeeded').as('succeeded'),
        counted('failed', 'timed_out').as('failed'),
        counted('cancelled').as('cancelled'),
        counted('running').as('running'),
      ])

  const count = (filter: JobFilter): Promise<Total> => {
    const { viewer, ...narrowed } = filter
    const isWhole = Object.values(narrowed).every((value) => value === undefined)
    return viewer !== undefined && isWhole
      ? roughlyCountRows(db, db.selectFrom('job_viewers').where('user_id', '=', viewer))
      : roughlyCountRows(db, matching(filter))
  }

  return {
    /** A page of those that the caller may see, the latest first; undefined when the cursor belongs elsewhere. */
    byCursor(caller: Person, search: Omit<JobFilter, 'viewer'>, page: { limit: number; cursor: string | undefined }) {
      const filter = { ...search, viewer: viewerOf(caller) }
      // A walk of the key that finds them.
      const key = filter.viewer === undefined ? sql<number>`jobs.id` : sql<number>`job_viewers.job_id`
      return pageOf(
        {
          rows: entries(filter),
          bare: bareOf(matching(filter)),
          count: () => count(filter),
          key,
          id: key,
          descending: true,
          identity: ['jobs', filter],
        },
        page,
      )
    },

    /** The latest jobs that have ended since then in which something failed that nobody has tried again, and how many there are. */
    async failedSince(caller: Person, since: number, limit: number) {
      const ended = matching({ viewer: viewerOf(caller) })
        .selectAll('jobs')
        .where('jobs.ended_at', '>=', since)
        .orderBy('jobs.ended_at', 'desc')
        .limit(endedLookedAt)
      const rows = await db
        .selectFrom(ended.as('jobs'))
        .innerJoin('users as starters', 'starters.id', 'jobs.created_by')
        .select(['jobs.id', 'jobs.name', 'jobs.action', 'starters.user_name as created_by_name'])
        .select([
          sql<number>`jobs.ended_at`.as('ended_at'),
          sql<number>`(select count(*) ${failedItems})`.as('failed'),
          sql<number>`count(*) over ()`.as('total'),
        ])
        .where(isLeftFailed)
        .orderBy('jobs.ended_at', 'desc')
        .limit(limit)
        .execute()
      const items = rows.map(({ id, name, action, created_by_name, ended_at, failed }) => ({
        id,
        name,
        action,
        created_by_name,
        ended_at,
        failed,
      }))
      return { total: rows[0]?.total ?? 0, items }
    },

    /** One job as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) => entries({ id, viewer: viewerOf(caller) }).executeTakeFirst(),

    /** Whoever started a job, and everybody above. */
    async viewers(id: number): Promise<number[]> {
      const rows = await db.selectFrom('job_viewers').select('user_id').where('job_id', '=', id).execute()
      return rows.map(({ user_id }) => user_id)
    },

    /** One job as lists show it. */
    entry: (id: number) => entries({ id }).executeTakeFirst(),

    byId: (id: number): Promise<JobRow | undefined> =>
      db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),

    /** What a job runs on phones; empty where that is no script. */
    async scriptOf(id: number): Promise<string> {
      const { script } = await db.selectFrom('jobs').select('script').where('id', '=', id).executeTakeFirstOrThrow()
      return script
    },

    /** A job, locked until the transaction ends; its items may still name it. */
    lock: (id: number): Promise<JobRow | undefined> =>
      db.selectFrom('jobs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    /** Whether a task has a job that goes on. */
    async isGoing(taskId: number): Promise<boolean> {
      const found = await db
        .selectFrom('jobs')
        .select('id')
        .where('task_id', '=', taskId)
        .where('ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    /** A job that goes on of those that a job is a retry of, or that are retries of it; undefined where there is none. */
    async goingBeside(id: number): Promise<number | undefined> {
      const { rows } = await sql<{ id: number }>`select min(id) as id from (${goingBeside(id)}) as going`.execute(db)
      return rows[0]?.id ?? undefined
    },

    /** Runs that go on: all of them, those of a team, and those of one user. */
    async countGoing(userId: number, teamId: number): Promise<{ total: number; team: number; own: number }> {
      return db
        .selectFrom('jobs')
        .select([
          ({ fn }) => fn.countAll<number>().as('total'),
          sql<number>`count(*) filter (where exists (
            select from users where users.id = jobs.created_by
              and (users.id = ${teamId} or (users.parent_id = ${teamId} and users.role = 'element'))))`.as('team'),
          sql<number>`count(*) filter (where created_by = ${userId})`.as('own'),
        ])
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
    },

    /** Adds a job that its starter and everybody above may see. */
    async add(job: NewJob, starter: { id: number; path: OwnerPath }): Promise<number> {
      const { id } = await db
        .insertInto('jobs')
        .values({ ...job, arguments: JSON.stringify(job.arguments), created_by: starter.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const viewers = starter.path.split('/').map((userId) => ({ user_id: Number(userId), job_id: id }))
      await db.insertInto('job_viewers').values(viewers).execute()
      return id
    },

    /** Begins a job that waits; answers how it stands. */
    async begin(id: number, at: number): Promise<JobState> {
      const { state } = await db
        .updateTable('jobs')
        .set({
          state: sql<JobState>`case when state = 'waiting' then 'running' else state end`,
          started_at: sql<number>`case when state = 'waiting' then ${at} else started_at end`,
          cause: 'begun',
        })
        .where('id', '=', id)
        .returning('state')
        .executeTakeFirstOrThrow()
      return state
    },

    /** Marks a job as called off; it ends once its phones have. */
    async callOff(id: number): Promise<void> {
      await db.updateTable('jobs').set({ state: 'cancelled', cause: 'called off' }).where('id', '=', id).execute()
    },

    /** Ends a job whose items all have, as called off where it was; false where some have not, or it has ended itself. */
    async end(id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({
          state: sql<JobState>`case when state = 'cancelled' then state else 'done' end`,
          ended_at: at,
          cause: 'ended',
        })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where(
          sql<boolean>`not exists (
            select from job_items where job_items.job_id = jobs.id and job_items.state in ('waiting', 'running'))`,
        )
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

/** A job as lists show it. */
export type JobEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof jobQueries>['entry']>>>
