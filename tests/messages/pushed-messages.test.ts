import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { pushOnce } from '../../server/messages/push-request.ts'
import { pushEndpoint, publicLookup } from '../../server/messages/push-services.ts'
import { openKeys } from '../../server/start/keys.ts'
import { answering, startPushService, type PushService, type Subscriber } from '../support/push-service.ts'
import { signInAt, startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let service: PushService
let server: TestServer
let second: TestServer
let store: TestStore
let admin: string

const secretKey = 'ab'.repeat(32)

beforeAll(async () => {
  service = await startPushService()
  const env = { PUSH_SERVICES: service.host, PUSH_CONTACT: 'mailto:it@example.com', SECRET_KEY: secretKey }
  server = await startServer({ env })
  if (!('url' in server.database)) throw new Error('a second server reaches the database by its URL')
  second = await startServer({ env: { ...env, DATABASE_URL: server.database.url, DEMO: '0' } })
  store = openTestStore(server)
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await store.close()
  await second.stop()
  await server.stop()
  await service.close()
})
afterEach(() => expect(service.problems).toEqual([]))

let people = 0

/** Somebody new, signed in. */
async function newcomer() {
  people += 1
  const user = await store.addUser({ user_name: `pushed-${people}`, role: 'element' }, 'agent')
  return { ...user, token: await signInAt(server.url, user.user_name) }
}

const call = (name: string, token: string, body?: unknown) =>
  server.call(`v2/user/push/${name}`, { token, ...(body !== undefined && { body }) })
const subscribe = (token: string, { subscription }: Subscriber, changes: object = {}) =>
  call('subscribe', token, { ...subscription, ...changes })
const send = async (id: number, text: string): Promise<number> =>
  (
    await server.call('v2/user/message/send', {
      token: admin,
      body: { msg_text: text, to: { user_ids: [id] } },
    })
  ).data.id

/** Somebody whose browser has subscribed. */
async function listener(language?: string) {
  const who = await newcomer()
  const browser = service.browser(language)
  const { code, data } = await subscribe(who.token, browser)
  expect(code).toBe(codes.ok)
  return { ...who, browser, subscription: data as { id: number } }
}

const rowsOf = (userId: number) =>
  store.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).execute()
const waitingFor = (subscriptionId: number) =>
  store.db.selectFrom('push_waiting').selectAll().where('subscription_id', '=', subscriptionId).execute()
const titles = ({ pushed }: Subscriber) => pushed.map(({ notification }) => notification.title)
/** The time of the next try has come. */
const nextTry = (userId: number) =>
  store.db.updateTable('push_subscriptions').set({ next_at: 0 }).where('user_id', '=', userId).execute()

describe('a site message', () => {
  test('is pushed so that the browser alone reads it, signed by the key that it subscribed with', async () => {
    const { id, token, browser } = await listener()
    const message = await send(id, '今晚 22:00 维护')
    await expect.poll(() => browser.pushed).toHaveLength(1)
    const [{ headers, notification, claims } = expect.fail()] = browser.pushed
    expect(notification).toEqual({
      title: '新的站点信息',
      body: '今晚 22:00 维护',
      language: 'zh-CN',
      tag: `message-${message}`,
      message,
      address: `/dashboard?message=${message}`,
    })
    const { data } = await call('list', token)
    expect([...service.senders]).toEqual([data.public_key])
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:it@example.com' })
    expect(claims.exp * 1_000).toBeGreaterThan(Date.now())
    expect(claims.exp * 1_000).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60_000) // RFC 8292 §2
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: `message-${message}` })
    const lastSuccess = async () => (await call('list', token)).data.items[0]?.last_success_at
    await expect.poll(lastSuccess).toEqual(expect.closeTo(Date.now(), -5))
  })

  test('is written in the language of the browser, also what the server itself has to say', async () => {
    const { id, browser } = await listener('en')
    const sender = await store.user('admin')
    await store.siteMessages.send(
      sender,
      { code: 'messages.passwordWasReset', params: { by: 'admin' } },
      { user_ids: [id] },
    )
    await expect.poll(() => browser.pushed).toHaveLength(1)
    expect(browser.pushed[0]?.notification).toMatchObject({ title: 'New site message', language: 'en' })
    expect(browser.pushed[0]?.notification.body).toMatch(/^admin has reset your password/)
  })

  test('that is long is shortened, and fits what push services take', async () => {
    const { id, browser } = await listener()
    await send(id, '长'.repeat(2_000))
    await expect.poll(() => browser.pushed).toHaveLength(1)
    expect(browser.pushed[0]?.notification.body).toBe(`${'长'.repeat(199)}…`)
    expect(Number(browser.pushed[0]?.headers['content-length'])).toBeLessThan(4_096) // RFC 8030 §7.2
  })

  test('is pushed to every browser of whom it is for, and to nobody else', async () => {
    const [mine, theirs] = [await listener(), await listener()]
    const other = service.browser()
    await subscribe(mine.token, other)
    await send(mine.id, 'for one')
    await expect.poll(() => [mine.browser.pushed.length, other.pushed.length]).toEqual([1, 1])
    await send(theirs.id, 'for the other')
    await expect.poll(() => theirs.browser.pushed).toHaveLength(1)
    expect(theirs.browser.pushed[0]?.notification).toMatchObject({ body: 'for the other' })
    expect(mine.browser.pushed).toHaveLength(1)
  })

  test('is pushed once, though two servers look for what waits', async () => {
    const { id, browser, subscription } = await listener()
    const witness = await listener()
    let asked = 0
    service.answer(browser, (response) => {
      asked += 1
      setTimeout(() => answering(201)(response), 5_000) // Both look twice meanwhile.
    })
    const sender = await store.user('admin')
    // No server is told, so that both find it when they look.
    await store.siteMessages.send(sender, 'once', { user_ids: [id, witness.id] })
    await expect.poll(() => waitingFor(subscription.id)).toEqual([])
    // What is sent later has come, so nothing of the former is still to come.
    service.answer(browser, undefined)
    await send(id, 'later')
    await expect.poll(() => browser.pushed).toHaveLength(1)
    expect(asked).toBe(1)
    expect(witness.browser.pushed).toHaveLength(1)
    expect(second.url).not.toBe(server.url)
  })

  test('that was read before it could be pushed is not', async () => {
    const { id, token, browser, subscription } = await listener()
    service.answer(browser, answering(503))
    const message = await send(id, 'read meanwhile')
    await expect.poll(async () => (await rowsOf(id))[0]?.failures).toBe(1)
    await server.call('v2/user/message/confirm', { token, query: { id: message } })
    service.answer(browser, undefined)
    await nextTry(id)
    await expect.poll(() => waitingFor(subscription.id)).toEqual([])
    expect(browser.pushed).toEqual([])
  })

  test('among more than five within ten seconds is told with the others as one', async () => {
    const { id, browser } = await listener()
    service.answer(browser, answering(503)) // So that all of them wait together.
    for (let n = 1; n <= 7; n += 1) await send(id, `message ${n}`)
    service.answer(browser, undefined)
    await nextTry(id)
    await expect.poll(() => browser.pushed).toHaveLength(1)
    expect(browser.pushed[0]?.notification).toEqual({
      title: '7 条新消息',
      body: '',
      language: 'zh-CN',
      tag: 'messages',
      address: '/dashboard',
    })
  })

  test('that comes while five have been told waits for the end of their ten seconds', async () => {
    const { id, browser } = await listener()
    const told = () => expect.poll(() => browser.pushed.length)
    for (let n = 1; n <= 5; n += 1) {
      await send(id, `message ${n}`)
      await told().toBe(n)
    }
    for (let n = 6; n <= 12; n += 1) await send(id, `message ${n}`)
    await told().toBe(6)
    expect(titles(browser)).toEqual([...Array.from({ length: 5 }, () => '新的站点信息'), '7 条新消息'])
    const [first, last] = [browser.pushed[0], browser.pushed[5]]
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(9_000)
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %i is not written to again for that browser', async (status) => {
    const { id, browser } = await listener()
    service.answer(browser, answering(status))
    await send(id, 'gone')
    await expect.poll(() => rowsOf(id)).toEqual([])
  })

  test('that is away is tried again, later each time, and then it is left to the bell', async () => {
    const { id, browser, subscription } = await listener()
    let asked = 0
    service.answer(browser, (response) => {
      asked += 1
      answering(503)(response)
    })
    await send(id, 'in vain')
    const waits: number[] = []
    for (let n = 1; n <= 4; n += 1) {
      await expect.poll(async () => (await rowsOf(id))[0]?.failures).toBe(n)
      await expect.poll(async () => (await rowsOf(id))[0]?.busy_until).toBe(0)
      waits.push(((await rowsOf(id))[0]?.next_at ?? 0) - Date.now())
      expect(await waitingFor(subscription.id)).toHaveLength(1)
      await nextTry(id)
    }
    expect(waits.map((wait) => Math.round(wait / 2_000))).toEqual([1, 4, 16, 64])
    await expect.poll(() => waitingFor(subscription.id)).toEqual([])
    expect(asked).toBe(5)
    // The browser itself is not forgotten for it.
    service.answer(browser, undefined)
    await send(id, 'back again')
    await expect.poll(() => browser.pushed.map(({ notification }) => notification.body)).toEqual(['back again'])
  })

  test('that says how long to wait is left alone for so long', async () => {
    const { id, browser } = await listener()
    service.answer(browser, answering(429, { 'retry-after': '120' }))
    await send(id, 'not so fast')
    await expect.poll(async () => (await rowsOf(id))[0]?.next_at).toBeGreaterThan(Date.now() + 100_000)
  })

  test('that sends on to somewhere else is not followed, and nothing is tried again', async () => {
    const { id, browser, subscription } = await listener()
    const elsewhere = service.browser()
    service.answer(browser, answering(307, { location: elsewhere.subscription.endpoint }))
    await send(id, 'over there')
    await expect.poll(() => waitingFor(subscription.id)).toEqual([])
    expect(elsewhere.pushed).toEqual([])
  })

  test('that does not answer is given up', async () => {
    const browser = service.browser()
    service.answer(browser, () => {})
    const keys = (await openKeys(store.db, { dataDir: server.dataDir, secretKey })).push
    const endpoint = pushEndpoint(browser.subscription.endpoint, [service.host]) ?? expect.fail()
    const began = Date.now()
    const sender = { keys, contact: 'mailto:it@example.com', patience: 300 }
    const answer = await pushOnce(endpoint, browser.subscription, { payload: '{}', topic: 'a' }, sender)
    expect(answer).toEqual({ kind: 'later', why: expect.any(String), retryAfter: undefined })
    expect(Date.now() - began).toBeLessThan(5_000)
  })

  test('that answers without end is not read to it', async () => {
    const browser = service.browser()
    service.answer(browser, (response) => {
      response.writeHead(201)
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    })
    const keys = (await openKeys(store.db, { dataDir: server.dataDir, secretKey })).push
    const endpoint = pushEndpoint(browser.subscription.endpoint, [service.host]) ?? expect.fail()
    const sender = { keys, contact: 'mailto:it@example.com', patience: 60_000 }
    const began = Date.now()
    expect(await pushOnce(endpoint, browser.subscription, { payload: '{}', topic: 'a' }, sender)).toEqual({
      kind: 'sent',
    })
    expect(Date.now() - began).toBeLessThan(30_000)
  })
})

/** Addresses that are of no push service, and what they are. */
const strangers = [
  ['https://evil.example.com/push/1', 'a stranger'],
  ['https://127.0.0.1/push/1', 'this machine'],
  ['https://169.254.169.254/latest/meta-data', 'what clouds tell their machines'],
  ['https://fcm.googleapis.com.evil.example.com/push', 'a name that begins like a known one'],
  ['https://evilfcm.googleapis.com/push', 'a name that ends like a known one'],
  ['https://push.services.mozilla.com/push', 'what services stand below'],
  ['https://fcm.googleapis.com:8443/push', 'another port of a known one'],
  ['https://fcm.googleapis.com@evil.example.com/push', 'a stranger behind a known name'],
  ['https://user:pass@fcm.googleapis.com/push', 'a known one with a password'],
  ['http://fcm.googleapis.com/push', 'a known one in clear'],
  [`https://fcm.googleapis.com/${'a'.repeat(1_024)}`, 'an address that is too long'],
] as const

const known = [
  'https://fcm.googleapis.com/fcm/send/a:b',
  'https://updates.push.services.mozilla.com/wpush/v2/a',
  'https://wns2-by3p.notify.windows.com/w/?token=a',
  'https://web.push.apple.com/a',
  'https://api.push.apple.com/a',
]

describe('whoever subscribes', () => {
  test('can have known push services called and nothing else', async () => {
    const { token } = await newcomer()
    const browser = service.browser()
    for (const [endpoint, what] of strangers)
      expect(await subscribe(token, browser, { endpoint }), what).toMatchObject({
        code: codes.invalidInput,
        data: { fields: { endpoint: expect.any(String) } },
      })
    for (const endpoint of known)
      expect(await subscribe(token, browser, { endpoint }), endpoint).toMatchObject({ code: codes.ok })
  })

  test('with keys that are none is refused', async () => {
    const { token } = await newcomer()
    const browser = service.browser()
    const flat = Buffer.alloc(65, 1)
    flat[0] = 4
    for (const changes of [{ p256dh: 'short' }, { p256dh: flat.toString('base64url') }, { auth: 'short' }])
      expect((await subscribe(token, browser, changes)).data.fields, JSON.stringify(changes)).toEqual({
        [Object.keys(changes)[0] ?? '']: expect.any(String),
      })
  })

  test('is among the browsers of that user alone, by a fingerprint and without its address', async () => {
    const { token, browser, subscription } = await listener()
    const { data } = await call('list', token)
    const { endpoint, p256dh, auth } = browser.subscription
    expect(data.items).toEqual([
      {
        id: subscription.id,
        fingerprint: createHash('sha256').update(endpoint).digest('base64url'),
        service: 'localhost',
        language: 'zh-CN',
        created_at: expect.closeTo(Date.now(), -5),
        last_success_at: null,
        is_this_session: true,
      },
    ])
    expect((await call('list', (await newcomer()).token)).data.items).toEqual([])
    const logged = server.lines.join('\n')
    for (const secret of [new URL(endpoint).pathname, p256dh, auth]) {
      expect(JSON.stringify(data)).not.toContain(secret)
      expect(logged).not.toContain(secret)
    }
  })

  test('is in the log, and whoever ends it', async () => {
    const { id, token, subscription } = await listener()
    await call('unsubscribe', token, { id: subscription.id })
    const entries = await store.db
      .selectFrom('operation_log')
      .select('action')
      .where('target', '=', `user:${id}`)
      .where('action', 'like', 'push.%')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['push.subscribe', 'push.unsubscribe'])
  })

  test('can not end it for somebody else, and can for itself in another session', async () => {
    const [mine, theirs] = [await listener(), await listener()]
    const refused = await call('unsubscribe', theirs.token, { id: mine.subscription.id })
    expect(refused).toMatchObject({ code: codes.notFound, status: 404 })
    expect(refused.message).toBe((await call('unsubscribe', theirs.token, { id: 999_999_999 })).message)
    expect(await rowsOf(mine.id)).toHaveLength(1)
    const elsewhere = await signInAt(server.url, mine.user_name)
    expect((await call('list', elsewhere)).data.items).toMatchObject([{ is_this_session: false }])
    expect(await call('unsubscribe', elsewhere, { id: mine.subscription.id })).toMatchObject({ code: codes.ok })
    await send(mine.id, 'nobody listens')
    await send(theirs.id, 'here')
    await expect.poll(() => theirs.browser.pushed).toHaveLength(1)
    expect(mine.browser.pushed).toEqual([])
  })

  test('with the address of another browser and keys of its own is refused', async () => {
    const { id, browser } = await listener()
    const thief = await newcomer()
    const refused = await subscribe(thief.token, service.browser(), { endpoint: browser.subscription.endpoint })
    expect(refused).toMatchObject({ code: codes.stateForbids })
    expect(await rowsOf(id)).toHaveLength(1)
  })

  test('in a browser that was somebody else’s gets what is its own there, and nobody else does', async () => {
    const before = await listener()
    const after = await newcomer()
    expect(await subscribe(after.token, before.browser)).toMatchObject({ code: codes.ok })
    await send(before.id, 'of the one before')
    await send(after.id, 'of the one after')
    await expect.poll(() => before.browser.pushed).toHaveLength(1)
    expect(before.browser.pushed[0]?.notification.body).toBe('of the one after')
    expect(await rowsOf(before.id)).toEqual([])
  })

  test('has ten browsers at most, also when all of them come at once', async () => {
    const { id, token } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 13 }, () => subscribe(token, service.browser())))
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === codes.stateForbids)).toHaveLength(3)
    expect(await rowsOf(id)).toHaveLength(10)
  })

  test('too often is asked to wait', async () => {
    const { token } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 40 }, () => call('unsubscribe', token, { id: 1 })))
    expect(answers.filter(({ code }) => code === codes.tooManyTries).length).toBe(10)
  })
})

describe('a browser whose session has ended', () => {
  const ends: Record<string, (who: Awaited<ReturnType<typeof listener>>) => Promise<unknown>> = {
    'because it was signed out': ({ token }) => server.call('v2/user/logout', { token, body: {} }),
    'because its user was disabled': ({ id }) =>
      server.call('v2/user/switch', { token: admin, body: { ids: [id], enabled: false } }),
    'because its user was deleted': ({ id }) => server.call('v2/user/del', { token: admin, body: { ids: [id] } }),
    'because its password was reset': ({ id }) =>
      server.call('v2/user/pwd/reset', { token: admin, body: { id, new_password: 'another-horse-2' } }),
    'because it has run out': ({ id }) =>
      store.db
        .updateTable('sessions')
        .set({ expires_at: Date.now() - 1 })
        .where('user_id', '=', id)
        .execute(),
  }

  test('gets nothing, however it has ended', async () => {
    const witness = await listener()
    const gone = await Promise.all(Object.values(ends).map(async (end) => ({ end, who: await listener() })))
    await Promise.all(gone.map(({ end, who }) => end(who)))
    const sender = await store.user('admin')
    await store.siteMessages.send(sender, 'after the end', { user_ids: [...gone.map(({ who }) => who.id), witness.id] })
    await expect.poll(() => witness.browser.pushed).toHaveLength(1)
    expect(gone.flatMap(({ who }) => who.browser.pushed)).toEqual([])
    await store.pushSubscriptions.forgetEnded(Date.now())
    for (const { who } of gone) expect(await rowsOf(who.id)).toEqual([])
    expect(await rowsOf(witness.id)).toHaveLength(1)
  })
})

test('a known push service is not called where its name leads into a network of one’s own', async () => {
  const looked = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    publicLookup('localhost', { all: true }, (error) => resolve(error))
  })
  expect(looked).toMatchObject({ code: 'EPRIVATE' })
  const named = await new Promise((resolve) => publicLookup('127.0.0.1', {}, (error) => resolve(error?.code)))
  expect(named).toBe('EPRIVATE')
  const open = await new Promise((resolve) => publicLookup('8.8.8.8', {}, (_, address) => resolve(address)))
  expect(open).toBe('8.8.8.8')
})

test('servers of a database push with one key, which the database keeps sealed', async () => {
  const tokens = [await server.signIn('manager'), await signInAt(second.url, 'manager', testPassword)]
  const keys = await Promise.all([
    server.call('v2/user/push/list', { token: tokens[0] }),
    second.call('v2/user/push/list', { token: tokens[1] }),
  ])
  expect(keys[0].data.public_key).toBe(keys[1].data.public_key)
  const { push } = await openKeys(store.db, { dataDir: server.dataDir, secretKey })
  expect(push.publicKey).toBe(keys[0].data.public_key)
  const kept = await store.settings.read('push_key')
  expect(kept?.includes(Buffer.from(push.privateKey))).toBe(false)
  expect(kept?.includes(Buffer.from(push.privateKey, 'base64url'))).toBe(false)
})
