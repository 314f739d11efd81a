import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `set local statement_timeout = 0`, // There may be a million phones.
  // Each character, and each with the one behind it; a line break, which no name has, stands between two texts.
  `create function pieces_of(variadic texts text[]) returns text[] language sql immutable parallel safe
   as $$
     select one || array(select a || b from unnest(one[:cardinality(one) - 1], one[2:]) as pair (a, b))
     from string_to_array(lower(array_to_string(texts, E'\\n') collate "C"), null) as one
   $$`,
  `create index devices_pieces on devices using gin (pieces_of(name, serial, egress_ip))`,
  `create index environments_pieces on environment_rows using gin (pieces_of(name, account))`,
  // How often each piece is met is known from then on.
  `analyze devices, environment_rows`,
]

/** Phones and shops are found by one character or two, of which trigrams know nothing: 深圳. */
export const shortKeywords: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
