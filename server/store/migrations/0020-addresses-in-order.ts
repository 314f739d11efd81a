import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Text by which addresses sort as people count: 10.0.0.9 before 10.0.0.10, and IPv6 behind.
  `create function address_order(address text) returns text language sql immutable strict parallel safe
     return case when address ~ '^\\d{1,3}(\\.\\d{1,3}){3}$'
       then '4' || lpad(split_part(address, '.', 1), 3, '0') || lpad(split_part(address, '.', 2), 3, '0')
         || lpad(split_part(address, '.', 3), 3, '0') || lpad(split_part(address, '.', 4), 3, '0')
       else '6' || address end`,
  `create index device_addresses_order on device_addresses (address_order(address), device_id) where until is null`,
  `drop index device_addresses_shared`,
  `create index device_addresses_shared on device_addresses (address_order(address), device_id) where until is null and shared`,
]

/** The IP report sorts addresses by their numbers. */
export const addressesInOrder: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
