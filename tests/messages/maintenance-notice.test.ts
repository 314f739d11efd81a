import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { noticeTask } from '../../domain/user-messages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'

let server: TestServer
let store: TestStore
let admin: string
let element: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
  element = await server.signIn('element')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const edit = (token: string, content: unknown) => server.call('v2/maintain/edit', { token, body: { content } })
const notice = async () => (await server.call('v2/maintain/notify', { token: element })).data
const edits = async () =>
  (await store.db.selectFrom('operation_log').select('id').where('action', '=', 'notice.edit').execute()).length

test('there is none at first', async () => {
  expect(await notice()).toEqual({ content: '', updated_at: null })
})

test('it is the last one written, for everybody, and every open console hears of it', async () => {
  const tab = await openUserSocket(server, element)
  const { data: first } = await edit(admin, '  今晚 22:00 维护 <b>🛠</b> ')
  expect(first).toEqual({ content: '今晚 22:00 维护 <b>🛠</b>', updated_at: expect.closeTo(Date.now(), -5) })
  expect(await notice()).toEqual(first)
  expect(await tab.next(noticeTask)).toEqual({ task_type: noticeTask, notice: first })
  tab.close()
  const { data: second } = await edit(await server.signIn('security'), '推迟')
  expect(await notice()).toEqual(second)
  expect(second.updated_at).toBeGreaterThan(first.updated_at)
})

test('it is removed by writing nothing', async () => {
  await edit(admin, '维护')
  expect(await edit(admin, ' ')).toMatchObject({ code: codes.ok, data: { content: '' } })
  expect(await notice()).toMatchObject({ content: '' })
})

test('it has at most 500 characters and none that cannot be kept', async () => {
  expect(await edit(admin, '维'.repeat(500))).toMatchObject({ code: codes.ok })
  for (const content of ['维'.repeat(501), 'x'.repeat(10_000), 'a\0', {}, undefined])
    expect((await edit(admin, content)).data.fields).toHaveProperty('content')
  expect(await notice()).toMatchObject({ content: '维'.repeat(500) })
})

test('each edit leaves a trace in the operation log', async () => {
  const before = await edits()
  await edit(admin, 'logged')
  expect(await edits()).toBe(before + 1)
})
