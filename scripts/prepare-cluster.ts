// Makes the database that every first start copies: initialised, with all tables and the queue of jobs, and nobody in it yet.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { preparedCluster } from '../server/embedded/postgres-data.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { JobQueue } from '../server/jobs/queue.ts'
import { openLog } from '../server/start/logging.ts'
import { openDatabase } from '../server/store/database.ts'
import { migrate } from '../server/store/migrations/migrate.ts'

const log = openLog({ logLevel: 'warn' })
const folder = `${preparedCluster}.new`
for (const former of [preparedCluster, folder]) rmSync(former, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const postgres = await startPostgres(folder, log)
const db = openDatabase({ socketDir: postgres.socketDir }, (error) =>
  log.error({ err: error }, 'the database was lost'),
)
await migrate(db)
await db.destroy()
const queue = new JobQueue({ socketDir: postgres.socketDir }, log)
queue.start()
await queue.ready()
await queue.stop()
await postgres.stop()

// Nobody's data are in it, and who copies it need not be who has built it.
execFileSync('chmod', ['-R', 'a+rX', join(folder, 'postgres')])
renameSync(join(folder, 'postgres'), preparedCluster)
rmSync(folder, { recursive: true })
