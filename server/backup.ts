import { resolve } from 'node:path'
import { backUp } from './backup/back-up.ts'
import { reasonOf } from './config/bad-surroundings.ts'
import { readConfig } from './config/config.ts'
import { openLog } from './start/logging.ts'

// npm run backup [-- FOLDER]: everything that a server keeps, in one folder, while servers work.
const [folder = `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`] = process.argv.slice(2)
const stopping = new AbortController()
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(event, () => stopping.abort(new Error('it was cut off; nothing is left of it')))

try {
  const { database, files } = await backUp(
    readConfig(process.env),
    resolve(folder),
    openLog({ logLevel: 'error' }),
    stopping.signal,
  )
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  process.stderr.write(`${folder}: ${database.tables.length} tables, ${rows} rows, ${files.count} files\n`)
  if (files.missing > 0)
    process.stderr.write(
      `${files.missing} files that the database names are not in the storage, and not in the backup\n`,
    )
  process.exit(0)
} catch (error) {
  process.stderr.write(`No backup was made: ${reasonOf(stopping.signal.aborted ? stopping.signal.reason : error)}\n`)
  process.exit(1)
}
