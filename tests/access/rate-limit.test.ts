import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, type TestServer } from '../support/server.ts'

const limit = 30

let server: TestServer
beforeAll(async () => {
  const env = { RATE_LIMIT: String(limit), TRUST_PROXY: '1', PUBLIC_URL: 'https://phones.example.com' }
  server = await startServer({ env })
})
afterAll(() => server.stop())

const ask = async (from: string): Promise<number> =>
  (await server.call('v2/user/info', { token: 'nobody', headers: { 'X-Forwarded-For': from } })).code

const askAll = (addresses: readonly string[]): Promise<number[]> => Promise.all(addresses.map(ask))

const addresses = (of: (index: number) => string): string[] =>
  Array.from({ length: limit + 5 }, (_, index) => of(index))

test('an IPv6 customer makes no more requests for all its addresses, and others go on', async () => {
  const answers = await askAll(addresses((index) => `2001:db8:1:2:${index.toString(16)}::${index.toString(16)}`))
  expect(answers.filter((code) => code === codes.tooManyTries)).toHaveLength(5)
  expect(await ask('2001:db8:1:3::1')).toBe(codes.illegalToken)
})

test('an IPv4 address is a customer of its own, also where it is written as IPv6', async () => {
  const answers = await askAll(addresses((index) => `198.51.100.${index}`))
  expect(answers).not.toContain(codes.tooManyTries)
  const written = await askAll(addresses((index) => (index % 2 === 0 ? '203.0.113.7' : '::ffff:203.0.113.7')))
  expect(written.filter((code) => code === codes.tooManyTries)).toHaveLength(5)
})
