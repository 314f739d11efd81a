import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedOperations } from '../support/contract-inputs.ts'
import { hostileBodies } from '../support/hostile-bodies.ts'
import { startServerHere, type Measured, type ServerHere } from '../support/server-here.ts'

/** Milliseconds of the only event loop that one body may take at one go: everybody else waits so long. */
const bound = 50
/** An import's body may be 64 times as long; only a team's own people may send one. */
const importBound = 500
/** A refusal, in bytes. */
const longestRefusal = 16_000
/** The processor may have been busy with something else, such as this program's own garbage. */
const tries = 5

let server: ServerHere
beforeAll(async () => {
  server = await startServerHere()
})
afterAll(() => server.stop())

const operations = describedOperations().filter(({ body }) => body !== undefined)

test.each(operations)('no body of $id keeps the others waiting', async (operation) => {
  const { id, path, roles: [role] = [] } = operation
  const token = role && server.tokens[role]
  const most = id === 'environmentImport' ? importBound : bound
  const failures: object[] = []
  for (const { what, text } of hostileBodies(operation)) {
    let best: Measured | undefined
    for (let count = 0; count < tries && (best === undefined || best.cpu > most); count += 1) {
      const measured = await server.send({ path, token, text })
      if (best === undefined || measured.cpu < best.cpu) best = measured
    }
    const { cpu = 0, size = 0, status = 0 } = best ?? {}
    const isLooked = role === undefined || ![401, 403].includes(status) // At the body, not at who sends it alone.
    if (status === 0 || !isLooked || cpu > most || status >= 500 || (status >= 400 && size > longestRefusal))
      failures.push({ what, cpu, size, status })
  }
  expect(failures).toEqual([])
})
