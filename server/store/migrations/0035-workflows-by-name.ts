import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { renameWhatBelongsTo } from './rename.ts'

const statements = [
  `alter table phone_operations rename to workflows`,
  `alter table workflows rename column work_id to command_id`,
  `alter table job_items rename column work_id to command_id`,
  `alter table job_items rename column operation_id to workflow_id`,
]

const renamed = (name: string): string =>
  name
    .replace(/^phone_operations/, 'workflows')
    .replace(/(?<=_)work_id(?=_|$)/, 'command_id')
    .replace(/(?<=_)operation_id(?=_|$)/, 'workflow_id')

/** What a server does with a phone, step by step, is a workflow, and what an agent is told to do a command, also in the database. */
export const workflowsByName: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await renameWhatBelongsTo(db, ['workflows', 'job_items'], renamed)
  },
}
