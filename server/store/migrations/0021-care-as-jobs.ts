import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { careActions, phoneActions } from '../../../domain/phone-actions.ts'
import { environmentActions } from '../../../domain/jobs.ts'

const actions = [...phoneActions, ...careActions, ...environmentActions].map((action) => `'${action}'`).join(', ')

/** Phones are taken out of use, out of the fleet and back in runs, too, and records put back. */
export const careAsJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `alter table runs
           drop constraint runs_action_check,
           add constraint runs_action_check check (action in ('script', ${actions}))`,
      )
      .execute(db)
  },
}
