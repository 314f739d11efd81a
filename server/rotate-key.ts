import { randomBytes } from 'node:crypto'
import { chownSync, statSync } from 'node:fs'
import { givenKeys, keyFileOf, writeKeyFile } from './start/keys.ts'
import { readConfig } from './config/config.ts'

// Puts a new key in front of those that the data folder has; the next start seals with it what the others open.
const config = readConfig(process.env)
if (config.secretKey !== undefined) {
  process.stderr.write('SECRET_KEY is set: put a new key and a comma in front of its value, and restart the servers\n')
  process.exit(2)
}
const file = keyFileOf(config.dataDir)
const keys = givenKeys(config)
if (keys.length === 0) {
  process.stderr.write(`${file}: there is no key to put a new one in front of; is DATA_DIR the server's?\n`)
  process.exit(2)
}
const { uid, gid } = statSync(file)
await writeKeyFile(config.dataDir, [randomBytes(32), ...keys])
chownSync(file, uid, gid) // Whoever does this may not be who runs the server.
process.stderr.write(`${file} has a new key; restart the server\n`)
