import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const noticeQueries = (db: Kysely<Tables>) => ({
  /** The one current maintenance notice. */
  current: () =>
    db.selectFrom('notices').select(['id', 'content', 'updated_at']).orderBy('id', 'desc').limit(1).executeTakeFirst(),

  /** Puts a notice in the place of the current one; an empty one removes it. */
  replace: (content: string) =>
    db.insertInto('notices').values({ content }).returning(['id', 'content', 'updated_at']).executeTakeFirstOrThrow(),
})
