import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const settingQueries = (db: Kysely<Tables>) => ({
  /** Whether something that happens once has happened. */
  async isDone(what: string): Promise<boolean> {
    const row = await db.selectFrom('settings').select('key').where('key', '=', what).executeTakeFirst()
    return row !== undefined
  },

  /** What is kept under a name; undefined where nothing is. */
  async read(key: string): Promise<Buffer | undefined> {
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value
  },

  /** Keeps something in the place of what was there. */
  async write(key: string, value: Buffer): Promise<void> {
    await db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  },

  async markDone(what: string): Promise<void> {
    await db
      .insertInto('settings')
      .values({ key: what, value: Buffer.alloc(0) })
      .execute()
  },

  /** Takes such a mark away, and answers whether it was there; waits for whoever else is about to. */
  async forget(what: string): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom('settings').where('key', '=', what).executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})
