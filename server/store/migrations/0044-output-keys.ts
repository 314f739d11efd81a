import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What tells whether two items said the same without reading either: outputs are long, and a job has thousands. Written once, as an
 * item ends; those without output have none.
 */
export const outputKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`set local statement_timeout = 0`.execute(db) // Scripts of 30 days may have said much.
    await sql`alter table job_items add column output_key text collate "C"`.execute(db)
    await sql`
      update job_items set output_key = encode(sha256(convert_to(output, 'UTF8')), 'hex')
      where ended_at is not null and output <> ''`.execute(db)
  },
}
