import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const noticeQueries = (db: Kysely<Tables>) => ({
  /** The one current maintenance notice. */
  current: () =>
    db.selectFrom('notices').select(['content', 'updated_at']).orderBy('id', 'desc').limit(1).executeTakeFirst(),
})
