import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz, fuzzedServer } from '../support/fuzz.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Others by `npm run soak -- fuzz`. */
const seed = 20_261_123
const requests = 10_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: fuzzedServer })
})
afterAll(() => server.stop())

test(`${requests} requests of the seed ${seed} are answered as the contract says`, async () => {
  const broken = await fuzz(server, { seed, count: requests })
  expect(broken.slice(0, 5), `${broken.length} were not`).toEqual([])
}, 900_000)
