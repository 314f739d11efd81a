import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { renameWhatBelongsTo } from './rename.ts'

const statements = [
  `alter table runs rename to jobs`,
  `alter table run_parts rename to job_items`,
  `alter table run_viewers rename to job_viewers`,
  `alter table job_items rename column run_id to job_id`,
  `alter table job_viewers rename column run_id to job_id`,
]

const renamed = (name: string): string =>
  name
    .replace(/^run_(parts|phones)/, 'job_items')
    .replace(/^runs/, 'jobs')
    .replaceAll(/(?<=^|_)run(?=_|$)/g, 'job')

/** What somebody begins on many targets is a job, and one target of it an item, also in the database. */
export const jobsByName: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await renameWhatBelongsTo(db, ['jobs', 'job_items', 'job_viewers'], renamed)
  },
}
