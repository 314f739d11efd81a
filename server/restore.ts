import { resolve } from 'node:path'
import { restore } from './backup/restoring.ts'
import { reasonOf } from './config/bad-surroundings.ts'
import { readConfig } from './config/config.ts'
import { openLog } from './start/logging.ts'

// npm run restore -- FOLDER: what a backup has, into an empty data folder or database.
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('npm run restore -- FOLDER: the folder of a backup is needed\n')
  process.exit(2)
}

try {
  const { made_at, database, files } = await restore(
    readConfig(process.env),
    resolve(folder),
    openLog({ logLevel: 'error' }),
  )
  process.stderr.write(
    `Restored as of ${made_at}: ${database.tables.length} tables, ${files.count} files. npm start goes on from there.\n`,
  )
  process.exit(0)
} catch (error) {
  process.stderr.write(`Nothing was restored: ${reasonOf(error)}\n`)
  process.exit(1)
}
