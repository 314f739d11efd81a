import { sql, type RawBuilder } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'

/**
 * Whether a path is this one or below it, as one range: paths hold digits and slashes alone, and in the "C" collation
 * nothing but a slash sorts before the digit 0.
 */
export const isWithin = (column: RawBuilder<OwnerPath>, path: OwnerPath): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${path} and ${column} < ${`${path}0`})`

/** Whether a path is below this one, as one range: that of what is its own is not walked. */
export const isBelow = (column: RawBuilder<OwnerPath>, path: OwnerPath): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${`${path}/`} and ${column} < ${`${path}0`})`

/** Whether a user may be there at all: it is enabled, and so is everybody above it. */
export const isEnabled = sql<boolean>`(users.enabled and not exists (
  select from users as above
  where above.id = any(string_to_array(users.path, '/')::bigint[]) and not above.enabled))`
