import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { sessionOverTask } from '../../domain/user-messages.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
const newPassword = 'battery-staple-2'

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const signIn = (user_name: string, password = testPassword) =>
  server.call('v2/user/login', { body: { user_name, password } })

let people = 0

/** Somebody new, with two sessions. */
async function newcomer() {
  people += 1
  const user = await store.addUser({ user_name: `person-${people}`, role: 'manager' }, 'agent')
  const [here, elsewhere] = [await signIn(user.user_name), await signIn(user.user_name)]
  return { ...user, here: String(here.data.token), elsewhere: String(elsewhere.data.token) }
}

const modify = (token: string, new_password = newPassword, old_password = testPassword) =>
  server.call('v2/user/pwd/modify', { token, body: { old_password, new_password } })

describe('a changed password', () => {
  test('is the one that counts from then on', async () => {
    const { user_name, here } = await newcomer()
    expect(await modify(here)).toMatchObject({ code: codes.ok, data: null })
    expect(await signIn(user_name)).toMatchObject({ code: codes.wrongCredentials })
    expect(await signIn(user_name, newPassword)).toMatchObject({ code: codes.ok })
  })

  test("ends every session of the user, this one too, and nobody else's", async () => {
    const { here, elsewhere, id } = await newcomer()
    const other = await newcomer()
    await modify(here)
    for (const token of [here, elsewhere])
      expect(await server.call('v2/user/info', { token })).toMatchObject({ code: codes.signedOutElsewhere })
    expect(await server.call('v2/user/info', { token: other.here })).toMatchObject({ code: codes.ok })
    const log = await store.db.selectFrom('operation_log').select('action').where('target', '=', `user:${id}`).execute()
    expect(log).toEqual([{ action: 'user.password' }])
  })

  test('is told to every open console of the user, which is then closed', async () => {
    const { here, elsewhere } = await newcomer()
    const ends = await Promise.all(
      [here, elsewhere].map(async (token) => {
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/restful/v2/ws/user?token=${token}`)
        await once(socket, 'open')
        return { message: once(socket, 'message'), closed: once(socket, 'close') }
      }),
    )
    await modify(here)
    for (const { message, closed } of ends) {
      expect(JSON.parse(String((await message)[0]))).toMatchObject({ task_type: sessionOverTask })
      expect((await closed)[0]).toBe(4401)
    }
  })

  test('is kept, and the sessions end, also where nobody waits for the answer', async () => {
    const { here, elsewhere, user_name } = await newcomer()
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/restful/v2/ws/user?token=${elsewhere}`)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    const leaving = new AbortController()
    const answer = fetch(`${server.url}/api/restful/v2/user/pwd/modify`, {
      method: 'POST',
      headers: { 'X-Token': here, 'Content-Type': 'application/json' },
      body: JSON.stringify({ old_password: testPassword, new_password: newPassword }),
      signal: leaving.signal,
    })
    const user = await store.user(user_name)
    await expect
      .poll(async () => (await store.user(user_name)).password_hash, { interval: 1 })
      .not.toBe(user.password_hash)
    leaving.abort()
    await answer.catch(() => {})
    expect((await closed)[0]).toBe(4401)
  })

  test('frees the phones that the user controls', async () => {
    const { here, id, path } = await newcomer()
    const box = await store.boxes.byCode('B01')
    if (box === undefined) throw new Error('there is no box B01')
    const { id: deviceId } = await store.db
      .insertInto('devices')
      .values({
        box_id: box.id,
        slot: people,
        serial: `HELD${people}`,
        name: `B01-${people}`,
        owner_id: id,
        owner_path: path,
        region: 'us-west',
        status: 'idle',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const query = { id: deviceId, mode: 'control' }
    expect(await server.call('v2/device/stream/point', { token: here, query })).toMatchObject({ code: codes.ok })
    await modify(here)
    expect(await store.db.selectFrom('control_leases').select('id').execute()).toEqual([])
    const device = await store.db.selectFrom('devices').selectAll().where('id', '=', deviceId).executeTakeFirst()
    expect(device).toMatchObject({ status: 'idle', in_use_by: null, in_use_since: null })
  })

  test('asked for twice at once is changed once', async () => {
    const { here, elsewhere, user_name } = await newcomer()
    const answers = await Promise.all([modify(here, 'first-choice-1'), modify(elsewhere, 'second-choice-2')])
    const won = answers.findIndex(({ code }) => code === codes.ok)
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(await signIn(user_name, ['first-choice-1', 'second-choice-2'][won])).toMatchObject({ code: codes.ok })
    expect(await signIn(user_name, ['second-choice-2', 'first-choice-1'][won])).toMatchObject({
      code: codes.wrongCredentials,
    })
  })
})

describe('what is refused, and changes nothing:', () => {
  test('a wrong old password, told as a field', async () => {
    const { here, user_name } = await newcomer()
    expect(await modify(here, newPassword, 'not-it-1')).toMatchObject({
      code: codes.invalidInput,
      status: 400,
      data: { fields: { old_password: '原密码错误' } },
    })
    expect(await signIn(user_name)).toMatchObject({ code: codes.ok })
    expect(await server.call('v2/user/info', { token: here })).toMatchObject({ code: codes.ok })
  })

  test.each([
    ['too short', 'abc1234', '至少 8 个字符'],
    ['too long', 'abcdefghij1234567890x', '最多 20 个字符'],
    ['without a digit', 'only-letters', '必须同时包含字母和数字，且不含空格'],
    ['without a letter', '1234-5678', '必须同时包含字母和数字，且不含空格'],
    ['with a space', 'abcd 1234', '必须同时包含字母和数字，且不含空格'],
    ['not of ASCII', '密码密码密码ab12', '必须同时包含字母和数字，且不含空格'],
    ['with a zero character', 'abcd1234\0', '必须同时包含字母和数字，且不含空格'],
  ])('a new password %s', async (_what, password, text) => {
    const { here } = await newcomer()
    expect(await modify(here, password)).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { new_password: text } },
    })
    expect(await modify(here, 'abcdefg1')).toMatchObject({ code: codes.ok })
  })

  test('guessing the old password, after a few tries, even with the right one', async () => {
    const { here, user_name } = await newcomer()
    const other = await newcomer()
    const guesses = await Promise.all(Array.from({ length: 10 }, (_, i) => modify(here, newPassword, `guess-${i}`)))
    expect(new Set(guesses.map(({ code }) => code))).toEqual(new Set([codes.invalidInput]))
    expect(await modify(here)).toMatchObject({ code: codes.tooManyTries, status: 429 })
    expect(await signIn(user_name)).toMatchObject({ code: codes.ok })
    expect(await modify(other.here)).toMatchObject({ code: codes.ok })
  })
})

test('neither password stands in the log', async () => {
  const { here } = await newcomer()
  await modify(here, 'unheard-of-3', 'never-message-4')
  await modify(here, 'unheard-of-3')
  expect(server.lines.join('\n')).not.toMatch(/unheard-of-3|never-message-4|correct-horse-1/)
})
