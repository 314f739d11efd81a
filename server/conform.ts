import { findDatabase } from './backup/find-database.ts'
import { reasonOf } from './config/bad-surroundings.ts'
import { databasePlace, readConfig } from './config/config.ts'
import { checkConformance, deviationLine } from './events/conformance.ts'
import { openLog } from './start/logging.ts'
import { withConnection } from './store/database.ts'

// npm run conform: holds every transition that is kept against the charts; exit code 1 where one deviates.

/** Deviations that are told one by one. */
const told = 100

async function conform(): Promise<number> {
  await using cleanup = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const address = await findDatabase(config, openLog({ logLevel: 'error' }, process.stderr), cleanup)
  let deviations = 0
  const { transitions, subjects, counts } = await withConnection(address, (db) =>
    checkConformance(db, (found) => {
      deviations += 1
      if (deviations <= told) process.stdout.write(`${deviationLine(found)}\n`)
    }),
  )
  for (const { kind, from, cause, to, count } of counts)
    process.stdout.write(`${String(count).padStart(9)}  ${kind}: ${from} –(${cause})→ ${to}\n`)
  process.stdout.write(
    `${databasePlace(config)}: ${transitions} transitions of ${subjects} subjects, ${deviations} deviations\n`,
  )
  return deviations === 0 ? 0 : 1
}

try {
  process.exit(await conform())
} catch (error) {
  process.stderr.write(`Nothing was checked: ${reasonOf(error)}\n`)
  process.exit(2)
}
