import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { readConfig } from '../../server/config/config.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { runServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const publicUrl = { PUBLIC_URL: 'https://phones.example.com' }

test('a server that is to believe every proxy does not start, and says what is expected', async () => {
  const { exitCode, lines } = await runServer({ TRUST_PROXY: 'on', ...publicUrl })
  expect(exitCode).toBe(2)
  expect(lines).toEqual([expect.stringMatching(/^TRUST_PROXY=on: .*how many proxies.*10\.0\.0\.0\/8/)])
})

test.each(['-1', '10', 'yes', '10.0.0.0/33', '10.0.0.0/', '300.0.0.1', 'fd00::/129', '10.0.0.1,', '10.0.0.1/8/8x'])(
  'TRUST_PROXY=%s is refused by its name',
  (value) => {
    expect(() => readConfig({ TRUST_PROXY: value, ...publicUrl })).toThrow(/^TRUST_PROXY/)
  },
)

test('a proxy is trusted only where people are told the public address', () => {
  expect(() => readConfig({ TRUST_PROXY: '1' })).toThrow(/^TRUST_PROXY: PUBLIC_URL/)
})

/** Which address a server takes a sign-in for, whose X-Forwarded-For is so. */
const addressOf = async (server: TestServer, store: TestStore, forwarded: string): Promise<unknown> => {
  const headers = { 'X-Forwarded-For': forwarded }
  const { code } = await server.call('v2/user/login', {
    body: { user_name: 'manager', password: testPassword },
    headers,
  })
  expect(code).toBe(codes.ok)
  const sessions = store.db.selectFrom('sessions').select('ip').orderBy('created_at', 'desc')
  return (await sessions.executeTakeFirstOrThrow()).ip
}

/** A guess of somebody who writes another address into the header each time. */
const guess = async (server: TestServer, index: number): Promise<number> => {
  const headers = { 'X-Forwarded-For': `198.51.100.${index}, 203.0.113.8, 10.0.0.2` }
  const body = { user_name: `somebody-${index}`, password: 'wrong-horse-1' }
  return (await server.call('v2/user/login', { body, headers })).code
}

describe.each([
  ['a number', '2'],
  ['addresses', '127.0.0.0/8, ::1, 10.0.0.0/8'],
])('a server that is told its proxies by %s', (_how, TRUST_PROXY) => {
  let server: TestServer
  let store: TestStore
  beforeAll(async () => {
    server = await startServer({ env: { TRUST_PROXY, ...publicUrl } })
    store = openTestStore(server)
  })
  afterAll(async () => {
    await store.close()
    await server.stop()
  })

  test('takes a client for where it is, whatever it says of itself', async () => {
    // The outer proxy appends whom it saw, the inner one the outer.
    expect(await addressOf(server, store, '203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
    expect(await addressOf(server, store, '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
    expect(await addressOf(server, store, '127.0.0.1,10.9.9.9,2001:db8::7, 10.0.0.2')).toBe('2001:db8::7')
  })

  test('lets nobody guess passwords from addresses of its own choice', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => guess(server, index)))
    expect(answers.filter((code) => code === codes.wrongCredentials).length).toBeLessThanOrEqual(120)
    expect(answers).toContain(codes.tooManyTries)
  })
})

test('a server that is told of no proxy believes none', async () => {
  const server = await startServer()
  const store = openTestStore(server)
  expect(await addressOf(server, store, '203.0.113.7')).toMatch(/127\.0\.0\.1$/)
  await store.close()
  await server.stop()
})
