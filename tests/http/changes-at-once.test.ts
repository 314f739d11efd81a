import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { UserRow } from '../../server/store/users.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** Resolves once so many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  while ((await store.waitingForLocks()) < count);
}

/** Undoes what held the others up. */
class LetGo extends Error {}

test('whoever is added below somebody whose modules are being taken away does not keep them', async () => {
  const admin = await server.signIn('admin')
  const reseller = await store.addUser({ user_name: 'reseller', role: 'agent', modules: ['temu', 'amazon'] }, 'admin')
  const boss = await store.addUser({ user_name: 'boss', role: 'manager', modules: ['temu', 'amazon'] }, 'reseller')
  const calls: Promise<unknown>[] = []
  const post = (path: string, body: object) => server.call(`v2/user/${path}`, { token: admin, body })
  await store.db
    .transaction()
    .execute(async (tx) => {
      // The name is taken until this is undone: the call that adds it waits for it, with its locks held.
      await tx
        .insertInto('users')
        .values({ user_name: 'racer', password_hash: '', role: 'element', parent_id: boss.id, path: 'x' })
        .execute()
      calls.push(
        post('add', {
          user_name: 'racer',
          password: testPassword,
          role: 'element',
          parent_id: boss.id,
          modules: ['temu'],
        }),
      )
      await waiting(1)
      calls.push(post('edit', { id: reseller.id, modules: ['amazon'] }))
      await waiting(2)
      throw new LetGo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof LetGo)) throw error
    })
  expect(await Promise.all(calls)).toMatchObject([{ code: codes.ok }, { code: codes.ok }])
  expect((await store.user('boss')).modules).toEqual(['amazon'])
  expect((await store.user('racer')).modules).toEqual([])
})

test('no environment stays in a group that is deleted while it is being moved there', async () => {
  const token = await server.signIn('manager')
  const market = 'amazon'
  const post = (path: string, body: object) => server.call(`v2/${path}`, { token, body })
  const group = (await post('group/add', { market, name: 'short-lived' })).data.id
  const { id } = (await post('environment/add', { market, name: 'moved' })).data
  const calls: Promise<unknown>[] = []
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('environments').select('id').where('id', '=', id).forUpdate().execute()
    calls.push(post('environment/move', { market, ids: [id], tags: [group] }))
    await waiting(1)
    const deleted = post('group/del', { ids: [group] })
    calls.push(deleted)
    await Promise.race([deleted, waiting(2)])
  })
  expect(await Promise.all(calls)).toMatchObject([{ code: codes.ok }, { code: codes.ok }])
  const { data } = await server.call('v2/environment/list', { token, query: { market, id } })
  expect(data.items.map(({ tags }: { tags: number[] }) => tags)).toEqual([[]])
})

test('changes that wait for each other are both made, one of them at its second try', async () => {
  const [left, right] = await Promise.all(
    ['left', 'right'].map((user_name) => store.addUser({ user_name, role: 'manager' }, 'admin')),
  )
  if (left === undefined || right === undefined) throw new Error('they were not added')
  const bothBegan = Promise.withResolvers<void>()
  const committed: string[] = []
  let tries = 0
  const change = (first: UserRow, second: UserRow) =>
    store.transaction(async (tx) => {
      await tx.users.lock(first.id)
      tries += 1
      if (tries === 2) bothBegan.resolve()
      await bothBegan.promise
      tx.afterCommit(() => committed.push(first.user_name))
      await tx.users.change(second.id, { note: `changed with ${first.user_name}` })
    })
  await Promise.all([change(left, right), change(right, left)])
  expect(tries).toBe(3)
  expect(committed.toSorted()).toEqual(['left', 'right'])
  const notes = await Promise.all([left, right].map(async ({ id }) => (await store.users.byId(id))?.note))
  expect(notes).toEqual(['changed with right', 'changed with left'])
})
