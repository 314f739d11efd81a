import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readTime } from './backup/point-in-time.ts'
import { restore } from './backup/restoring.ts'
import { reasonOf } from './config/bad-surroundings.ts'
import { readConfig } from './config/config.ts'
import { openLog } from './start/logging.ts'

// npm run restore -- FOLDER: what a backup has, into an empty data folder or database. With --archive and --at the database is
// that of a moment.
const usage = 'npm run restore -- FOLDER [--archive FOLDER --at TIME]'

function refuse(words: string): never {
  process.stderr.write(`${usage}: ${words}\n`)
  process.exit(2)
}

function given() {
  try {
    return parseArgs({ allowPositionals: true, options: { archive: { type: 'string' }, at: { type: 'string' } } })
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

const {
  positionals: [folder],
  values: { archive, at },
} = given()
if (folder === undefined) refuse('the folder of a backup is needed')
if ((archive === undefined) !== (at === undefined)) refuse('--archive and --at go together')

try {
  const moment =
    archive === undefined || at === undefined
      ? undefined
      : { archive: resolve(archive), time: readTime(at, Date.now()) }
  const { made_at, database, files } = await restore(
    readConfig(process.env),
    resolve(folder),
    openLog({ logLevel: 'error' }),
    moment,
  )
  process.stderr.write(
    `Restored as of ${moment ? `${moment.time.toISOString()}, files as of ${made_at}` : made_at}: ${database.tables.length} tables, ${files.count} files. npm start goes on from there.\n`,
  )
  process.exit(0)
} catch (error) {
  process.stderr.write(`Nothing was restored: ${reasonOf(error)}\n`)
  process.exit(1)
}
