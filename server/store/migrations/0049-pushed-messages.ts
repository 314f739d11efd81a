import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // An endpoint is a capability: whoever has it and the keys may write to that browser.
  `create table push_subscriptions (
     id bigint generated always as identity primary key,
     user_id bigint not null references users (id) on delete cascade,
     session_id uuid not null references sessions (id) on delete cascade,
     endpoint text collate "C" not null unique check (length(endpoint) <= 1024),
     p256dh text collate "C" not null,
     auth text collate "C" not null,
     language text collate "C" not null,
     created_at bigint not null default now_ms(),
     last_success_at bigint,
     failures integer not null default 0,
     next_at bigint not null default 0,
     busy_until bigint not null default 0,
     window_from bigint not null default 0,
     window_count integer not null default 0
   )`,
  `create index push_subscriptions_user on push_subscriptions (user_id)`,
  `create index push_subscriptions_session on push_subscriptions (session_id)`,
  // What is still to be pushed where; written with the message, taken away when it was sent or has been given up.
  `create table push_waiting (
     subscription_id bigint not null references push_subscriptions (id) on delete cascade,
     message_id bigint not null,
     primary key (subscription_id, message_id)
   )`,
]

/** Browsers that are told of site messages also while no console is open in them. */
export const pushedMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
