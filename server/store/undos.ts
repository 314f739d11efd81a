import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { Tables, UndoRow, UndosTable } from './tables.ts'

export type Undo = Selectable<UndosTable>

export const undoQueries = (db: Kysely<Tables>) => ({
  async keep({
    rows,
    ...undo
  }: Omit<Insertable<UndosTable>, 'rows' | 'undone_at'> & { rows: readonly UndoRow[] }): Promise<void> {
    await db
      .insertInto('undos')
      .values({ ...undo, rows: JSON.stringify(rows) })
      .execute()
  },

  lock: (logId: number): Promise<Undo | undefined> =>
    db.selectFrom('undos').selectAll().where('log_id', '=', logId).forUpdate().executeTakeFirst(),

  /** Leaves the rows that could not be undone; where there are none, it is done. */
  async leave(logId: number, rows: readonly UndoRow[], at: number): Promise<void> {
    const undone_at = rows.length === 0 ? at : null
    await db
      .updateTable('undos')
      .set({ rows: JSON.stringify(rows), undone_at })
      .where('log_id', '=', logId)
      .execute()
  },

  /** Gives rows, which the transaction has locked, what they had of some columns: of all rows the same ones. */
  async putBack<Table extends 'environments' | 'environment_rows' | 'users' | 'devices'>(
    table: Table,
    before: readonly (Record<string, unknown> & { id: number })[],
  ): Promise<Selectable<Tables[Table]>[]> {
    const [first] = before
    if (first === undefined) return []
    const { id: _id, ...columns } = first
    const set = Object.keys(columns).map((column) => sql`${sql.id(column)} = given.${sql.id(column)}`)
    const { rows } = await sql<Selectable<Tables[Table]>>`
      update ${sql.table(table)} set ${sql.join(set)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(before)}::jsonb) as given
      where ${sql.ref(`${table}.id`)} = given.id
      returning ${sql.table(table)}.*`.execute(db)
    return rows
  },

  async forget(before: number): Promise<void> {
    await db.deleteFrom('undos').where('at', '<', before).execute()
  },
})
