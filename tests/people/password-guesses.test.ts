import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore

beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://phones.example.com' } })
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

interface Try {
  from: string
  password?: string
  cookie?: string
}

const post = async (user_name: string, { from, password = 'wrong-horse-1', cookie = '' }: Try): Promise<Response> =>
  fetch(`${server.url}/api/restful/v2/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, Cookie: cookie },
    body: JSON.stringify({ user_name, password }),
  })

const codeOf = async (answer: Response): Promise<number> => ((await answer.json()) as { code: number }).code
const guess = async (user_name: string, one: Try): Promise<number> => codeOf(await post(user_name, one))

/** What a browser sends back of an answer's cookies. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

const count = (all: readonly number[], code: number): number => all.filter((one) => one === code).length

test('guesses that are sent at once are judged no more than those sent in turn', async () => {
  await store.addUser({ user_name: 'rushed', role: 'element' }, 'manager')
  const guesses = Array.from({ length: 100 }, () => guess('rushed', { from: '203.0.113.1' }))
  const answers = await Promise.all(guesses)
  expect(count(answers, codes.wrongCredentials)).toBe(10)
  expect(count(answers, codes.tooManyTries)).toBe(90)
})

test('whoever knows the password may sign in many times at once', async () => {
  await store.addUser({ user_name: 'busy', role: 'element' }, 'manager')
  const signIns = Array.from({ length: 30 }, () => guess('busy', { from: '203.0.113.2', password: testPassword }))
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([codes.ok]))
})

test('strangers everywhere do not keep a user out who has signed in on this device before', async () => {
  await store.addUser({ user_name: 'owner', role: 'element' }, 'manager')
  const [home, away] = ['203.0.113.3', '198.51.100.200']
  const cookie = cookiesOf(await post('owner', { from: home, password: testPassword }))
  const flood = (from: (index: number) => string, times: number) =>
    Promise.all(Array.from({ length: times }, (_, index) => guess('owner', { from: from(index) })))
  await flood((index) => `198.51.100.${index}`, 130)
  await flood(() => home, 20)
  // To strangers the user is closed for now, wherever they are; so it is with a device of somebody else.
  expect(await guess('owner', { from: away, password: testPassword })).toBe(codes.tooManyTries)
  const others = cookiesOf(await post('manager', { from: away, password: testPassword }))
  expect(await guess('owner', { from: away, password: testPassword, cookie: others })).toBe(codes.tooManyTries)
  // The user's own is not, at home and on the road.
  for (const from of [home, away]) expect(await guess('owner', { from, password: testPassword, cookie })).toBe(codes.ok)
  // It is no way around the limits either.
  const stolen = Array.from({ length: 30 }, (_, index) => guess('owner', { from: `192.0.2.${index}`, cookie }))
  expect(count(await Promise.all(stolen), codes.wrongCredentials)).toBe(10)
})

test('a device is known no longer than the password with which its user signed in on it', async () => {
  await store.addUser({ user_name: 'changed', role: 'element' }, 'manager')
  const from = '203.0.113.10'
  const first = await post('changed', { from, password: testPassword })
  const cookie = cookiesOf(first)
  const { data } = (await first.json()) as { data: { token: string } }
  const body = { old_password: testPassword, new_password: 'another-horse-2' }
  expect((await server.call('v2/user/pwd/modify', { token: data.token, body })).code).toBe(codes.ok)
  const guesses = await Promise.all(Array.from({ length: 20 }, () => guess('changed', { from })))
  expect(count(guesses, codes.tooManyTries)).toBe(10)
  expect(await guess('changed', { from, cookie })).toBe(codes.tooManyTries)
  // Whoever knows the new one is known by it.
  const now = cookiesOf(await post('changed', { from: '203.0.113.11', password: 'another-horse-2' }))
  expect(await guess('changed', { from, password: 'another-horse-2', cookie: now })).toBe(codes.ok)
})

test('many devices of one user are no more guesses than three: then the limits of strangers hold', async () => {
  await store.addUser({ user_name: 'hoarder', role: 'element' }, 'manager')
  const cookies = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      cookiesOf(await post('hoarder', { from: `203.0.113.${20 + index}`, password: testPassword })),
    ),
  )
  const answers = await Promise.all(
    cookies.flatMap((cookie) => Array.from({ length: 12 }, () => guess('hoarder', { from: '203.0.113.30', cookie }))),
  )
  expect(count(answers, codes.wrongCredentials)).toBe(30 + 10)
  // From elsewhere the right password still counts, with a device or without one.
  for (const cookie of ['', cookies[0] ?? ''])
    expect(await guess('hoarder', { from: '203.0.113.31', password: testPassword, cookie })).toBe(codes.ok)
})

test('the cookie by which a device is known tells nothing and is sent nowhere else', async () => {
  const answer = await post('manager', { from: '203.0.113.4', password: testPassword })
  const [cookie = '', ...others] = answer.headers.getSetCookie()
  expect(others).toEqual([])
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/api/restful/v2/user/login', 'Max-Age='])
    expect(cookie).toContain(part)
  expect((await post('manager', { from: '203.0.113.4' })).headers.getSetCookie()).toEqual([])
})

const ofOneCustomer = (index: number): string => `2001:db8:1:2:${index.toString(16)}::${index.toString(16)}`

test('an IPv6 customer has no more guesses for all its addresses', async () => {
  const guesses = Array.from({ length: 70 }, (_, index) => guess(`nobody-${index}`, { from: ofOneCustomer(index) }))
  expect(count(await Promise.all(guesses), codes.wrongCredentials)).toBe(60)
  expect(await guess('nobody', { from: '2001:db8:1:3::1' })).toBe(codes.wrongCredentials)
})
