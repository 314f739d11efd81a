import { expect } from 'vitest'
import { checkConformance, deviationLine } from '../../server/events/conformance.ts'
import { type DatabaseAddress, openDatabase } from '../../server/store/database.ts'
import { appliedMigrations } from '../../server/store/migrations/migrate.ts'

/** Fails where anything in a database has moved as no chart allows. */
export async function expectConformance(database: DatabaseAddress): Promise<void> {
  const db = openDatabase(database, () => {}) // Its statements tell.
  try {
    // Of one that the test has ended, or ends before it has tables, the next server on it tells.
    const migrations = await appliedMigrations(db).catch((): string[] => [])
    if (!migrations.includes('0047-transitions')) return
    const found: string[] = []
    await checkConformance(db, (one) => found.push(deviationLine(one)))
    expect(found).toEqual([])
  } finally {
    await db.destroy()
  }
}
