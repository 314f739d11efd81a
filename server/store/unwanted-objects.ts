import type { Kysely } from 'kysely'
import type { TransferredBytes } from '../../domain/command-protocol.ts'
import type { Tables } from './tables.ts'

/** How long what nobody wants stays: longer than any transfer to it takes. Milliseconds. */
const grace = 3_600_000

/** Of what is to go so much is taken from the others at a time. */
export const claimedAtOnce = 100

export const unwantedObjectQueries = (db: Kysely<Tables>) => ({
  /** Says of an object that it may be written, and is not wanted until something is made of it. */
  async expect(object: string, at: number): Promise<void> {
    await db
      .insertInto('unwanted_objects')
      .values({ object, at })
      .onConflict((conflict) => conflict.column('object').doNothing())
      .execute()
  },

  /** Notes what has come of an object that was expected, for whichever server makes something of it. */
  async note(object: string, { size, sha256 }: TransferredBytes): Promise<void> {
    await db.updateTable('unwanted_objects').set({ size, sha256 }).where('object', '=', object).execute()
  },

  /** What has come of an object; undefined where it did not come whole. */
  async received(object: string): Promise<TransferredBytes | undefined> {
    const row = await db
      .selectFrom('unwanted_objects')
      .select(['size', 'sha256'])
      .where('object', '=', object)
      .executeTakeFirst()
    return row?.size == null || row.sha256 === null ? undefined : { size: row.size, sha256: row.sha256 }
  },

  /** Objects that are to go, some of them, for the transaction alone. */
  async claim(now: number, after = ''): Promise<string[]> {
    const rows = await db
      .selectFrom('unwanted_objects')
      .select('object')
      .where('at', '<', now - grace)
      .where('object', '>', after)
      .orderBy('object')
      .limit(claimedAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    return rows.map(({ object }) => object)
  },

  /** They are wanted after all, or gone. */
  async forget(objects: readonly string[]): Promise<void> {
    await db.deleteFrom('unwanted_objects').where('object', 'in', objects).execute()
  },
})
