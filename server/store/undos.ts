import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables, UndoRow, UndosTable } from './tables.ts'

export type Undo = Selectable<UndosTable>

export const undoQueries = (db: Kysely<Tables>) => ({
  async keep({
    rows,
    ...undo
  }: Omit<Insertable<UndosTable>, 'rows' | 'undone_at'> & { rows: UndoRow[] }): Promise<void> {
    await db
      .insertInto('undos')
      .values({ ...undo, rows: JSON.stringify(rows) })
      .execute()
  },

  /** Until when a batch can be undone is the caller's to say: this tells when it was done; undefined where it is undone, or can't be. */
  since: (logId: number): Promise<{ at: number } | undefined> =>
    db.selectFrom('undos').select('at').where('log_id', '=', logId).where('undone_at', 'is', null).executeTakeFirst(),

  lock: (logId: number): Promise<Undo | undefined> =>
    db.selectFrom('undos').selectAll().where('log_id', '=', logId).forUpdate().executeTakeFirst(),

  async done(logId: number, at: number): Promise<void> {
    await db.updateTable('undos').set({ undone_at: at }).where('log_id', '=', logId).execute()
  },

  async forget(before: number): Promise<void> {
    await db.deleteFrom('undos').where('at', '<', before).execute()
  },
})
