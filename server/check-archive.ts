import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { reasonOf } from './config/bad-surroundings.ts'
import { readConfig } from './config/config.ts'
import { findDatabase } from './backup/find-database.ts'
import { readArchive } from './log/archive-format.ts'
import { ChainWalk } from './log/verification.ts'
import { readLogKey } from './start/keys.ts'
import { openLog } from './start/logging.ts'
import { withConnection } from './store/database.ts'
import type { LogKey } from './store/operation-hashes.ts'

// node server/check-archive.ts FILE…: whether archives of the operation log are as they were written, wherever they lie. Of the settings it
// needs those that say where the database is, which has the key, and what opens it.
async function open(file: string): Promise<Readable> {
  const content = createReadStream(file)
  await once(content, 'open')
  return content
}

/** What is wrong with an archive, or how much is in it. */
async function look(file: string, logKey: LogKey): Promise<{ isWhole: boolean; words: string }> {
  const walk = new ChainWalk(logKey)
  try {
    for await (const some of readArchive(() => open(file), logKey)) {
      const [first] = some
      if (walk.checked === 0 && first !== undefined) walk.beginAt(first.link)
      for (const one of some) walk.follow(one)
    }
  } catch (error) {
    return { isWhole: false, words: reasonOf(error) }
  }
  walk.end()
  const { last, checked, gaps } = walk
  if (gaps.length > 0)
    return { isWhole: false, words: `sealed so: ${gaps.map(({ id, kind }) => `#${id} ${kind}`).join(', ')}` }
  return { isWhole: true, words: `${checked} entries up to #${last.log_id}, whole` }
}

const files = process.argv.slice(2)
await using cleanup = new AsyncDisposableStack()
try {
  if (files.length === 0) throw new Error('say which: node server/check-archive.ts FILE…')
  const config = readConfig(process.env)
  const address = await findDatabase(config, openLog({ logLevel: 'error' }), cleanup)
  const logKey = await withConnection(address, (db) => readLogKey(db, config))
  for (const file of files) {
    const { isWhole, words } = await look(file, logKey)
    process.stdout.write(`${file}: ${words}\n`)
    if (!isWhole) process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`Nothing was checked: ${reasonOf(error)}\n`)
  process.exitCode = 2
}
