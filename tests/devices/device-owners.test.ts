import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schemas } from '../../server/http/contract.ts'
import type { UserRow } from '../../server/store/users.ts'
import { startServer, type CallOptions, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let owners: Record<'manager' | 'element' | 'agent' | 'stranger', UserRow>
let tokens: Record<'admin' | 'agent' | 'manager' | 'element', string>

/** The names of all phones that are there at first. */
const first = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']

/** Phones of somebody, by name; some of them held. */
async function addPhones(owner: Pick<UserRow, 'id' | 'path'>, names: readonly string[], heldBy?: UserRow) {
  const box = await store.boxes.byCode('B01')
  const { most } = await store.db
    .selectFrom('devices')
    .select(({ fn }) => fn.max<number | null>('slot').as('most'))
    .executeTakeFirstOrThrow()
  const rows = names.map((name, index) => ({
    box_id: box?.id ?? 0,
    slot: (most ?? 0) + index + 1,
    serial: `S-${name}`,
    name,
    owner_id: owner.id,
    owner_path: owner.path,
    region: 'us-west',
    status: heldBy === undefined ? ('idle' as const) : ('in_use' as const),
    in_use_by: heldBy?.id ?? null,
  }))
  await store.db.insertInto('devices').values(rows).execute()
}

/** The names of a whole list, two a page. */
async function names(role: keyof typeof tokens, query: CallOptions['query'] = {}): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { data } = await server.call('v3/device/list', {
      token: tokens[role],
      query: { sort: 'name', limit: 2, ...query, cursor },
    })
    found.push(...data.items.map(({ name }: Schemas['Device']) => name))
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  const stranger = await store.addUser({ user_name: 'stranger', role: 'manager' }, 'agent')
  const [manager, element, agent] = [
    await store.user('manager'),
    await store.user('element'),
    await store.user('agent'),
  ]
  owners = { manager, element, agent, stranger }
  const [a, b, c, d] = [
    await server.signIn('admin'),
    await server.signIn('agent'),
    await server.signIn('manager'),
    await server.signIn('element'),
  ]
  tokens = { admin: a, agent: b, manager: c, element: d }
  await addPhones(manager, ['a', 'd', 'g'])
  await addPhones(manager, ['e'], manager)
  await addPhones(element, ['b', 'h'])
  await addPhones(stranger, ['c', 'i'])
  await addPhones(stranger, ['f'], manager)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

test('phones of several owners come in one order, those that the caller holds of others among them, each once', async () => {
  expect(await names('manager')).toEqual(['a', 'b', 'd', 'e', 'f', 'g', 'h'])
  expect(await names('manager', { sort: '-name' })).toEqual(['h', 'g', 'f', 'e', 'd', 'b', 'a'])
  expect(await names('manager', { status: 'in_use' })).toEqual(['e', 'f'])
  expect(await names('element')).toEqual(['b', 'h'])
  expect(await names('agent')).toEqual(first)
  expect(await names('admin')).toEqual(first)
})

test('one owner is asked for by whoever may see it', async () => {
  const { manager, element, stranger } = owners
  expect(await names('admin', { owner_id: stranger.id })).toEqual(['c', 'f', 'i'])
  expect(await names('agent', { owner_id: manager.id })).toEqual(['a', 'd', 'e', 'g'])
  expect(await names('manager', { owner_id: element.id })).toEqual(['b', 'h'])
  expect(await names('manager', { owner_id: stranger.id })).toEqual(['f'])
  expect(await names('element', { owner_id: manager.id })).toEqual([])
})

test('so do more phones of more owners than are merged', async () => {
  const [teams, each] = [26, 200] // Their first pages would be 5,200 rows.
  const { agent, stranger } = owners
  const places = Array.from({ length: teams }, (_, index) => {
    const id = stranger.id + 100 + index
    return { id, path: `${agent.path}/${id}` }
  })
  await store.db
    .insertInto('users')
    .values(places.map((one) => ({ ...one, user_name: `team-${one.id}`, role: 'manager', password_hash: '' })))
    .execute()
  const added = Array.from({ length: each }, (_, index) => `z-${String(index).padStart(3, '0')}`)
  for (const one of places)
    await addPhones(
      one,
      added.map((name) => `${name}-${one.id}`),
    )
  const all = places.flatMap(({ id }) => added.map((name) => `${name}-${id}`)).toSorted()
  expect(await names('agent', { limit: 500 })).toEqual([...first, ...all])
  expect(await names('manager', { limit: 500 })).toEqual(['a', 'b', 'd', 'e', 'f', 'g', 'h'])
})
