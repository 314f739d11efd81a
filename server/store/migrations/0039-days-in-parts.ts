import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The two parts of a day that goes on, of which report_days is the sum: what is settled, and what is looked at again.
  `create table report_parts (
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

  // Of which bounds the parts are: in another time zone days begin at other times, and a server that knows no parts may have
  // summed the day up since.
  `alter table report_rolls add column begins bigint, add column settled_until bigint`,
]

/** A day of the reports is summed up in two parts, so that only its last minutes are looked at again. */
export const daysInParts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
