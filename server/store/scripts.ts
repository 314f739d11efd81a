import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { ScriptParameter } from '../../domain/jobs.ts'
import { bareOf, pageBehind } from './keyset.ts'
import { hasPart } from './keyword.ts'
import type { ScriptsTable, Tables } from './tables.ts'
import { countRows, countedTotal } from './totals.ts'

export type ScriptRow = Selectable<ScriptsTable>

interface ScriptSearch {
  id?: number | undefined
  /** Part of the name or description. */
  keyword?: string | undefined
  sort: { field: 'name' | 'updated_at'; descending: boolean }
  limit: number
  skip: number
}

/** What people write. */
export type ScriptText = Pick<ScriptRow, 'name' | 'description' | 'body' | 'parameters'>

/** Each has its index (0007-services). */
const sortKeys = {
  name: sql<string>`scripts.name`,
  updated_at: sql<number>`scripts.updated_at`,
}

const toColumns = ({ parameters, ...text }: ScriptText): Omit<Insertable<ScriptsTable>, 'created_by'> => ({
  ...text,
  parameters: JSON.stringify(parameters satisfies ScriptParameter[]),
})

export const scriptQueries = (db: Kysely<Tables>) => {
  const matching = ({ id, keyword }: ScriptSearch) => {
    let query = db.selectFrom('scripts')
    if (id !== undefined) query = query.where('scripts.id', '=', id)
    if (keyword !== undefined) query = query.where(hasPart(['name', 'description'], keyword))
    return query
  }

  return {
    /** A page of scripts and how many there are in all. Their bodies are for `byId`. */
    async list(search: ScriptSearch) {
      const rows = matching(search)
        .innerJoin('users as authors', 'authors.id', 'scripts.created_by')
        .selectAll('scripts')
        .select([
          'authors.user_name as created_by_name',
          sql<number>`(select count(*) from tasks where script_id = scripts.id)`.as('task_count'),
        ])
      const keyset = {
        rows,
        bare: bareOf(matching(search)),
        count: () => countedTotal(matching(search)),
        key: sortKeys[search.sort.field],
        id: sql<number>`scripts.id`,
        descending: search.sort.descending,
      }
      return pageBehind(db, keyset, search)
    },

    byId: (id: number): Promise<ScriptRow | undefined> =>
      db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirst(),

    lock: (id: number): Promise<ScriptRow | undefined> =>
      db.selectFrom('scripts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    count: (): Promise<number> => countRows(db.selectFrom('scripts')),

    async add(text: ScriptText, createdBy: number): Promise<number> {
      const { id } = await db
        .insertInto('scripts')
        .values({ ...toColumns(text), created_by: createdBy })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async edit(id: number, text: ScriptText, at: number): Promise<void> {
      await db
        .updateTable('scripts')
        .set({ ...toColumns(text), updated_at: at })
        .where('id', '=', id)
        .execute()
    },

    /** Names of the tasks that need a script. */
    async tasksOf(id: number): Promise<string[]> {
      const rows = await db.selectFrom('tasks').select('name').where('script_id', '=', id).limit(3).execute()
      return rows.map(({ name }) => name)
    },

    async del(id: number): Promise<void> {
      await db.deleteFrom('scripts').where('id', '=', id).execute()
    },
  }
}
