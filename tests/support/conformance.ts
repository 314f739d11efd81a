import { expect } from 'vitest'
import { checkConformance, deviationLine } from '../../server/events/conformance.ts'
import { DatabaseAway } from '../../server/store/database-away.ts'
import { type DatabaseAddress, openDatabase } from '../../server/store/database.ts'
import { appliedMigrations } from '../../server/store/migrations/migrate.ts'

/**
 * Fails where anything in a database has moved as no chart allows. Of one that the test has ended, is ending, or ends before it has
 * tables, the next server on it tells.
 */
export async function expectConformance(database: DatabaseAddress): Promise<void> {
  const db = openDatabase(database, () => {}) // Its statements tell.
  const found: string[] = []
  try {
    const migrations = await appliedMigrations(db).catch((): string[] => [])
    if (migrations.includes('0047-transitions')) await checkConformance(db, (one) => found.push(deviationLine(one)))
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error
  } finally {
    await db.destroy()
  }
  expect(found).toEqual([])
}
