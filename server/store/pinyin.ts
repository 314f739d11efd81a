import { sql, type Kysely } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

/** What is read of each table's rows. */
const names = {
  environment_rows: ['name', 'account'],
  devices: ['name'],
  users: ['user_name'],
} as const

type NamedTable = keyof typeof names
export const namedTables = Object.keys(names) as NamedTable[]

export const pinyinQueries = (db: Kysely<Tables>) => ({
  /**
   * Says of some rows behind a place how they are read, where nothing says it yet or they were read otherwise. Answers how far it came,
   * null behind the last row, and whether it had to leave some out, as others are writing them; undefined where another server is at it.
   */
  async fill(
    table: NamedTable,
    after: number,
    limit: number,
  ): Promise<{ upTo: number | null; leftOut: boolean } | undefined> {
    if (!(await tryLock(db, advisoryLocks.pinyin, namedTables.indexOf(table)))) return undefined
    const said = sql`pinyin_of(${sql.join(names[table].map((name) => sql.ref(`rows.${name}`)))})`
    const { rows } = await sql<{ up_to: number | null; wanted: number; taken: number }>`
      with passed as materialized (
        select id, pinyin is distinct from ${said} as wanted
        from ${sql.table(table)} as rows where id > ${after} order by id limit ${limit}
      ), taken as materialized (
        select id from ${sql.table(table)} as rows
        where id in (select id from passed where wanted) for no key update skip locked
      ), written as (
        update ${sql.table(table)} as rows set pinyin = ${said} from taken where rows.id = taken.id
      )
      select max(id) as up_to, count(*) filter (where wanted) as wanted, (select count(*) from taken) as taken from passed
    `.execute(db)
    return rows.map(({ up_to, wanted, taken }) => ({ upTo: up_to, leftOut: taken < wanted }))[0]
  },
})
