import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore

beforeAll(async () => {
  server = await startServer({ env: { CAPTCHA: 'on' } })
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

let captchas = 0

/** A captcha whose answer the test knows: only its hash is kept, so no drawn one can be read back. */
async function captcha({ answer = 'K7XM', expiresIn = 60_000 } = {}): Promise<string> {
  captchas += 1
  const id = `captcha-${captchas}`
  const answer_hash = createHash('sha256').update(`${id}:${answer}`).digest()
  await store.captchas.add({ id, answer_hash, expires_at: Date.now() + expiresIn })
  return id
}

const signIn = async (user_name: string, password: string, captcha_id?: string, captcha_val = 'K7XM') => {
  const body = { user_name, password, captcha_id: captcha_id ?? (await captcha()), captcha_val }
  return server.call('v2/user/login', { body })
}

test('the right name, password and captcha open a session; space around the name is ignored', async () => {
  const { code, data } = await signIn('  manager ', testPassword)
  expect(code).toBe(codes.ok)
  const info = await server.call('v2/user/info', { token: data.token })
  expect(info).toMatchObject({ code: codes.ok, data: { user_name: 'manager', role: 'manager' } })
  expect((await store.user('manager')).last_login_ip).toBe('127.0.0.1')
})

test('a wrong password and an unknown name get the same answer', async () => {
  const wrongPassword = await signIn('manager', 'not-it')
  const unknownName = await signIn('nobody', testPassword)
  expect(wrongPassword).toMatchObject({ code: codes.wrongCredentials, status: 401 })
  expect(unknownName).toEqual(wrongPassword)
})

test('a captcha is a picture, and its answer is not kept', async () => {
  const { data } = await server.call('v2/user/captcha')
  expect(data.required).toBe(true)
  const picture = Buffer.from(data.image.replace('data:image/png;base64,', ''), 'base64')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.readUInt32BE(16)).toBe(132)
  const kept = await store.captchas.take(data.captcha_id)
  expect(kept?.answer_hash).toHaveLength(32)
})

test('a captcha may be written in small letters', async () => {
  expect(await signIn('manager', testPassword, await captcha(), ' k7xm ')).toMatchObject({ code: codes.ok })
})

test('a wrong, a stale, a made-up and a missing captcha are refused', async () => {
  expect(await signIn('manager', testPassword, await captcha(), 'WRONG')).toMatchObject({ code: codes.wrongCaptcha })
  expect(await signIn('manager', testPassword, await captcha({ expiresIn: -1 }))).toMatchObject({
    code: codes.wrongCaptcha,
  })
  expect(await signIn('manager', testPassword, 'made-up')).toMatchObject({ code: codes.wrongCaptcha })
  const body = { user_name: 'manager', password: testPassword }
  expect(await server.call('v2/user/login', { body })).toMatchObject({ code: codes.wrongCaptcha })
})

test('a captcha serves one try, whether the password was right or not', async () => {
  const id = await captcha()
  expect(await signIn('manager', 'not-it', id)).toMatchObject({ code: codes.wrongCredentials })
  expect(await signIn('manager', testPassword, id)).toMatchObject({ code: codes.wrongCaptcha })
})

test('who guesses a password has to wait, and nobody else', async () => {
  await store.addUser({ user_name: 'guessed', role: 'element' }, 'manager')
  for (let guess = 0; guess < 10; guess += 1)
    expect(await signIn('guessed', `guess ${guess}`)).toMatchObject({ code: codes.wrongCredentials })
  expect(await signIn('guessed', testPassword)).toMatchObject({ code: codes.tooManyTries, status: 429 })
  expect(await signIn('element', testPassword)).toMatchObject({ code: codes.ok })
})

test('a disabled user is told so, but only with the right password', async () => {
  const user = await store.addUser({ user_name: 'away', role: 'element', enabled: false }, 'manager')
  expect(await signIn('away', 'not-it')).toMatchObject({ code: codes.wrongCredentials, message: '用户名或密码错误' })
  expect(await signIn('away', testPassword)).toMatchObject({
    code: codes.wrongCredentials,
    message: expect.stringContaining('停用'),
  })
  expect(user.enabled).toBe(false)
})

test('disabling a user ends its sessions', async () => {
  const { id } = await store.addUser({ user_name: 'leaving', role: 'element' }, 'manager')
  const { data } = await signIn('leaving', testPassword)
  await store.db.updateTable('users').set({ enabled: false }).where('id', '=', id).execute()
  expect(await server.call('v2/user/info', { token: data.token })).toMatchObject({ code: codes.signedOutElsewhere })
})

test('a session that was signed out, one that expired and one that never was are told apart', async () => {
  const { data: signedOut } = await signIn('manager', testPassword)
  await server.call('v2/user/logout', { token: signedOut.token, body: {} })
  expect(await server.call('v2/user/info', { token: signedOut.token })).toMatchObject({
    code: codes.signedOutElsewhere,
    status: 401,
  })

  const { data: expired } = await signIn('manager', testPassword)
  const token_hash = createHash('sha256').update(expired.token).digest()
  await store.db.updateTable('sessions').set({ expires_at: 1 }).where('token_hash', '=', token_hash).execute()
  expect(await server.call('v2/user/info', { token: expired.token })).toMatchObject({ code: codes.tokenExpired })

  expect(await server.call('v2/user/info', { token: 'forged' })).toMatchObject({ code: codes.illegalToken })
})

test('a session lives on while it is used', async () => {
  const { data } = await signIn('manager', testPassword)
  const token_hash = createHash('sha256').update(data.token).digest()
  const anHourAgo = Date.now() - 3_600_000
  const soon = Date.now() + 60_000
  await store.db
    .updateTable('sessions')
    .set({ last_seen_at: anHourAgo, expires_at: soon })
    .where('token_hash', '=', token_hash)
    .execute()
  await server.call('v2/user/info', { token: data.token })
  const session = await store.sessions.byTokenHash(token_hash)
  expect(session?.expires_at).toBeGreaterThan(soon)
  expect(session?.last_seen_at).toBeGreaterThan(anHourAgo)
})

test('no password and no token is kept in clear', async () => {
  const { data } = await signIn('manager', testPassword)
  const user = await store.user('manager')
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const sessions = await store.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(sessions)).not.toContain(data.token)
})
