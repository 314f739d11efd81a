import { randomBytes } from 'node:crypto'
import { givenKeys, keyFileOf, writeKeyFile } from './start/keys.ts'
import { readConfig } from './start/config.ts'

// Puts a new key in front of those that the data folder has; the next start seals with it what the others open.
const config = readConfig(process.env)
if (config.secretKey !== undefined) {
  process.stderr.write('SECRET_KEY is set: put a new key and a comma in front of its value, and restart the servers\n')
  process.exit(2)
}
await writeKeyFile(config.dataDir, [randomBytes(32), ...givenKeys(config)])
process.stderr.write(`${keyFileOf(config.dataDir)} has a new key; restart the server\n`)
