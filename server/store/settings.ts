import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const settingQueries = (db: Kysely<Tables>) => ({
  /** The secret that all servers of this database share: it seals tickets and derives broker passwords. 32 bytes. */
  async secret(): Promise<Buffer> {
    await db
      .insertInto('settings')
      .values({ key: 'secret', value: randomBytes(32) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'secret')
      .executeTakeFirstOrThrow()
    return value
  },

  /** Whether something that happens once has happened. */
  async isDone(what: string): Promise<boolean> {
    const row = await db.selectFrom('settings').select('key').where('key', '=', what).executeTakeFirst()
    return row !== undefined
  },

  async markDone(what: string): Promise<void> {
    await db
      .insertInto('settings')
      .values({ key: what, value: Buffer.alloc(0) })
      .execute()
  },
})
