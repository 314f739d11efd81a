import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'set local statement_timeout = 0', // Indexes of tables that may have millions of rows.

  // What is oldest is found at once.
  `create index site_messages_created_at on site_messages (created_at)`,
  `create index site_message_recipients_of_message on site_message_recipients (message_id)`,
  `create index device_addresses_until on device_addresses (until) where until is not null`,
  `create index workflows_ended on workflows (ended_at) where ended_at is not null`,

  // A workflow goes before or after the item that it was a part of.
  `alter table job_items
     drop constraint job_items_workflow_id_fkey,
     add constraint job_items_workflow_id_fkey foreign key (workflow_id) references workflows on delete set null`,
  `create index job_items_of_workflow on job_items (workflow_id) where workflow_id is not null`,

  // Months of the operation log whose entries are in the storage of files instead.
  `create table log_archives (
     month text collate "C" primary key check (month ~ '^\\d{4}-\\d{2}$'),
     object text collate "C" not null unique,
     entries bigint not null,
     first_position bigint not null unique,
     last_position bigint not null unique,
     first_log_id bigint not null,
     last_log_id bigint not null,
     hash bytea not null,
     size bigint not null,
     archived_at bigint not null
   )`,
]

/** What grows with time is kept for a time. */
export const keptForATime: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
