import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let nextAddress = 0

beforeAll(async () => {
  // Each newcomer comes from an address of its own, so that the limit of one does not stop another.
  server = await startServer({ env: { TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost' } })
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const codeOf = async (token: string): Promise<string> =>
  (await server.call('v2/user/invitecode', { token })).data.invite_code

const register = (body: object, address = `10.0.0.${(nextAddress += 1)}`) =>
  server.call('v2/user/register', { body, headers: { 'X-Forwarded-For': address } })

const signIn = (user_name: string, password = testPassword) =>
  server.call('v2/user/login', { body: { user_name, password } })

describe('an invite code', () => {
  test('is made once, and is the same ever after, also when it is first asked for twice at once', async () => {
    const token = await server.signIn('agent')
    const [first, second] = await Promise.all([codeOf(token), codeOf(token)])
    expect(first).toMatch(/^[2-9A-Z]{10}$/)
    expect(second).toBe(first)
    expect(await codeOf(await server.signIn('agent'))).toBe(first)
    expect(await codeOf(await server.signIn('manager'))).not.toBe(first)
    const { id } = await store.user('agent')
    const log = await store.db.selectFrom('operation_log').select('action').where('target', '=', `user:${id}`).execute()
    expect(log).toEqual([{ action: 'user.invite' }])
  })

  test('that strangers have come to know is replaced: nobody registers with it any more, and whoever has stays', async () => {
    const inviter = await store.addUser({ user_name: 'betrayed', role: 'manager' }, 'agent')
    const { token } = (await signIn('betrayed')).data
    const known = await codeOf(token)
    expect(await register({ user_name: 'a-friend', password: testPassword, invite_code: known })).toMatchObject({
      code: codes.ok,
    })

    const renewed = await server.call('v2/user/invitecode/renew', { token, body: {} })
    expect(renewed.data.invite_code).toMatch(/^[2-9A-Z]{10}$/)
    expect(renewed.data.invite_code).not.toBe(known)
    expect(await codeOf(token)).toBe(renewed.data.invite_code)

    expect(await register({ user_name: 'a-stranger', password: testPassword, invite_code: known })).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { invite_code: '邀请码无效' } },
    })
    const later = { user_name: 'another-friend', password: testPassword, invite_code: renewed.data.invite_code }
    expect(await register(later)).toMatchObject({ code: codes.ok, data: { role: 'element' } })
    expect(await store.user('a-friend')).toMatchObject({ parent_id: inviter.id, enabled: true })
    const log = await store.db
      .selectFrom('operation_log')
      .select(['action', 'detail'])
      .where('target', '=', `user:${inviter.id}`)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['user.invite', 'user.invite_renew'])
    expect(JSON.stringify(log)).not.toContain(renewed.data.invite_code)
  })
})

describe('who registers', () => {
  test.each([
    ['admin', 'agent'],
    ['agent', 'manager'],
    ['manager', 'element'],
  ] as const)('with the code of an %s becomes its %s', async (inviter: Role, role: Role) => {
    const invite_code = await codeOf(await server.signIn(inviter))
    const above = await store.user(inviter)
    const user_name = `invited-by.${inviter}`
    const answer = await register({ user_name, password: testPassword, invite_code: ` ${invite_code.toLowerCase()} ` })
    expect(answer).toMatchObject({ code: codes.ok, data: { user_name, role } })
    const user = await store.user(user_name)
    expect(user).toMatchObject({
      id: answer.data.id,
      role,
      parent_id: above.id,
      path: `${above.path}/${user.id}`,
      modules: above.modules,
      expiration: 0,
      thread_number: 0,
      enabled: true,
    })
    expect(user.modules.length).toBeGreaterThan(0)
    const { data } = await signIn(user_name)
    expect(await server.call('v2/user/info', { token: data.token })).toMatchObject({ data: { role, expiration: 0 } })
    const log = await store.db
      .selectFrom('operation_log')
      .select(['user_name', 'action'])
      .where('target', '=', `user:${user.id}`)
      .execute()
    expect(log).toEqual([{ user_name, action: 'user.register' }])
  })

  test('may have a Chinese name', async () => {
    const invite_code = await codeOf(await server.signIn('manager'))
    const user_name = '深圳店铺-07'
    expect(await register({ user_name, password: testPassword, invite_code })).toMatchObject({ code: codes.ok })
    expect(await signIn(user_name)).toMatchObject({ code: codes.ok })
  })

  test('cannot have a name that is taken, be it in other case', async () => {
    const invite_code = await codeOf(await server.signIn('manager'))
    for (const user_name of ['manager', 'Admin', 'ELEMENT'])
      expect(await register({ user_name, password: testPassword, invite_code })).toMatchObject({
        code: codes.invalidInput,
        data: { fields: { user_name: '用户名已被使用' } },
      })
  })

  test('twice at once under one name is one account', async () => {
    const invite_code = await codeOf(await server.signIn('manager'))
    const body = { user_name: 'twins', password: testPassword, invite_code }
    const answers = await Promise.all([register(body), register({ ...body, user_name: 'Twins' })])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([codes.ok, codes.invalidInput]))
  })

  test.each([
    ['a name that is too short', { user_name: 'ab' }, 'user_name'],
    ['a name that is too long', { user_name: 'a'.repeat(33) }, 'user_name'],
    ['a name with a space', { user_name: 'a b c' }, 'user_name'],
    ['a name of HTML', { user_name: '<script>' }, 'user_name'],
    ['a name in letters that look alike', { user_name: 'аdmin' }, 'user_name'],
    ['a name that runs backwards', { user_name: 'abc\u202Edef' }, 'user_name'],
    ['a zero character in a name', { user_name: 'abc\0' }, 'user_name'],
    ['a weak password', { password: 'password' }, 'password'],
    ['a password of ten kilobytes', { password: 'a1'.repeat(5_000) }, 'password'],
    ['an invite code that is none', { invite_code: 'NOBODYS234' }, 'invite_code'],
    ['an empty invite code', { invite_code: '' }, 'invite_code'],
    ['an invite code with a zero character', { invite_code: 'A\0' }, 'invite_code'],
    ['a role of its own choice', { role: 'admin' }, 'role'],
    ['a parent of its own choice', { parent_id: 1 }, 'parent_id'],
  ])('with %s is refused, and the field is named', async (_what, change, field) => {
    const invite_code = await codeOf(await server.signIn('manager'))
    const before = await store.db.selectFrom('users').select('id').execute()
    const answer = await register({ user_name: 'somebody', password: testPassword, invite_code, ...change })
    expect(answer).toMatchObject({ code: codes.invalidInput, status: 400 })
    expect(Object.keys(answer.data.fields)).toEqual([field])
    expect(await store.db.selectFrom('users').select('id').execute()).toEqual(before)
  })

  test('with the code of somebody who was disabled, or may have nobody below, is refused', async () => {
    const leaving = await store.addUser({ user_name: 'leaving', role: 'manager' }, 'agent')
    const childless = await store.user('element')
    await store.users.giveInviteCode(leaving.id, 'LEAVING234')
    await store.users.giveInviteCode(childless.id, 'CHILDLESS2')
    const body = { user_name: 'misled', password: testPassword }
    await store.db.updateTable('users').set({ enabled: false }).where('id', '=', leaving.id).execute()
    for (const invite_code of ['LEAVING234', 'CHILDLESS2'])
      expect(await register({ ...body, invite_code })).toMatchObject({
        code: codes.invalidInput,
        data: { fields: { invite_code: '邀请码无效' } },
      })
  })

  test('with the code of somebody below whom somebody was disabled is refused until that is undone', async () => {
    const head = await store.addUser({ user_name: 'branch-head', role: 'agent' }, 'admin')
    const below = await store.addUser({ user_name: 'branch-below', role: 'manager' }, 'branch-head')
    await store.users.giveInviteCode(below.id, 'BRANCH2345')
    const body = { user_name: 'branch-newcomer', password: testPassword, invite_code: 'BRANCH2345' }
    const admin = await server.signIn('admin')
    const enable = (enabled: boolean) =>
      server.call('v2/user/switch', { token: admin, body: { ids: [head.id], enabled } })
    expect((await enable(false)).code).toBe(codes.ok)
    expect(await register(body)).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { invite_code: '邀请码无效' } },
    })
    expect((await enable(true)).code).toBe(codes.ok)
    expect((await register(body)).code).toBe(codes.ok)
  })

  test('again and again from one address has to wait', async () => {
    const body = { user_name: 'guesser', password: testPassword, invite_code: 'GUESS' }
    const tries = await Promise.all(Array.from({ length: 30 }, () => register(body, '10.9.9.9')))
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set([codes.invalidInput]))
    expect(await register(body, '10.9.9.9')).toMatchObject({ code: codes.tooManyTries, status: 429 })
    expect(await register(body, '10.9.9.8')).toMatchObject({ code: codes.invalidInput })
  })
})

test('where captchas are asked for, registering uses one up', async () => {
  const guarded = await startServer({ env: { CAPTCHA: 'on' } })
  const behind = openTestStore(guarded)
  const { id } = await behind.user('manager')
  await behind.users.giveInviteCode(id, 'MANAGER234')
  const answer_hash = createHash('sha256').update('picture:K7XM').digest()
  await behind.captchas.add({ id: 'picture', answer_hash, expires_at: Date.now() + 60_000 })
  const body = { user_name: 'person', password: testPassword, invite_code: 'MANAGER234' }
  const answers = []
  for (const captcha of [
    {},
    { captcha_id: 'picture', captcha_val: 'k7xm' },
    { captcha_id: 'picture', captcha_val: 'K7XM' },
  ])
    answers.push((await guarded.call('v2/user/register', { body: { ...body, ...captcha } })).code)
  expect(answers).toEqual([codes.wrongCaptcha, codes.ok, codes.wrongCaptcha])
  await behind.close()
  await guarded.stop()
})

const contact = async (role: Role) => (await server.call('v2/user/contact', { token: await server.signIn(role) })).data

describe('the contact card', () => {
  test('is of whoever is above the caller, and tells nothing else about them', async () => {
    await store.db
      .updateTable('users')
      .set({ contact_name: '王经理', phone: '+86 755 0000', email: 'wang@example.com', note: 'private' })
      .where('user_name', '=', 'manager')
      .execute()
    expect(await contact('element')).toEqual({
      user_name: 'manager',
      role: 'manager',
      contact_name: '王经理',
      phone: '+86 755 0000',
      email: 'wang@example.com',
    })
    expect(await contact('manager')).toMatchObject({ user_name: 'agent', role: 'agent', contact_name: '' })
  })

  test('is none for an admin, whom nobody is above', async () => {
    expect(await contact('admin')).toBeNull()
  })
})
