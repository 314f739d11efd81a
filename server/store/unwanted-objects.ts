import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** How long what nobody wants stays: longer than any transfer to it takes. Milliseconds. */
const grace = 3_600_000

export const unwantedObjectQueries = (db: Kysely<Tables>) => ({
  /** Says of an object that it may be written, and is not wanted until something is made of it. */
  async expect(object: string, at: number): Promise<void> {
    await db
      .insertInto('unwanted_objects')
      .values({ object, at })
      .onConflict((conflict) => conflict.column('object').doNothing())
      .execute()
  },

  /** Objects that are to go, some of them. */
  async due(now: number): Promise<string[]> {
    const rows = await db
      .selectFrom('unwanted_objects')
      .select('object')
      .where('at', '<', now - grace)
      .limit(100)
      .execute()
    return rows.map(({ object }) => object)
  },

  /** It is wanted after all, or gone. */
  async forget(object: string): Promise<void> {
    await db.deleteFrom('unwanted_objects').where('object', '=', object).execute()
  },
})
