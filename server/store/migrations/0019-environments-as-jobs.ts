import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { phoneActions } from '../../../domain/phone-actions.ts'
import { environmentActions } from '../../../domain/jobs.ts'

const actions = [...phoneActions, ...environmentActions].map((action) => `'${action}'`).join(', ')

const statements = [
  `alter table runs
     drop constraint runs_action_check,
     add constraint runs_action_check check (action in ('script', ${actions}))`,

  // A part of a run is a phone, or an environment, which has a phone once it has begun.
  `alter table run_phones rename to run_parts`,
  `drop index run_phones_by_state`,
  `drop index run_phones_by_name`,
  `alter table run_parts drop constraint run_phones_pkey`,
  `alter table run_parts
     add column id bigint generated always as identity primary key,
     add column environment_id bigint references environments on delete set null,
     add column environment_name text collate "C",
     alter column device_id drop not null,
     alter column device_name drop not null,
     drop column box_id,
     drop column serial,
     add check (device_name is not null or environment_name is not null)`,
  `alter index run_phones_of_device rename to run_parts_of_device`,
  `alter index run_phones_of_file rename to run_parts_of_file`,
  `create index run_parts_in_order on run_parts (run_id, id)`,
  `create index run_parts_by_state on run_parts (run_id, state, id)`,
  `create index run_parts_of_environment on run_parts (environment_id) where environment_id is not null`,
  `create unique index run_parts_once on run_parts (run_id, device_id) where environment_name is null`,
]

/** Environments are opened and closed in runs, too. */
export const environmentsAsJobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
