import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import { bareOf, pageBehind } from './keyset.ts'
import { hasPart } from './keyword.ts'
import type { Tables, TasksTable } from './tables.ts'
import { countRows, countedTotal } from './totals.ts'

export type TaskRow = Selectable<TasksTable>

/** What people write. */
export type TaskText = Omit<TaskRow, 'id' | 'created_by' | 'created_at' | 'updated_at'>

interface TaskSearch {
  id?: number | undefined
  /** Part of the name. */
  keyword?: string | undefined
  enabled?: boolean | undefined
  sort: { field: 'name' | 'next_run_at'; descending: boolean }
  limit: number
  skip: number
}

const sortKeys = {
  name: sql<string>`tasks.name`,
  next_run_at: sql<number>`coalesce(tasks.next_run_at, 9007199254740991)`,
}

const toColumns = ({
  arguments: given,
  parameter_values,
  targets,
  ...text
}: TaskText): Omit<Insertable<TasksTable>, 'created_by'> => ({
  ...text,
  arguments: JSON.stringify(given),
  parameter_values: JSON.stringify(parameter_values),
  targets: JSON.stringify(targets),
})

export const taskQueries = (db: Kysely<Tables>) => {
  const matching = ({ id, keyword, enabled }: TaskSearch) => {
    let query = db.selectFrom('tasks')
    if (id !== undefined) query = query.where('tasks.id', '=', id)
    if (keyword !== undefined) query = query.where(hasPart(['tasks.name'], keyword))
    if (enabled !== undefined) query = query.where('tasks.enabled', '=', enabled)
    return query
  }

  return {
    async list(search: TaskSearch) {
      const rows = matching(search)
        .leftJoin('scripts', 'scripts.id', 'tasks.script_id')
        .leftJoinLateral(
          (from) =>
            from
              .selectFrom('jobs')
              .select(['jobs.id', 'jobs.state', 'jobs.created_at'])
              .whereRef('jobs.task_id', '=', 'tasks.id')
              .orderBy('jobs.id', 'desc')
              .limit(1)
              .as('latest'),
          (join) => join.onTrue(),
        )
        .selectAll('tasks')
        .select([
          'scripts.name as script_name',
          'latest.id as last_job_id',
          'latest.state as last_job_state',
          'latest.created_at as last_job_at',
        ])
      const keyset = {
        rows,
        bare: bareOf(matching(search)),
        count: () => countedTotal(matching(search)),
        key: sortKeys[search.sort.field],
        id: sql<number>`tasks.id`,
        descending: search.sort.descending,
      }
      return pageBehind(db, keyset, search)
    },

    /** Those that are switched on and have times to come; there are at most 1,000 tasks. */
    comingUp: () =>
      db
        .selectFrom('tasks')
        .select(['id', 'name', 'targets', 'once_at', 'cron', 'timezone'])
        .where('enabled', '=', true)
        .where('next_run_at', 'is not', null)
        .orderBy('id')
        .execute(),

    lock: (id: number): Promise<TaskRow | undefined> =>
      db.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    count: (): Promise<number> => countRows(db.selectFrom('tasks')),

    async add(text: TaskText, createdBy: number): Promise<number> {
      const { id } = await db
        .insertInto('tasks')
        .values({ ...toColumns(text), created_by: createdBy })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async edit(id: number, text: TaskText, at: number): Promise<void> {
      await db
        .updateTable('tasks')
        .set({ ...toColumns(text), updated_at: at })
        .where('id', '=', id)
        .execute()
    },

    async del(id: number): Promise<void> {
      await db.deleteFrom('tasks').where('id', '=', id).execute()
    },

    /** One task whose time has come but for some, locked; those that another server has locked are its own. */
    lockDue: (now: number, except: readonly number[]): Promise<TaskRow | undefined> =>
      db
        .selectFrom('tasks')
        .selectAll()
        .where('enabled', '=', true)
        .where('next_run_at', '<=', now)
        .where(sql<boolean>`id <> all(${except})`)
        .orderBy('next_run_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst(),

    async setNextRun(id: number, nextRunAt: number | null, enabled: boolean): Promise<void> {
      await db.updateTable('tasks').set({ next_run_at: nextRunAt, enabled }).where('id', '=', id).execute()
    },
  }
}
