import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { UserRow } from '../../server/store/users.ts'
import { beginCall } from '../support/late-body.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let admin: string
let boss: UserRow
let member: UserRow
let token: string
let teams = 0

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})
beforeEach(async () => {
  teams += 1
  boss = await store.addUser({ user_name: `late-boss-${teams}`, role: 'manager' }, 'agent')
  member = await store.addUser({ user_name: `late-${teams}`, role: 'element' }, boss)
  const body = { user_name: boss.user_name, password: testPassword }
  token = (await server.call('v2/user/login', { body })).data.token
})

const begin = (path: string, body: object) => beginCall(server, token, path, body)
const reset = () => begin('v2/user/pwd/reset', { id: member.id, new_password: 'another-horse-2' })
const passwordOf = async ({ id }: UserRow) => (await store.users.byId(id))?.password_hash

test.each([
  ['was disabled', () => server.call('v2/user/switch', { token: admin, body: { ids: [boss.id], enabled: false } })],
  ['signed out', () => server.call('v2/user/logout', { token, body: {} })],
  ['is of another role', () => sql`update users set role = 'element' where id = ${boss.id}`.execute(store.db)],
  [
    'has no session any more',
    () => sql`update sessions set expires_at = 1 where user_id = ${boss.id}`.execute(store.db),
  ],
])('a body that comes after its caller %s changes nothing', async (_, take) => {
  const before = await passwordOf(member)
  const late = await reset()
  await take()
  expect([codes.signedOutElsewhere, codes.tokenExpired]).toContain((await late.finish()).code)
  expect(await passwordOf(member)).toBe(before)
})

test('a body that comes after the service of its caller ended uses no phone', async () => {
  const late = await begin('v2/device/shell', { id: 1, command: 'id' })
  await sql`update users set expiration = 0 where id = ${boss.id}`.execute(store.db)
  expect((await late.finish()).code).toBe(codes.stateForbids)
})

test('what waited for the very change that disabled its caller is undone', async () => {
  const before = await passwordOf(member)
  const disabling = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const disabled = store.transaction(async (tx) => {
    await tx.users.lockMany([boss.id])
    locked.resolve()
    await disabling.promise
    await tx.users.setEnabled([boss.id], false)
    await tx.sessions.endAllOf(boss.id, Date.now())
  })
  await locked.promise
  const waiting = server.call('v2/user/pwd/reset', { token, body: { id: member.id, new_password: 'another-horse-2' } })
  await expect.poll(() => store.waitingForLocks(), { timeout: 20_000 }).toBe(1)
  disabling.resolve()
  await disabled
  expect((await waiting).code).toBe(codes.signedOutElsewhere)
  expect(await passwordOf(member)).toBe(before)
})

test('signing out and changing one’s own password end the session that does it, and are done', async () => {
  const body = { old_password: testPassword, new_password: 'another-horse-2' }
  expect((await server.call('v2/user/pwd/modify', { token, body })).code).toBe(codes.ok)
  const again = { user_name: boss.user_name, password: 'another-horse-2' }
  const { data } = await server.call('v2/user/login', { body: again })
  expect((await server.call('v2/user/logout', { token: data.token, body: {} })).code).toBe(codes.ok)
})
