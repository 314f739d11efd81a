import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of phones that have gone with their box before: their share of the tallies, and their addresses. */
const statements = [
  `insert into device_tallies
     select owner_path, status, -count(*), -count(egress_ip) from devices where removed_at is not null group by owner_path, status`,
  `update device_addresses set until = greatest(since, devices.removed_at) from devices
     where devices.id = device_addresses.device_id and devices.removed_at is not null and device_addresses.until is null`,

  // A phone goes once: with its box, or as a row.
  `drop trigger device_removed on devices`,
  `create trigger device_removed after delete on devices for each row
     when (old.removed_at is null) execute function device_removed()`,
  `create trigger device_gone_with_box after update on devices for each row
     when (old.removed_at is null and new.removed_at is not null) execute function device_removed()`,
]

/** Phones of a box that is deleted are no longer counted, and their addresses are nobody's. */
export const phonesGoWithTheirBox: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
