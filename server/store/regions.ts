import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const regionQueries = (db: Kysely<Tables>) => ({
  byCode: (code: string) => db.selectFrom('regions').selectAll().where('code', '=', code).executeTakeFirst(),

  list: () => db.selectFrom('regions').select(['code', 'name', 'country', 'timezone']).orderBy('position').execute(),
})
