import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'

let server: TestServer

beforeAll(async () => {
  server = await spawnServer({ phones: 12, env: { LOG_LEVEL: 'info' } })
})
afterAll(() => server.stop())

test.each([
  ['manager', 12],
  ['element', 3],
  ['agent', 12],
] as const)('the first %s may use the %i phones it sees', async (role, count) => {
  const token = await server.signIn(role)
  await expect
    .poll(async () => (await server.call('v3/device/list', { token, query: { status: 'idle' } })).data.total, {
      timeout: 20_000,
    })
    .toBe(count)
  const { data } = await server.call('v3/device/thread', { token })
  expect(data).toEqual({ thread_number: count, using_number: 0 })
})

test('nothing in its output is a warning', () => {
  const logged = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
  expect(server.lines.filter((line) => /warn|deprecat/i.test(line))).toEqual([])
})

test('what the agent keeps is with the other data', () => {
  expect(existsSync(join(server.dataDir, 'agent'))).toBe(true)
})
