import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { RunState } from '../../domain/runs.ts'
import { pageOf } from './keyset.ts'
import type { RunsTable, Tables } from './tables.ts'

export type RunRow = Selectable<RunsTable>

export interface RunFilter {
  id?: number | undefined
  task_id?: number | undefined
  script_id?: number | undefined
  state?: RunState[] | undefined
}

const counted = (...states: string[]) =>
  sql<number>`(select count(*) from run_phones
    where run_phones.run_id = runs.id and run_phones.state in (${sql.join(states)}))`

export const runQueries = (db: Kysely<Tables>) => {
  const matching = ({ id, task_id, script_id, state }: RunFilter) => {
    let query = db.selectFrom('runs')
    if (id !== undefined) query = query.where('runs.id', '=', id)
    if (task_id !== undefined) query = query.where('runs.task_id', '=', task_id)
    if (script_id !== undefined) query = query.where('runs.script_id', '=', script_id)
    if (state !== undefined && state.length > 0) query = query.where('runs.state', 'in', state)
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

  const count = async (filter: RunFilter): Promise<number> => {
    const { total } = await matching(filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }

  return {
    /** A page of runs, the latest first; undefined when the cursor belongs elsewhere. */
    byCursor: (filter: RunFilter, page: { limit: number; cursor: string | undefined }) =>
      pageOf(
        {
          rows: entries(filter),
          count: () => count(filter),
          key: sql<number>`runs.id`,
          id: sql<number>`runs.id`,
          descending: true,
          identity: ['runs', filter],
        },
        page,
      ),

    /** One run as lists show it. */
    entry: (id: number) => entries({ id }).executeTakeFirst(),

    byId: (id: number): Promise<RunRow | undefined> =>
      db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst(),

    lock: (id: number): Promise<RunRow | undefined> =>
      db.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

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

    async countGoing(): Promise<number> {
      const { total } = await db
        .selectFrom('runs')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      return total
    },

    async add(run: Insertable<RunsTable>): Promise<number> {
      const { id } = await db.insertInto('runs').values(run).returning('id').executeTakeFirstOrThrow()
      return id
    },

    async begin(id: number, at: number): Promise<void> {
      await db
        .updateTable('runs')
        .set({ state: 'running', started_at: at })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
    },

    /** Marks a run as called off; it ends once its phones have. */
    async callOff(id: number): Promise<void> {
      await db.updateTable('runs').set({ state: 'cancelled' }).where('id', '=', id).execute()
    },

    /** Ends a run that goes on; false where it has ended. */
    async end(id: number, state: RunState, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('runs')
        .set({ state, ended_at: at })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
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
