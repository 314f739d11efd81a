import { sql, type RawBuilder } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'

/**
 * Whether a path is this one or below it, as one range: paths hold digits and slashes alone, and in the "C" collation
 * nothing but a slash sorts before the digit 0.
 */
export const isWithin = (column: RawBuilder<OwnerPath>, path: OwnerPath): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${path} and ${column} < ${`${path}0`})`
