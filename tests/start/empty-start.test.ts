import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { DEMO: '0', LOG_LEVEL: 'info' }, phones: 2 })
})
afterAll(() => server.stop())

test('with DEMO=0 there is one admin, no box and no phone, and the output warns of nothing', async () => {
  const token = await server.signIn('admin')
  const users = await server.call('v2/user/list', { token })
  expect(users.data.items.map(({ user_name }: { user_name: string }) => user_name)).toEqual(['admin'])
  expect((await server.call('v2/box/list', { token })).data).toEqual({ items: [], total: 0 })
  expect((await server.call('v3/device/list', { token })).data.total).toBe(0)
  const body = { user_name: 'manager', password: 'whatever-1' }
  expect((await server.call('v2/user/login', { body })).code).toBe(codes.wrongCredentials)
  expect(server.lines.filter((line) => /"level":"(warn|error)"|"level":[45]0/.test(line))).toEqual([])
})
