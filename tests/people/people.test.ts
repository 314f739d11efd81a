import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { roles, rolesBelow, type Role } from '../../domain/roles.ts'
import { sessionOverTask } from '../../domain/user-messages.ts'
import { startServer, testPassword, type Answer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'

const day = 24 * 60 * 60 * 1_000

let server: TestServer
let store: TestStore
const tokens = {} as Record<Role, string> // Filled in before any test.
/** Somebody else's manager and element. */
let stranger: { manager: number; element: number }

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  for (const role of roles) tokens[role] = await server.signIn(role)
  await store.addUser({ user_name: 'rival', role: 'agent', modules: ['temu'] }, 'admin')
  const manager = await store.addUser({ user_name: 'rival-manager', role: 'manager' }, 'rival')
  const element = await store.addUser({ user_name: 'rival-element', role: 'element' }, 'rival-manager')
  stranger = { manager: manager.id, element: element.id }
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const as = (role: Role, path: string, body: unknown): Promise<Answer> =>
  server.call(`v2/user/${path}`, { token: tokens[role], body })
const list = (role: Role, query: Record<string, string | number | boolean | string[]> = {}) =>
  server.call('v2/user/list', { token: tokens[role], query })

let counter = 0
const newName = (): string => `person-${(counter += 1)}`

/** Adds an element of the manager, and answers it. */
async function newElement(facts: Record<string, unknown> = {}) {
  const body = { user_name: newName(), password: testPassword, role: 'element', ...facts }
  const { code, data } = await as('manager', 'add', body)
  expect(code).toBe(codes.ok)
  return data
}

/** Adds a manager of the agent, and answers it. */
const newManager = async (expires_at: number | null) =>
  (await as('agent', 'add', { user_name: newName(), password: testPassword, role: 'manager', expires_at })).data

const endOf = async (id: number) => (await list('agent', { id })).data.items[0].expires_at

const signIn = (user_name: string, password = testPassword) =>
  server.call('v2/user/login', { body: { user_name, password } })
const logOf = (target: string) =>
  store.db
    .selectFrom('operation_log')
    .select(['user_name', 'action', 'detail'])
    .where('target', '=', target)
    .orderBy('id')
    .execute()

describe('who is added', () => {
  test.each(roles.flatMap((by) => roles.map((role) => ({ by, role, may: rolesBelow(by).includes(role) }))))(
    'by $by as $role: $may',
    async ({ by, role, may }) => {
      const password = by === 'security' ? {} : { password: testPassword }
      const { code, data } = await as(by, 'add', { user_name: newName(), ...password, role })
      if (by === 'element') expect(code).toBe(codes.notAllowed)
      else if (may) expect(data).toMatchObject({ role, enabled: true, expires_at: null, subordinate_count: 0 })
      else expect(Object.keys(data.fields)).toEqual(['role'])
    },
  )

  test('stands below the caller, or below whom the caller names; what security adds stands below the admin', async () => {
    const { id: managerId } = await store.user('manager')
    const body = { password: testPassword, role: 'element' }
    const own = await as('agent', 'add', { ...body, user_name: newName() })
    expect(own.data).toMatchObject({ parent_name: 'agent' })
    const placed = await as('agent', 'add', { ...body, user_name: newName(), parent_id: managerId })
    expect(placed.data).toMatchObject({ parent_name: 'manager' })
    const { data } = await as('security', 'add', { role: 'agent', user_name: newName() })
    expect(data).toMatchObject({ parent_name: 'admin' })
  })

  test('cannot stand below somebody whom the caller may not see, or who may have nobody like that below', async () => {
    const { id: elementId } = await store.user('element')
    const { id: securityId } = await store.user('security')
    const body = { user_name: newName(), password: testPassword, role: 'element' }
    for (const [role, parent_id] of [
      ['manager', stranger.manager],
      ['manager', 999_999],
      ['manager', elementId],
      ['admin', securityId],
    ] as const)
      expect(Object.keys((await as(role, 'add', { ...body, parent_id })).data.fields)).toEqual(['parent_id'])
  })

  test('has its facts as they were given, and can sign in', async () => {
    const facts = {
      modules: ['temu', 'amazon'],
      thread_number: 2,
      contact_name: '李雷 🛒',
      phone: '+86 755',
      email: 'li@example.com',
      note: "Robert'); DROP TABLE users;-- <b>x</b> \u202Eabc \u{1F468}\u200D\u{1F469}",
    }
    const user = await newElement(facts)
    expect(user).toMatchObject(facts)
    expect((await list('manager', { id: user.id })).data.items[0]).toMatchObject(facts)
    expect(await signIn(user.user_name)).toMatchObject({ code: codes.ok })
    const [entry] = await logOf(`user:${user.id}`)
    expect(entry).toMatchObject({ user_name: 'manager', action: 'user.add' })
    expect(entry?.detail).not.toContain(testPassword)
  })

  test('can have what those above have, and no more', async () => {
    const manager = await store.user('manager')
    await store.users.change(manager.id, { modules: ['temu'] })
    const end = (manager.authorization_at + manager.expiration) * 1_000
    const body = { user_name: newName(), password: testPassword, role: 'element' }
    const { data } = await as('manager', 'add', {
      ...body,
      modules: ['temu', 'depop'],
      thread_number: manager.thread_number + 1,
      expires_at: end + day,
    })
    expect(Object.keys(data.fields).toSorted()).toEqual(['expires_at', 'modules', 'thread_number'])
    expect(data.fields.modules).toContain('depop')
    const within = { modules: ['temu'], thread_number: manager.thread_number, expires_at: end }
    expect(await as('manager', 'add', { ...body, ...within })).toMatchObject({ code: codes.ok, data: within })
    await store.users.change(manager.id, { modules: manager.modules })
  })

  test('can have the very end of service that was given to whoever is above', async () => {
    const asked = Date.now() + 30 * day + 789 // Ends are kept in seconds.
    const manager = await newManager(asked)
    const body = { password: testPassword, role: 'element', parent_id: manager.id }
    expect(await as('agent', 'add', { ...body, user_name: newName(), expires_at: asked })).toMatchObject({
      code: codes.ok,
    })
    const later = await as('agent', 'add', { ...body, user_name: newName(), expires_at: asked + 1_000 })
    expect(Object.keys(later.data.fields)).toEqual(['expires_at'])
  })

  test('is told the day on which the service above ends, as it is in the time zone of reports', async () => {
    const manager = await newManager(Date.parse('2031-05-01T23:59:59+08:00')) // What a console in Shanghai sends for the first of May.
    const early = await newManager(Date.parse('2031-05-02T01:00:00+08:00')) // It is the first of May in UTC.
    const body = { password: testPassword, role: 'element', expires_at: Date.parse('2031-06-01T00:00:00+08:00') }
    const refused = async (parent_id: number): Promise<string> =>
      (await as('agent', 'add', { ...body, user_name: newName(), parent_id })).data.fields.expires_at
    expect(await refused(manager.id)).toContain('2031-05-01')
    expect(await refused(early.id)).toContain('2031-05-02')
  })

  test.each([
    ['a name that is taken', { user_name: 'Element' }, 'user_name'],
    ['a name of HTML', { user_name: '<b>x</b>' }, 'user_name'],
    ['a name with an emoji', { user_name: 'shop🛒' }, 'user_name'],
    ['a name that runs backwards', { user_name: 'abc\u202Edef' }, 'user_name'],
    ['a name of ten kilobytes', { user_name: 'a'.repeat(10_000) }, 'user_name'],
    ['a weak password', { password: 'password' }, 'password'],
    ['a role that there is not', { role: 'root' }, 'role'],
    ['a market that there is not', { modules: ['ebay'] }, 'modules.0'],
    ['half a phone', { thread_number: 0.5 }, 'thread_number'],
    ['less than no phone', { thread_number: -1 }, 'thread_number'],
    ['a note of ten kilobytes', { note: '长'.repeat(10_000) }, 'note'],
    ['a script for an avatar', { avatar: 'javascript:alert(1)' }, 'avatar'],
    ['an avatar of another host by the way that the page came', { avatar: '//evil.example/x.png' }, 'avatar'],
    ['an avatar of another host as browsers read it', { avatar: String.raw`/\evil.example/x.png` }, 'avatar'],
    ['a zero character', { note: 'a\0b' }, 'note'],
    ['a place in the tree of its own choice', { path: '1' }, 'path'],
  ])('with %s is refused, and the field is named', async (_what, change, field) => {
    const body = { user_name: newName(), password: testPassword, role: 'element', ...change }
    const { code, data } = await as('manager', 'add', body)
    expect({ code, fields: Object.keys(data.fields) }).toEqual({ code: codes.invalidInput, fields: [field] })
  })
})

/** Changes of one user that take just its id. */
const changes: [string, (id: number) => unknown][] = [
  ['edit', (id) => ({ id, note: 'mine now' })],
  ['pwd/reset', (id) => ({ id, new_password: 'another-horse-2' })],
  ['del', (id) => ({ ids: [id] })],
  ['switch', (id) => ({ ids: [id], enabled: false })],
  ['renew', (id) => ({ ids: [id], days: 30 })],
]
/** How it went for the one: the code of the answer, or of the only result. */
const outcome = ({ code, data }: Answer): number => data?.results?.[0]?.code ?? code

describe.each(changes)('user/%s', (path, bodyFor) => {
  test.each(['manager', 'agent'] as const)('by %s finds nobody beside its own branch', async (role) => {
    for (const id of [stranger.element, stranger.manager, 999_999])
      expect(outcome(await as(role, path, bodyFor(id)))).toBe(codes.notFound)
    expect(await store.user('rival-element')).toMatchObject({ enabled: true, note: '', deleted_at: null })
  })

  test.each(['admin', 'security', 'agent', 'manager'] as const)('by %s is not for itself', async (role) => {
    const { id } = await store.user(role)
    expect(outcome(await as(role, path, bodyFor(id)))).toBe(codes.notAllowed)
  })

  test('is not for those above: security may not touch the admin, nor another of its kind', async () => {
    const other = await store.addUser({ user_name: newName(), role: 'security' }, 'admin')
    for (const { id } of [await store.user('admin'), other])
      expect(outcome(await as('security', path, bodyFor(id)))).toBe(codes.notAllowed)
    const { id } = await store.user('agent')
    expect(outcome(await as('manager', path, bodyFor(id)))).toBe(codes.notFound)
  })
})

describe('an edit', () => {
  test('changes what is given and nothing else, and the log tells before and after', async () => {
    const user = await newElement({ note: 'before', thread_number: 1 })
    const { data } = await as('manager', 'edit', { id: user.id, note: 'after', thread_number: 1 })
    expect(data).toMatchObject({ ...user, note: 'after' })
    const log = await logOf(`user:${user.id}`)
    expect(log.at(-1)).toMatchObject({ action: 'user.edit' })
    expect(JSON.parse(log.at(-1)?.detail ?? '')).toEqual({ before: { note: 'before' }, after: { note: 'after' } })
  })

  test.each([
    ['its role', { role: 'admin' }],
    ['its place', { parent_id: 1 }],
    ['its name', { user_name: 'somebody-else' }],
    ['its state', { enabled: true }],
  ])('does not take %s', async (_what, change) => {
    const { id } = await newElement()
    const { code, data } = await as('manager', 'edit', { id, ...change })
    expect({ code, fields: Object.keys(data.fields) }).toEqual({
      code: codes.invalidInput,
      fields: Object.keys(change),
    })
  })

  test('of what a manager has binds everybody below', async () => {
    const modules = ['temu', 'amazon', 'depop']
    const end = Math.ceil(Date.now() / 1_000) * 1_000 + 60 * day
    const service = { modules, thread_number: 5, expires_at: end }
    const body = { password: testPassword, ...service }
    const boss = (await as('agent', 'add', { ...body, user_name: newName(), role: 'manager' })).data
    const below = (await as('agent', 'add', { ...body, user_name: newName(), role: 'element', parent_id: boss.id }))
      .data
    const less = { modules: ['depop'], thread_number: 3, expires_at: end - 30 * day }
    expect(await as('agent', 'edit', { id: boss.id, ...less })).toMatchObject({ code: codes.ok, data: less })
    expect((await list('agent', { id: below.id })).data.items).toMatchObject([less])
  })
})

describe('whoever is disabled', () => {
  test('is signed out at once, cannot sign in, and can again once enabled', async () => {
    const user = await newElement()
    const { token } = (await signIn(user.user_name)).data
    const info = () => server.call('v2/user/info', { token })
    expect(await info()).toMatchObject({ code: codes.ok })
    const { data } = await as('manager', 'switch', { ids: [user.id], enabled: false })
    expect(data.results).toEqual([{ id: user.id, ok: true }])
    expect(await info()).toMatchObject({ code: codes.signedOutElsewhere })
    expect(await signIn(user.user_name)).toMatchObject({ code: codes.wrongCredentials })
    await as('manager', 'switch', { ids: [user.id], enabled: true })
    expect(await info()).toMatchObject({ code: codes.signedOutElsewhere })
    expect(await signIn(user.user_name)).toMatchObject({ code: codes.ok })
    expect((await logOf(`user:${user.id}`)).map(({ action }) => action)).toEqual([
      'user.add',
      'user.disable',
      'user.enable',
    ])
  })
})

test('whoever is disabled is told in every open console, and the phone it controls is free', async () => {
  const manager = await store.user('manager')
  const box = await store.boxes.byCode('B01')
  const phone = { slot: 1, serial: 'HELD', name: 'B01-01', region: 'us-west', status: 'idle' as const }
  const place = { box_id: box?.id ?? 0, owner_id: manager.id, owner_path: manager.path }
  const [device] = await store.db
    .insertInto('devices')
    .values({ ...phone, ...place })
    .returning('id')
    .execute()
  const user = await newElement({ thread_number: 1, expires_at: Date.now() + day })
  await store.db
    .updateTable('devices')
    .set({ owner_id: user.id, owner_path: `${manager.path}/${user.id}` })
    .where('serial', '=', 'HELD')
    .execute()
  const { token } = (await signIn(user.user_name)).data
  const query = { id: device?.id, mode: 'control' }
  expect(await server.call('v2/device/stream/point', { token, query })).toMatchObject({ code: codes.ok })
  const console = await openUserSocket(server, token)
  await as('manager', 'switch', { ids: [user.id], enabled: false })
  expect(await console.next(sessionOverTask)).toMatchObject({ code: codes.signedOutElsewhere })
  const held = await store.db
    .selectFrom('devices')
    .select(['status', 'in_use_by'])
    .where('serial', '=', 'HELD')
    .execute()
  expect(held).toEqual([{ status: 'idle', in_use_by: null }])
  await store.db.deleteFrom('devices').where('serial', '=', 'HELD').execute()
})

test('a password that is reset is the one that counts, and ends every session', async () => {
  const user = await newElement()
  const { token } = (await signIn(user.user_name)).data
  const body = { id: user.id, new_password: 'another-horse-2' }
  expect(await as('manager', 'pwd/reset', body)).toMatchObject({ code: codes.ok, data: null })
  expect(await server.call('v2/user/info', { token })).toMatchObject({ code: codes.signedOutElsewhere })
  expect(await signIn(user.user_name)).toMatchObject({ code: codes.wrongCredentials })
  expect(await signIn(user.user_name, 'another-horse-2')).toMatchObject({ code: codes.ok })
  expect(JSON.stringify(await logOf(`user:${user.id}`))).not.toContain('another-horse-2')
  const signedIn = (await signIn(user.user_name, 'another-horse-2')).data.token
  const { data } = await server.call('v2/user/message/list', { token: signedIn })
  expect(data.items).toMatchObject([{ msg_text: expect.stringContaining('manager'), confirm: false }])
})

test('security controls no phones, and sets no password with which it could', async () => {
  for (const role of ['agent', 'manager', 'element'] as const) {
    const { id, password_hash } = await store.user(role)
    expect(await as('security', 'pwd/reset', { id, new_password: 'another-horse-2' })).toMatchObject({
      code: codes.notAllowed,
    })
    expect((await store.user(role)).password_hash).toBe(password_hash)
  }
})

test('security adds a user without a password that anybody knows, until who stands above sets one', async () => {
  const { id: managerId } = await store.user('manager')
  const user = { user_name: newName(), role: 'element', parent_id: managerId }
  const own = await as('security', 'add', { ...user, password: testPassword })
  expect(own).toMatchObject({ code: codes.invalidInput, data: { fields: { password: expect.any(String) } } })
  expect(await as('manager', 'add', user)).toMatchObject({ data: { fields: { password: expect.any(String) } } })

  const { data: added } = await as('security', 'add', user)
  for (const password of [testPassword, '']) expect((await signIn(user.user_name, password)).code).not.toBe(codes.ok)
  expect(await as('security', 'pwd/reset', { id: added.id, new_password: testPassword })).toMatchObject({
    code: codes.notAllowed,
  })
  const { data: messages } = await server.call('v2/user/message/list', { token: await server.signIn('manager') })
  expect(messages.items[0]).toMatchObject({ msg_text: expect.stringContaining(user.user_name), confirm: false })
  expect((await as('manager', 'pwd/reset', { id: added.id, new_password: testPassword })).code).toBe(codes.ok)
  expect((await signIn(user.user_name)).code).toBe(codes.ok)
})

describe('a renewal', () => {
  test('counts from the end of a service that runs, and from now for one that is over or never was', async () => {
    const later = Math.ceil(Date.now() / 1_000) * 1_000 + 10 * day
    const ids = [later, Date.now() - 10 * day, null].map(async (end) => (await newManager(end)).id)
    const [running, over, none] = await Promise.all(ids)
    await as('agent', 'renew', { ids: [running, over, none], days: 30 })
    expect(await endOf(running)).toBe(later + 30 * day)
    for (const id of [over, none]) expect(Math.abs((await endOf(id)) - (Date.now() + 30 * day))).toBeLessThan(60_000)
  })

  test('of an element goes as far as its manager’s, whose turn comes first', async () => {
    const boss = await newManager(Date.now() + 10 * day)
    const body = { user_name: newName(), password: testPassword, role: 'element', parent_id: boss.id }
    const { data } = await as('agent', 'add', body)
    const refused = await as('agent', 'renew', { ids: [data.id], days: 30 })
    expect(refused.data.results).toMatchObject([{ ok: false, code: codes.stateForbids }])
    const both = await as('agent', 'renew', { ids: [data.id, boss.id], days: 30 })
    expect(both.data.results.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  })
})

describe('whoever is deleted', () => {
  test('is gone from lists and cannot sign in; its name is free, and the log keeps it', async () => {
    const user = await newElement()
    const { token } = (await signIn(user.user_name)).data
    expect((await as('manager', 'del', { ids: [user.id] })).data.results).toEqual([{ id: user.id, ok: true }])
    expect((await list('manager', { id: user.id })).data.items).toEqual([])
    expect(await server.call('v2/user/info', { token })).toMatchObject({ code: codes.signedOutElsewhere })
    expect(await signIn(user.user_name)).toMatchObject({ code: codes.wrongCredentials })
    expect(outcome(await as('manager', 'edit', { id: user.id, note: 'x' }))).toBe(codes.notFound)
    const log = await logOf(`user:${user.id}`)
    expect(JSON.parse(log.at(-1)?.detail ?? '')).toMatchObject({ before: { user_name: user.user_name } })
    await newElement({ user_name: user.user_name })
  })

  test('has nobody and nothing left: what is left is named', async () => {
    const { id } = await store.user('manager')
    const { data } = await as('agent', 'del', { ids: [id] })
    expect(data.results).toEqual([
      { id, ok: false, code: codes.stateForbids, message: expect.stringMatching(/名下还有 \d+ 名下级/) },
    ])
  })

  test('goes with everybody below in one batch', async () => {
    const body = { user_name: newName(), password: testPassword }
    const boss = (await as('agent', 'add', { ...body, role: 'manager' })).data
    const below = { ...body, user_name: newName(), role: 'element', parent_id: boss.id }
    const { id } = (await as('agent', 'add', below)).data
    const { data } = await as('agent', 'del', { ids: [boss.id, id] })
    expect(data.results.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  })
})

describe('a batch', () => {
  test('of all that match takes those below the caller, in one transaction and one entry', async () => {
    const made = [await newElement({ note: 'b' }), await newElement({ note: 'b' })]
    await store.db.updateTable('users').set({ enabled: false }).where('note', '=', 'b').execute()
    const { data } = await as('manager', 'switch', { matching: { enabled: false, role: ['element'] }, enabled: true })
    expect(data.results.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    const [entry] = (await logOf('user:*')).slice(-1)
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ after: { enabled: true, count: data.results.length } })
  })

  test('never takes the caller along', async () => {
    const { data } = await as('manager', 'switch', { matching: {}, enabled: true })
    const { id } = await store.user('manager')
    expect(data.results.length).toBeGreaterThan(0)
    expect(data.results.map((result: { id: number }) => result.id)).not.toContain(id)
  })

  test('takes ids or a filter, not both and not neither', async () => {
    for (const body of [{}, { ids: [1], matching: {} }])
      expect(Object.keys((await as('manager', 'del', body)).data.fields)).toEqual(['ids'])
  })
})

describe('the list of users', () => {
  test('pages by cursor in any order without leaving anybody out', async () => {
    for (const sort of ['user_name', '-expires_at', 'last_login_at', '-created_at', 'role', 'thread_number', '-id']) {
      const whole = (await list('admin', { sort, limit: 500 })).data
      const ids: number[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data }: Answer = await list('admin', { sort, limit: 3, ...(cursor !== '' && { cursor }) })
        ids.push(...data.items.map(({ id }: { id: number }) => id))
        cursor = data.next_cursor
      }
      expect(ids).toEqual(whole.items.map(({ id }: { id: number }) => id))
      expect(ids.length).toBe(whole.total)
    }
  })

  test('is narrowed to those right below somebody, to roles, states and services', async () => {
    const { id } = await store.user('manager')
    const below = (await list('agent', { parent_id: id })).data
    expect(new Set(below.items.map(({ parent_id }: { parent_id: number }) => parent_id))).toEqual(new Set([id]))
    const manager = (await list('agent', { id })).data.items[0]
    expect(manager.subordinate_count).toBe(below.total)
    const user = await newElement({ expires_at: Date.now() + 2 * day })
    const idsWith = async (query: Record<string, string | boolean | string[]>) =>
      (await list('manager', query)).data.items.map((one: { id: number }) => one.id)
    expect(await idsWith({ service: ['expiring', 'expired'] })).toContain(user.id)
    expect(await idsWith({ service: ['running', 'none'] })).not.toContain(user.id)
    expect(await idsWith({ role: ['manager', 'agent'] })).toEqual([id])
    expect(await idsWith({ enabled: false })).not.toContain(user.id)
    expect((await list('manager', { parent_id: stranger.manager })).data.items).toEqual([])
  })

  test('can be saved as a file, without what a spreadsheet would run', async () => {
    const { user_name } = await newElement({ note: '=1+1' })
    const { data } = await server.call('v2/user/export', { token: tokens.manager, query: { user_name } })
    const [header, row] = parse(data, { bom: true })
    expect(header).toContain('用户名')
    expect(row).toContain(user_name)
    expect(row).toContain("'=1+1")
  })
})
