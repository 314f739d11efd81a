import { createReadStream, existsSync, readFileSync, renameSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { syncFolder } from '../config/whole-file.ts'

// What PostgreSQL runs for each file of its WAL: `put FILE ARCHIVED` into the archive, `get ARCHIVED FILE` out of it.
// It ends with 1 where that can't be; PostgreSQL tries again, or takes the archive to end there.
const [verb, from = '', to = ''] = process.argv.slice(2)

/** Beside its place, onto the disk, and only then under its name. What is there already stays as it is. */
async function put(): Promise<void> {
  const content = readFileSync(from)
  if (existsSync(to)) {
    // PostgreSQL was ended before it could note that this one is kept.
    if (gunzipSync(readFileSync(to)).equals(content)) return
    throw new Error(`${to} is there already, with other bytes`)
  }
  const file = await open(`${to}.new`, 'w', 0o600)
  try {
    // Of a file that is handed over before it is full the rest is zeros.
    await file.writeFile(gzipSync(content, { level: constants.Z_BEST_SPEED }))
    await file.sync()
  } finally {
    await file.close()
  }
  renameSync(`${to}.new`, to)
  await syncFolder(dirname(to))
}

async function get(): Promise<void> {
  if (!existsSync(from)) process.exit(1) // Which PostgreSQL asks to find out.
  const file = await open(to, 'w', 0o600)
  await pipeline(createReadStream(from), createGunzip(), file.createWriteStream())
}

try {
  await (verb === 'put' ? put() : get())
} catch (error) {
  if (verb === 'put') await rm(`${to}.new`, { force: true }).catch(() => undefined) // There is no folder for it.
  process.stderr.write(`WARNING:  WAL archive: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
