import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Of a day that goes on, which report_days adds up: of what is settled, and of what is looked at again.
  `create table report_subtotals (
     day date not null,
     settled boolean not null,
     scope text collate "C" not null,
     subject_id bigint not null,
     market text collate "C" not null,
     peak integer not null,
     use_ms bigint not null,
     operations integer not null,
     failures integer not null,
     primary key (day, settled, scope, subject_id, market)
   )`,

  // Of which bounds the subtotals are: in another time zone days begin at other times, and a server that knows none may have
  // summed the day up since.
  `alter table report_rolls add column begins bigint, add column settled_until bigint`,
]

/** A day of the reports is summed up in two, so that only its last minutes are looked at again. */
export const subtotalsOfDays: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
