import { randomInt } from 'node:crypto'
import { fuzz, fuzzedServer } from '../support/fuzz.ts'
import { spawnServer } from '../support/server-process.ts'

const requests = 100_000
/** Of one seed; a server of its own answers them. */
const ofOne = 10_000

const [given] = process.argv.slice(2)
const seeds =
  given === undefined
    ? Array.from({ length: requests / ofOne }, () => randomInt(2 ** 31))
    : [Number.parseInt(given, 10)]

for (const seed of seeds) {
  const server = await spawnServer({ env: fuzzedServer })
  const broken = await fuzz(server, { seed, count: ofOne, atOnce: 16 })
  await server.stop()
  console.log(`seed ${seed}: ${broken.length} of ${ofOne} requests were not answered as the contract says`)
  for (const one of broken.slice(0, 20)) console.log(JSON.stringify(one))
  if (broken.length > 0) process.exitCode = 1
}
