import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../server/embedded/postgres.ts'
import { readConfig } from '../../server/config/config.ts'
import { ReportSweep } from '../../server/reports/sweep.ts'
import { openLog } from '../../server/start/logging.ts'
import { openDatabase } from '../../server/store/database.ts'
import { openStore } from '../../server/store/store.ts'
import { tellFirstAccounts } from '../../server/start/first-accounts.ts'
import { migrate } from '../../server/store/migrations/migrate.ts'
import { seed } from '../../server/start/seed.ts'
import { databaseUrl, seededDatabase } from './database.ts'
import { testPassword } from './server.ts'

/** Its data are gone after the run, and it serves as many servers as there are tests at once. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

/** Starts one PostgreSQL for a run of tests, in which each server has a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-tests-'))
  const log = openLog({ logLevel: 'error' }) // What statements fail, tests are to see.
  const postgres = await startPostgres(dataDir, log, { settings })
  const { socketDir } = postgres
  // What the build has prepared is in `postgres`; who copies it must not be in it.
  const client = new Client({ connectionString: databaseUrl(socketDir, 'template1') })
  await client.connect()
  await client.query(`create database ${seededDatabase} template postgres`)
  await client.end()

  const address = { url: databaseUrl(socketDir, seededDatabase) }
  const db = openDatabase(address, (error) => log.error({ err: error }, 'the database of the tests was lost'))
  await migrate(db)
  await seed(db, 'accounts')
  await tellFirstAccounts(db, testPassword, () => Promise.resolve())
  // What each server would do first, for its database to be as one is that is in use.
  const store = openStore(db)
  await store.transaction((tx) => tx.eventMonths.prepare(Date.now()))
  await new ReportSweep(store, readConfig({}).reportTimeZone).rollUp()
  await db.destroy()

  project.provide('postgresFolder', socketDir)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
