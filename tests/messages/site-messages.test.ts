import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { siteMessageReadTask, siteMessageTask } from '../../domain/user-messages.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'

let server: TestServer
let store: TestStore
let admin: string
let manager: string
let element: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
  manager = await server.signIn('manager')
  element = await server.signIn('element')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

let people = 0

/** Somebody new below another, signed in, whose messages no other test counts. */
async function newcomer(role: 'manager' | 'element', parent = 'agent') {
  people += 1
  const user = await store.addUser({ user_name: `${role}-${people}`, role }, parent)
  const { data } = await server.call('v2/user/login', { body: { user_name: user.user_name, password: testPassword } })
  return { ...user, token: String(data.token) }
}

const send = (token: string, to: object, msg_text = 'hello') =>
  server.call('v2/user/message/send', { token, body: { msg_text, to } })
const list = async (token: string, query: Record<string, string | number | boolean> = {}) =>
  (await server.call('v2/user/message/list', { token, query })).data
const confirm = (token: string, id: number | string) => server.call('v2/user/message/confirm', { token, query: { id } })
const texts = async (token: string, query?: Record<string, string | number | boolean>): Promise<string[]> =>
  (await list(token, query)).items.map(({ msg_text }: { msg_text: string }) => msg_text)

const logOf = (target: string) =>
  store.db.selectFrom('operation_log').select(['user_name', 'action']).where('target', '=', target).execute()

describe('the list', () => {
  test('is a page of the messages of the caller alone, the newest first', async () => {
    const { id, token } = await newcomer('manager')
    for (const text of ['one', 'two', 'three']) await send(admin, { user_ids: [id] }, text)
    await send(admin, { roles: ['security'] }, 'for others')
    expect(await texts(token)).toEqual(['three', 'two', 'one'])
    expect(await texts(token, { limit: 1, skip: 1 })).toEqual(['two'])
    expect(await list(token, { limit: 1, skip: 3 })).toEqual({ items: [], total: 3 })
    const [newest] = (await list(token)).items
    expect(newest).toEqual({
      id: expect.any(Number),
      msg_text: 'three',
      created_at: expect.closeTo(Date.now(), -5),
      confirm: false,
    })
  })

  test('can be of the unread ones, or of the read ones', async () => {
    const { id, token } = await newcomer('manager')
    for (const text of ['one', 'two', 'three']) await send(admin, { user_ids: [id] }, text)
    const two = (await list(token)).items[1]
    await confirm(token, two.id)
    expect(await texts(token, { confirm: true })).toEqual(['two'])
    expect(await list(token, { confirm: false, limit: 1 })).toMatchObject({ items: [{ msg_text: 'three' }], total: 2 })
  })

  test('refuses pages and filters that make no sense', async () => {
    for (const query of [{ limit: 501 }, { limit: 0 }, { skip: -1 }, { confirm: 'maybe' }])
      expect(await server.call('v2/user/message/list', { token: manager, query }), JSON.stringify(query)).toMatchObject(
        {
          code: codes.invalidInput,
          data: { fields: expect.any(Object) },
        },
      )
  })
})

describe('reading', () => {
  test('answers the message and marks it as read by the reader alone', async () => {
    const [mine, theirs] = [await newcomer('manager'), await newcomer('manager')]
    const { data: sent } = await send(admin, { user_ids: [mine.id, theirs.id] }, 'for both')
    expect(await confirm(mine.token, sent.id)).toMatchObject({
      code: codes.ok,
      data: { id: sent.id, msg_text: 'for both', confirm: true },
    })
    expect((await list(mine.token)).items).toMatchObject([{ confirm: true }])
    expect((await list(theirs.token)).items).toMatchObject([{ confirm: false }])
  })

  test('twice at once is the same as once: one answer, one log entry, one word to the other tabs', async () => {
    const { id, user_name, token } = await newcomer('manager')
    const tab = await openUserSocket(server, token)
    const { data: sent } = await send(admin, { user_ids: [id] })
    const [first, second] = await Promise.all([confirm(token, sent.id), confirm(token, sent.id)])
    expect(first).toMatchObject({ code: codes.ok, data: { confirm: true } })
    expect(second).toEqual(first)
    expect(await confirm(token, sent.id)).toEqual(first)
    expect(await tab.next(siteMessageReadTask)).toEqual({ task_type: siteMessageReadTask, id: sent.id })
    expect(await logOf(`message:${sent.id}`)).toEqual([
      { user_name: 'admin', action: 'message.send' },
      { user_name, action: 'message.confirm' },
    ])
    // A later message has passed the same way, so nothing of the former is still to come.
    await send(admin, { user_ids: [id] }, 'later')
    await expect.poll(() => tab.heard.filter((one) => one.task_type === siteMessageTask)).toHaveLength(2)
    expect(tab.heard.filter((one) => one.task_type === siteMessageReadTask)).toHaveLength(1)
    tab.close()
  })

  test("of somebody else's message, and of one that never was, get the same answer", async () => {
    const { id } = await newcomer('manager')
    const { data: sent } = await send(admin, { user_ids: [id] })
    const foreign = await confirm(element, sent.id)
    expect(foreign).toMatchObject({ code: codes.notFound, status: 404, data: null })
    expect(await confirm(element, 9_007_199_254_740_991)).toEqual(foreign)
    expect(await confirm(admin, sent.id)).toEqual(foreign)
  })

  test('of what is no id is refused', async () => {
    for (const id of ['0', '-1', '1.5', '1e30', '', 'one', '1;drop table users'])
      expect(await confirm(manager, id), id).toMatchObject({ code: codes.invalidInput })
  })
})

describe('sending', () => {
  test('reaches every browser of the recipients at once, and nobody else', async () => {
    const [to, other] = [await newcomer('manager'), await newcomer('manager')]
    const tabs = await Promise.all([to.token, to.token, other.token].map((token) => openUserSocket(server, token)))
    const { data: sent } = await send(admin, { user_ids: [to.id] }, 'now')
    for (const tab of tabs.slice(0, 2))
      expect(await tab.next(siteMessageTask)).toEqual({
        task_type: siteMessageTask,
        message: { id: sent.id, msg_text: 'now', reason: null, created_at: expect.any(Number), confirm: false },
      })
    await send(admin, { user_ids: [other.id] }, 'yours')
    expect(await tabs[2]?.next(siteMessageTask)).toMatchObject({ message: { msg_text: 'yours' } })
    expect(tabs[2]?.heard).toHaveLength(1)
    for (const tab of tabs) tab.close()
  })

  test('to roles reaches those of them who are below the sender', async () => {
    const above = await newcomer('manager')
    const inside = await newcomer('element', above.user_name)
    const outside = await newcomer('element')
    expect((await send(above.token, { roles: ['element', 'agent', 'admin'] }, 'team')).data).toMatchObject({ count: 1 })
    expect(await texts(inside.token)).toEqual(['team'])
    expect(await texts(outside.token)).toEqual([])

    const everybody = await store.db.selectFrom('users').select('id').where('role', '=', 'element').execute()
    expect((await send(admin, { roles: ['element', 'element'] })).data.count).toBe(everybody.length)
  })

  test('to a user beside or above the sender is refused, and reaches none of the others', async () => {
    const above = await newcomer('manager')
    const inside = await newcomer('element', above.user_name)
    const outside = await newcomer('element')
    const { id: agentId } = await store.user('agent')
    for (const foreign of [outside.id, agentId, 123_456_789])
      expect(await send(above.token, { user_ids: [inside.id, foreign] })).toMatchObject({ code: codes.notFound })
    expect(await list(inside.token)).toEqual({ items: [], total: 0 })
    expect((await send(above.token, { user_ids: [inside.id, inside.id] })).data).toMatchObject({ count: 1 })
    expect(await texts(inside.token)).toEqual(['hello'])
  })

  test.each([
    ['HTML', '<img src=x onerror="alert(1)"><script>alert(2)</script>&amp;'],
    ['right-to-left text and its controls', 'שלום \u202Eevil\u202C مرحبا'],
    ['emoji of several code points', '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301'],
    ['quotes, backslashes and SQL', `'); drop table users; -- \\ " \${1}`],
    ['line breaks and tabs', 'one\r\n\ttwo\n'],
    ['2000 characters that are two code units each', '𠜎'.repeat(2_000)],
  ])('carries %s as it is', async (_what, text) => {
    const { id, token } = await newcomer('manager')
    const tab = await openUserSocket(server, token)
    expect(await send(admin, { user_ids: [id] }, text)).toMatchObject({ code: codes.ok })
    expect(await tab.next(siteMessageTask)).toMatchObject({ message: { msg_text: text } })
    expect(await texts(token)).toEqual([text])
    tab.close()
  })

  test.each([
    ['ten kilobytes', { msg_text: 'x'.repeat(10_000), to: { roles: ['element'] } }, 'msg_text'],
    ['nothing', { msg_text: '', to: { roles: ['element'] } }, 'msg_text'],
    ['nothing but space', { msg_text: ' \n\u3000\t', to: { roles: ['element'] } }, 'msg_text'],
    ['a zero character', { msg_text: 'a\0b', to: { roles: ['element'] } }, 'msg_text'],
    ['to nobody', { msg_text: 'x', to: {} }, 'to'],
    ['to no roles', { msg_text: 'x', to: { roles: [] } }, 'to.roles'],
    ['to users and roles', { msg_text: 'x', to: { roles: ['element'], user_ids: [1] } }, 'to'],
    ['to a role that is none', { msg_text: 'x', to: { roles: ['root'] } }, 'to.roles.0'],
    ['to too many', { msg_text: 'x', to: { user_ids: Array.from({ length: 501 }, (_, i) => i + 1) } }, 'to.user_ids'],
    ['with more than there is', { msg_text: 'x', to: { roles: ['element'] }, sender_id: 1 }, 'sender_id'],
  ])('%s is refused, and the field is named', async (_what, body, field) => {
    const answer = await server.call('v2/user/message/send', { token: manager, body })
    expect(answer).toMatchObject({ code: codes.invalidInput, status: 400 })
    expect(Object.keys(answer.data.fields)).toEqual([field])
  })

  test('without end has to wait', async () => {
    const { token } = await newcomer('manager')
    // Each server counts for itself.
    const most = inject('engines') === 'external' ? 120 : 60
    for (let sent = 0; sent < most; sent += 1)
      expect(await send(token, { roles: ['element'] })).toMatchObject({ code: codes.ok })
    expect(await send(token, { roles: ['element'] })).toMatchObject({ code: codes.tooManyTries, status: 429 })
    expect(await send(manager, { roles: ['element'] })).toMatchObject({ code: codes.ok })
  })
})
