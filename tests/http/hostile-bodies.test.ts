import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedOperations } from '../support/contract-inputs.ts'
import { hostileBodies } from '../support/hostile-bodies.ts'
import { startServerHere, type Measured, type ServerHere } from '../support/server-here.ts'

/** What the machine takes to read a text of 12 MB, in milliseconds of the processor: the least that the longest body costs. */
function leastCost(): number {
  const body = Buffer.from(JSON.stringify('x'.repeat(12_000_000)))
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    JSON.parse(body.toString())
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...costs)
}

/** Milliseconds of the only event loop that one body may take at one go: everybody else waits so long. */
const bound = Math.max(50, leastCost())
/** A refusal, in bytes. */
const maxRefusal = 16_000
/** The processor may have been busy with something else, such as this program's own garbage. */
const tries = 5

let server: ServerHere
beforeAll(async () => {
  server = await startServerHere()
})
afterAll(() => server.stop())

const operations = describedOperations().filter(({ body }) => body !== undefined)

test.each(operations)('no body of $id keeps the others waiting', async (operation) => {
  const { path, roles: [role] = [] } = operation
  const token = role && server.tokens[role]
  const failures: object[] = []
  for (const { what, text } of hostileBodies(operation)) {
    let best: Measured | undefined
    for (let count = 0; count < tries && (best === undefined || best.cpu > bound); count += 1) {
      const measured = await server.send({ path, token, text })
      if (best === undefined || measured.cpu < best.cpu) best = measured
    }
    const { cpu = 0, size = 0, status = 0 } = best ?? {}
    const isLooked = role === undefined || ![401, 403].includes(status) // At the body, not at who sends it alone.
    if (status === 0 || !isLooked || cpu > bound || status >= 500 || (status >= 400 && size > maxRefusal))
      failures.push({ what, cpu, size, status })
  }
  expect(failures).toEqual([])
})

/** Of an import that is all right, with everything that a line may say. */
const line = (index: number, name: string) => ({
  name,
  account: `shop${index}@example.com`,
  owner: 'element',
  region: 'us-west',
  proxy_type: 'http',
  proxy_host: `gw${index}.example.com`,
  proxy_port: '8080',
  proxy_user: `user${index}`,
  proxy_password: `password-${index}`,
  timezone: 'America/New_York',
  language: 'en-US',
  note: '说明'.repeat(150),
})

test.each(['rows', 'csv'])('nor does an import of 10,000 environments by its %s', async (how) => {
  let best: Measured | undefined
  for (let count = 0; count < tries && (best === undefined || best.cpu > bound); count += 1) {
    const lines = Array.from({ length: 10_000 }, (_, index) => line(index, `${how} ${count} ${index}`))
    const [first] = lines
    const csv = [Object.keys(first ?? {}), ...lines.map((one) => Object.values(one))]
      .map((one) => one.join())
      .join('\n')
    const sent = how === 'csv' ? { csv } : { rows: lines.map((one, index) => ({ line: index + 1, ...one })) }
    const text = JSON.stringify({ market: 'amazon', ...sent })
    const measured = await server.send({
      path: '/api/restful/v2/environment/import',
      token: server.tokens.element,
      text,
    })
    expect(measured.status).toBe(200)
    if (best === undefined || measured.cpu < best.cpu) best = measured
  }
  expect(best?.cpu).toBeLessThanOrEqual(bound)
})

test.each([
  ['the first line', `name${','.repeat(4_000_000)}\nx\n`, 1],
  ['a later line', `name\nx${','.repeat(4_000_000)}\n`, 2],
])('nor does a file that has millions of columns in %s, which is refused', async (_, csv, line) => {
  const text = JSON.stringify({ market: 'amazon', dry_run: true, csv })
  const path = '/api/restful/v2/environment/import'
  let best: Measured | undefined
  for (let count = 0; count < tries && (best === undefined || best.cpu > bound); count += 1) {
    const measured = await server.send({ path, token: server.tokens.element, text })
    if (best === undefined || measured.cpu < best.cpu) best = measured
  }
  expect(best?.status).toBe(400)
  expect(best?.cpu).toBeLessThanOrEqual(bound)
  const headers = { 'X-Token': server.tokens.element, 'Content-Type': 'application/json' }
  const { data } = await (await fetch(server.url + path, { method: 'POST', headers, body: text })).json()
  expect(data.fields.csv).toBe(`第 ${line} 行超过 200 列`)
})
