import { sql, type FunctionModule, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { ActionArguments } from '../../domain/phone-actions.ts'
import { isGoing, type RunState } from '../../domain/runs.ts'
import { pageOf } from './keyset.ts'
import { countOnce } from './slow-counts.ts'
import type { RunsTable, Tables } from './tables.ts'
import type { Person } from './users.ts'

export type RunRow = Selectable<RunsTable>

/** A run before it begins. */
export type NewRun = Omit<Insertable<RunsTable>, 'arguments' | 'created_by'> & { arguments: ActionArguments }

export interface RunFilter {
  /** Only what this user may see; everything where it is left out. */
  viewer?: number | undefined
  id?: number | undefined
  task_id?: number | undefined
  script_id?: number | undefined
  state?: RunState[] | undefined
}

/** What a filter says of who asks: admin sees all. Security, which sees nothing of what is on phones, sees its own. */
const viewerOf = ({ id, role }: Person): number | undefined => (role === 'admin' ? undefined : id)

const counted = (...states: string[]) =>
  sql<number>`(select count(*) from run_parts
    where run_parts.run_id = runs.id and run_parts.state in (${sql.join(states)}))`

const howMany = ({ fn }: { fn: FunctionModule<Tables, 'runs' | 'run_viewers'> }) => fn.countAll<number>().as('total')

export const runQueries = (db: Kysely<Tables>) => {
  const matching = ({ viewer, id, task_id, script_id, state }: RunFilter) => {
    let query = db
      .selectFrom('runs')
      .$if(viewer !== undefined, (all) =>
        all
          .innerJoin('run_viewers', 'run_viewers.run_id', 'runs.id')
          .where(sql<boolean>`run_viewers.user_id = ${viewer}`),
      )
    if (id !== undefined) query = query.where('runs.id', '=', id)
    if (task_id !== undefined) query = query.where('runs.task_id', '=', task_id)
    if (script_id !== undefined) query = query.where('runs.script_id', '=', script_id)
    if (state !== undefined && state.length > 0) {
      query = query.where('runs.state', 'in', state)
      // Of those that go on there are few, and an index has just these.
      if (state.every(isGoing)) query = query.where('runs.ended_at', 'is', null)
    }
    return query
  }

  const entries = (filter: RunFilter) =>
    matching(filter)
      .innerJoin('users as starters', 'starters.id', 'runs.created_by')
      .select([
        'runs.id',
        'runs.task_id',
        'runs.script_id',
        'runs.retry_of',
        'runs.name',
        'runs.action',
        'runs.arguments',
        'runs.state',
        'runs.reason',
        'runs.timeout_seconds',
        'runs.concurrency',
        'runs.created_by',
        'starters.user_name as created_by_name',
        'runs.created_at',
        'runs.started_at',
        'runs.ended_at',
        'runs.total',
        counted('succeeded').as('succeeded'),
        counted('failed', 'timed_out').as('failed'),
        counted('cancelled').as('cancelled'),
        counted('running').as('running'),
      ])

  const count = (filter: RunFilter): Promise<number> =>
    countOnce(JSON.stringify(['runs', filter]), async () => {
      const { viewer, ...narrowed } = filter
      const isWhole = Object.values(narrowed).every((value) => value === undefined)
      const rows =
        viewer !== undefined && isWhole
          ? db.selectFrom('run_viewers').where('user_id', '=', viewer).select(howMany)
          : matching(filter).select(howMany)
      return (await rows.executeTakeFirstOrThrow()).total
    })

  return {
    /** A page of those that the caller may see, the latest first; undefined when the cursor belongs elsewhere. */
    byCursor(caller: Person, search: Omit<RunFilter, 'viewer'>, page: { limit: number; cursor: string | undefined }) {
      const filter = { ...search, viewer: viewerOf(caller) }
      // A walk of the key that finds them.
      const key = filter.viewer === undefined ? sql<number>`runs.id` : sql<number>`run_viewers.run_id`
      return pageOf(
        {
          rows: entries(filter),
          count: () => count(filter),
          key,
          id: key,
          descending: true,
          identity: ['runs', filter],
        },
        page,
      )
    },

    /** One run as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) => entries({ id, viewer: viewerOf(caller) }).executeTakeFirst(),

    /** Whoever started a run, and everybody above. */
    async viewers(id: number): Promise<number[]> {
      const rows = await db.selectFrom('run_viewers').select('user_id').where('run_id', '=', id).execute()
      return rows.map(({ user_id }) => user_id)
    },

    /** One run as lists show it. */
    entry: (id: number) => entries({ id }).executeTakeFirst(),

    byId: (id: number): Promise<RunRow | undefined> =>
      db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst(),

    /** A run, locked until the transaction ends; its parts may still name it. */
    lock: (id: number): Promise<RunRow | undefined> =>
      db.selectFrom('runs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    /** Whether a task has a run that goes on. */
    async isGoing(taskId: number): Promise<boolean> {
      const found = await db
        .selectFrom('runs')
        .select('id')
        .where('task_id', '=', taskId)
        .where('ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Runs that go on: all of them, and those of one user. */
    async countGoing(userId: number): Promise<{ total: number; own: number }> {
      return db
        .selectFrom('runs')
        .select([
          ({ fn }) => fn.countAll<number>().as('total'),
          sql<number>`count(*) filter (where created_by = ${userId})`.as('own'),
        ])
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
    },

    /** Adds a run that its starter and everybody above may see. */
    async add(run: NewRun, starter: { id: number; path: OwnerPath }): Promise<number> {
      const { id } = await db
        .insertInto('runs')
        .values({ ...run, arguments: JSON.stringify(run.arguments), created_by: starter.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const viewers = starter.path.split('/').map((userId) => ({ user_id: Number(userId), run_id: id }))
      await db.insertInto('run_viewers').values(viewers).execute()
      return id
    },

    /** Begins a run that waits; answers how it stands. */
    async begin(id: number, at: number): Promise<RunState> {
      const { state } = await db
        .updateTable('runs')
        .set({
          state: sql<RunState>`case when state = 'waiting' then 'running' else state end`,
          started_at: sql<number>`case when state = 'waiting' then ${at} else started_at end`,
        })
        .where('id', '=', id)
        .returning('state')
        .executeTakeFirstOrThrow()
      return state
    },

    /** Marks a run as called off; it ends once its phones have. */
    async callOff(id: number): Promise<void> {
      await db.updateTable('runs').set({ state: 'cancelled' }).where('id', '=', id).execute()
    },

    /** Ends a run whose parts all have, as called off where it was; false where some have not, or it has ended itself. */
    async end(id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('runs')
        .set({ state: sql<RunState>`case when state = 'cancelled' then state else 'done' end`, ended_at: at })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where(
          sql<boolean>`not exists (
            select from run_parts where run_parts.run_id = runs.id and run_parts.state in ('waiting', 'running'))`,
        )
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Forgets runs that ended before `time`, with what their phones said; answers how many. */
    async forgetBefore(time: number, most: number): Promise<number> {
      const old = db.selectFrom('runs').select('id').where('ended_at', '<', time).orderBy('ended_at').limit(most)
      const { numDeletedRows } = await db.deleteFrom('runs').where('id', 'in', old).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** A run as lists show it. */
export type RunEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof runQueries>['entry']>>>
