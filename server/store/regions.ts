import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const regionQueries = (db: Kysely<Tables>) => ({
  list: () => db.selectFrom('regions').select(['code', 'name', 'country', 'timezone']).orderBy('position').execute(),
})
