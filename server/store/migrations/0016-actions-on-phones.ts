import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { phoneActions } from '../../../domain/phone-actions.ts'

const actions = phoneActions.map((action) => `'${action}'`).join(', ')

const statements = [
  `alter table runs
     drop constraint runs_action_check,
     add constraint runs_action_check check (action in ('script', ${actions})),
     add column arguments jsonb not null default '{}'`,
  `alter table tasks
     drop constraint tasks_action_check,
     add constraint tasks_action_check check (action in (${actions})),
     add column arguments jsonb not null default '{}'`,
  `alter table run_phones
     add column operation_id bigint references phone_operations,
     add column file_id bigint references files on delete set null`,
  `create index run_phones_of_file on run_phones (file_id) where file_id is not null`,

  // Whoever started a run sees it, and everybody above: a page of one's own is a walk of this key.
  `create table run_viewers (
     user_id bigint not null references users,
     run_id bigint not null references runs on delete cascade,
     primary key (user_id, run_id)
   )`,
  `create index run_viewers_of_run on run_viewers (run_id)`,
  `insert into run_viewers (user_id, run_id)
     select unnest(string_to_array(users.path, '/')::bigint[]), runs.id
     from runs join users on users.id = runs.created_by`,
]

/** Everything that can be done on phones as runs, for everybody who has phones. */
export const actionsOnPhones: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
