import { afterAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { describedOperations, type InputSchema } from '../support/contract-inputs.ts'
import { testPassword } from '../support/server.ts'
import { startTeam } from '../support/team.ts'

const market = 'temu'
const { server, store, manager, element, stranger, post, add, addGroup, stop } = await startTeam(market)
afterAll(stop)

const admin = await server.signIn('admin')
const security = await server.signIn('security')
const agent = await server.signIn('agent')

type Row = { id: number } & Record<string, unknown>
const undo = (id: number, token: string) => server.call('v2/log/undo', { token, body: { id } })

/** What a list answers, but for when rows were changed. */
async function listed(path: string, token: string, query = {}): Promise<Row[]> {
  const { items } = (await server.call(path, { token, query: { limit: 500, ...query } })).data
  return items.map(({ updated_at: _at, trashed_at: _gone, kept_until: _until, ...row }: Row) => row)
}
const environments = () => listed('v2/environment/list', manager, { market, sort: 'name' })
const trashed = () => listed('v2/environment/trash', manager, { market })
/** With the environments that are in them. */
const groups = async () => [...(await listed('v2/group/list', manager, { market })), ...(await environments())]
const users = () => listed('v2/user/list', manager)
const phones = () => listed('v3/device/list', manager)

let names = 0
/** A name that nothing else has. */
const fresh = (what: string) => `${what}-${(names += 1)}`
const two = async (make: () => Promise<number>): Promise<[number, number]> => [await make(), await make()]
const twoEnvironments = () => two(() => add(fresh('shop'), { note: 'as it was' }))
const addUser = async (): Promise<number> =>
  (
    await store.addUser(
      { user_name: fresh('user'), role: 'element', modules: [market], expiration: 30 * 24 * 60 * 60 },
      'manager',
    )
  ).id

const box = (
  await post('box/add', { name: 'Box', code: 'U-1', region: 'us-west', slots: 500, market: undefined }, agent)
).data.box.id
async function addPhone(): Promise<number> {
  const owner = await store.user('manager')
  const name = fresh('phone')
  const place = { box_id: box, slot: names, region: '' }
  const row = { serial: name, name, owner_id: owner.id, owner_path: owner.path, ...place }
  const { id } = await store.db.insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A task that runs once, at a time to come. */
async function addTask(once_at = Date.now() + 86_400_000): Promise<number> {
  const work = { work: { action: 'reboot' }, targets: { filter: {} }, schedule: { once_at, timezone: 'UTC' } }
  return (await server.call('v2/task/add', { token: admin, body: { name: fresh('task'), ...work } })).data.id
}

/** A batch over two rows. */
interface Scene {
  list: () => Promise<Row[]>
  /** Who undoes it; the manager where it is left out. */
  by?: string
  /** Does it and answers what the call did. */
  run: () => ReturnType<typeof post>
  /** The two rows, once it is done. */
  ids: () => readonly [number, number]
  /** Somebody else's change of the first row, or what else keeps it from being what it was. */
  touch: (id: number) => Promise<unknown>
}

async function onEnvironments(path: string, body: object): Promise<Scene> {
  const ids = await twoEnvironments()
  const touch = (id: number) => post('environment/edit', { ids: [id], ...touched[path] })
  return { list: environments, run: () => post(path, { ids, ...body }), ids: () => ids, touch }
}
const elementId = (await store.user('element')).id
const anotherElement = await addUser()
const touched: Record<string, object> = {
  'environment/edit': { note: 'by somebody' },
  'environment/move': { tags: [await addGroup(fresh('group'))] },
  'environment/assign': { owner_id: anotherElement },
}

async function arriving(run: (prefix: string) => ReturnType<typeof post>): Promise<Scene> {
  const prefix = fresh('new')
  let ids: [number, number] = [0, 0]
  return {
    list: environments,
    async run() {
      const answer = await run(prefix)
      const [one, other] = (await environments()).filter(({ name }) => String(name).startsWith(`${prefix}-`))
      ids = [one?.id ?? 0, other?.id ?? 0]
      return answer
    },
    ids: () => ids,
    touch: (id) => post('environment/edit', { ids: [id], note: 'in use by now' }),
  }
}

async function onUsers(path: string, body: object, touch: Scene['touch']): Promise<Scene> {
  const ids = await two(addUser)
  return { list: users, run: () => post(path, { ids, ...body, market: undefined }), ids: () => ids, touch }
}

const purge = (id: number) => post('environment/purge', { ids: [id] })
const note = (id: number) => server.call('v2/device/edit', { token: agent, body: { id, note: 'by somebody' } })
/** Gives somebody else the name of a user, in other letters. */
async function takeName(id: number): Promise<void> {
  const name = (await store.users.byId(id))?.user_name ?? ''
  await store.addUser({ user_name: name.toUpperCase(), role: 'element' }, 'agent')
}

const scenes: Record<string, () => Promise<Scene>> = {
  environmentEdit: () => onEnvironments('environment/edit', { note: 'all alike', region: 'us-west' }),
  environmentMove: async () => onEnvironments('environment/move', { tags: [await addGroup(fresh('group'))] }),
  environmentAssign: () => onEnvironments('environment/assign', { owner_id: elementId }),
  async environmentDel() {
    const ids = await twoEnvironments()
    return { list: environments, run: () => post('environment/del', { ids }), ids: () => ids, touch: purge }
  },
  async environmentRestore() {
    const ids = await twoEnvironments()
    await post('environment/del', { ids })
    const touch = (id: number) => post('environment/edit', { ids: [id], note: 'in use again' })
    return { list: trashed, run: () => post('environment/restore', { ids }), ids: () => ids, touch }
  },
  environmentBatchAdd: () => arriving((prefix) => post('environment/batchadd', { pattern: `${prefix}-{n}`, count: 2 })),
  environmentImport: () =>
    arriving((prefix) =>
      post('environment/import', { rows: [1, 2].map((line) => ({ line, name: `${prefix}-${line}` })) }),
    ),
  async groupDel() {
    const ids = await two(() => addGroup(fresh('group')))
    await add(fresh('shop'), { tags: [ids[1], ids[0]] })
    await add(fresh('shop'), { tags: [ids[0]] })
    const nameOf = new Map((await listed('v2/group/list', manager, { market })).map(({ id, name }) => [id, name]))
    const touch = (id: number) => addGroup(String(nameOf.get(id)))
    return { list: groups, run: () => post('group/del', { ids, market: undefined }), ids: () => ids, touch }
  },
  userSwitch: () =>
    onUsers('user/switch', { enabled: false }, (id) =>
      server.call('v2/user/switch', { token: manager, body: { ids: [id], enabled: true } }),
    ),
  userRenew: () =>
    onUsers('user/renew', { days: 1 }, (id) =>
      server.call('v2/user/renew', { token: agent, body: { ids: [id], days: 1 } }),
    ),
  async userDel() {
    return onUsers('user/del', {}, takeName)
  },
  async deviceEdit() {
    const ids = await two(addPhone)
    const body = { ids, note: 'all alike', owner_id: elementId, start_settings: { fps: 30 } }
    return { list: phones, run: () => post('device/edit', { ...body, market: undefined }), ids: () => ids, touch: note }
  },
  async taskSwitch() {
    const ids = await two(addTask)
    const turn = (wanted: readonly number[], enabled: boolean) =>
      server.call('v2/task/switch', { token: admin, body: { ids: wanted, enabled } })
    const list = () => listed('v2/task/list', admin)
    return { list, by: admin, run: () => turn(ids, false), ids: () => ids, touch: (id) => turn([id], true) }
  },
}

const operations = describedOperations()
const undoable = operations.flatMap((one) => (one.undo === true ? [one.id] : [])).toSorted()

const many = new Set(['ids', 'matching', 'rows', 'count', 'to'])
const isAboutMany = (body: InputSchema | undefined) =>
  Object.keys(body?.properties ?? {}).some((name) => many.has(name))
const rowOf = (rows: Row[], id: number) => rows.find((row) => row.id === id)

test('whatever changes many rows at once says whether it can be undone, or why not', () => {
  const batches = operations.filter(({ body, reads }) => isAboutMany(body) && !reads)
  expect(batches.length).toBeGreaterThan(15)
  expect(batches.flatMap(({ id, undo: says = '' }) => (says === true || says.length > 20 ? [] : [id]))).toEqual([])
  expect(Object.keys(scenes).toSorted()).toEqual(undoable)
})

describe.each(undoable)('%s', (operation) => {
  const begin = async () => {
    const scene = await scenes[operation]?.()
    if (scene === undefined) throw new Error(`nothing is known of ${operation}`)
    return scene
  }

  test('is undone: the list answers what it did before', async () => {
    const { list, run, ids, by = manager } = await begin()
    const before = await list()
    const { data } = await run()
    expect(await list()).not.toEqual(before)
    expect(data.undo.until).toBeGreaterThan(Date.now())
    const { results } = (await undo(data.undo.log_id, by)).data
    expect(results.toSorted((a: Row, b: Row) => a.id - b.id)).toEqual(ids().map((id) => ({ id, ok: true })))
    expect(await list()).toEqual(before)
    expect(await undo(data.undo.log_id, by)).toMatchObject({ code: codes.stateForbids })
  })

  test('leaves a row alone that somebody has changed since, and names it; the other one is put back', async () => {
    const { list, run, ids, touch, by = manager } = await begin()
    const before = await list()
    const { data } = await run()
    const [changed, other] = ids()
    await touch(changed)
    const left = rowOf(await list(), changed)
    const { results } = (await undo(data.undo.log_id, by)).data
    expect(results).toHaveLength(2)
    expect(results).toContainEqual({ id: other, ok: true })
    const refused = results.find(({ id }: Row) => id === changed)
    expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/./) })
    expect([codes.stateForbids, codes.notFound]).toContain(refused.code)
    const after = await list()
    expect(rowOf(after, other)).toEqual(rowOf(before, other))
    expect(rowOf(after, changed)).toEqual(left)
  })
})

test('what was refused is tried again, and is refused no more once nothing is in its way', async () => {
  const [changed, other] = await twoEnvironments()
  const { log_id } = (await post('environment/edit', { ids: [changed, other], note: 'by the batch' })).data.undo
  await post('environment/edit', { ids: [changed], note: 'by somebody' })
  expect((await undo(log_id, manager)).data.results).toMatchObject([{ ok: false }, { ok: true }])
  expect((await undo(log_id, manager)).data.results).toMatchObject([{ id: changed, ok: false }])
  // What was put back stays so, whatever becomes of it now.
  await post('environment/edit', { ids: [other], note: 'newer' })
  await post('environment/edit', { ids: [changed], note: 'by the batch' })
  expect((await undo(log_id, manager)).data.results).toEqual([{ id: changed, ok: true }])
  const notes = new Map((await environments()).map(({ id, note }) => [id, note]))
  expect([notes.get(changed), notes.get(other)]).toEqual(['as it was', 'newer'])
  expect(await undo(log_id, manager)).toMatchObject({ code: codes.stateForbids })
})

describe('who may', () => {
  test('those above undo what is theirs to do, and nobody else anything', async () => {
    for (const [above, token] of [
      ['manager', manager],
      ['agent', agent],
      ['security', security],
      ['admin', admin],
    ] as const) {
      const id = await addUser()
      const body = { ids: [id], enabled: false }
      const { log_id } = (await server.call('v2/user/switch', { token: manager, body })).data.undo
      for (const other of [element, stranger]) expect(await undo(log_id, other)).toMatchObject({ code: codes.notFound })
      expect((await undo(log_id, token)).data.results, above).toEqual([{ id, ok: true }])
      expect((await store.users.byId(id))?.enabled).toBe(true)
    }
  })

  test('platform roles undo their own batches', async () => {
    for (const token of [agent, security, admin]) {
      const id = await addPhone()
      const { undo: kept } = (await server.call('v2/device/edit', { token, body: { ids: [id], note: 'x' } })).data
      expect(await undo(kept.log_id, manager)).toMatchObject({ code: codes.notFound })
      expect((await undo(kept.log_id, token)).data.results).toEqual([{ id, ok: true }])
    }
  })

  test('nobody undoes what its role may not do', async () => {
    const [id] = await twoEnvironments()
    const { log_id } = (await post('environment/edit', { ids: [id], note: 'x' })).data.undo
    for (const token of [agent, security, admin])
      expect(await undo(log_id, token)).toMatchObject({ code: codes.notFound })
  })

  test('whose rights have gone since is refused row by row', async () => {
    const id = await addPhone()
    const { log_id } = (await post('device/edit', { ids: [id], note: 'x', market: undefined })).data.undo
    const owner_id = (await store.user('agent')).id
    await server.call('v2/device/edit', { token: agent, body: { ids: [id], owner_id } })
    expect((await undo(log_id, manager)).data.results).toMatchObject([{ id, ok: false, code: codes.notFound }])
  })
})

test('users who come back sign in with the passwords that they had; a manager comes back with its team', async () => {
  const leader = await store.addUser({ user_name: fresh('leader'), role: 'manager', modules: [market] }, 'agent')
  const member = await store.addUser({ user_name: fresh('member'), role: 'element', modules: [market] }, leader)
  const ids = [leader.id, member.id]
  const signIn = ({ user_name }: { user_name: string }) =>
    server.call('v2/user/login', { body: { user_name, password: testPassword } })
  const { data } = await server.call('v2/user/del', { token: agent, body: { ids } })
  expect((await signIn(member)).code).not.toBe(codes.ok)
  expect((await undo(data.undo.log_id, agent)).data.results).toEqual(ids.map((id) => ({ id, ok: true })))
  for (const user of [leader, member]) expect(await signIn(user)).toMatchObject({ code: codes.ok })
})

test('a renewal that is undone ends the services below with it', async () => {
  const leader = await store.addUser({ user_name: fresh('leader'), role: 'manager', modules: [market] }, 'agent')
  const member = await store.addUser({ user_name: fresh('member'), role: 'element', modules: [market] }, leader)
  const renew = (id: number, days: number) => server.call('v2/user/renew', { token: agent, body: { ids: [id], days } })
  const { log_id } = (await renew(leader.id, 30)).data.undo
  await renew(member.id, 20)
  await undo(log_id, agent)
  const endOf = ({ authorization_at, expiration }: typeof leader) => authorization_at + expiration
  const [above, below] = [await store.users.byId(leader.id), await store.users.byId(member.id)]
  expect(above && endOf(above)).toBe(endOf(leader))
  expect(below && endOf(below)).toBe(endOf(leader))
})

test('who is signed in and was enabled by mistake is signed out as that is undone', async () => {
  const user = await store.addUser({ user_name: fresh('user'), role: 'element', modules: [market] }, 'manager')
  const turn = (enabled: boolean) =>
    server.call('v2/user/switch', { token: manager, body: { ids: [user.id], enabled } })
  await turn(false)
  const { log_id } = (await turn(true)).data.undo
  const login = { user_name: user.user_name, password: testPassword }
  const { token } = (await server.call('v2/user/login', { body: login })).data
  await undo(log_id, manager)
  expect((await server.call('v2/user/info', { token })).code).not.toBe(codes.ok)
})

test('of a batch, what it left alone is not put back', async () => {
  const [on, off] = await two(addUser)
  await server.call('v2/user/switch', { token: manager, body: { ids: [off], enabled: false } })
  const { log_id } = (await server.call('v2/user/switch', { token: manager, body: { ids: [on, off], enabled: false } }))
    .data.undo
  await server.call('v2/user/switch', { token: manager, body: { ids: [off], enabled: true } })
  expect((await undo(log_id, manager)).data.results).toEqual([on, off].map((id) => ({ id, ok: true })))
  expect((await store.users.byId(off))?.enabled).toBe(true)
})

/** Has a batch be done so many milliseconds ago, and undoes it. */
async function undoAfter(age: number) {
  const body = { ids: [await addUser()], enabled: false }
  const { log_id, until } = (await server.call('v2/user/switch', { token: manager, body })).data.undo
  await store.db
    .updateTable('undos')
    .set(({ eb }) => ({ at: eb('at', '-', age) }))
    .where('log_id', '=', log_id)
    .execute()
  const { entry } = (await server.call('v2/log/detail', { token: manager, query: { id: log_id } })).data
  expect(until - entry.at).toBe(600_000)
  return undo(log_id, manager)
}

test('is undone for 600,000 ms, and no longer', async () => {
  expect((await undoAfter(590_000)).data.results).toMatchObject([{ ok: true }])
  expect(await undoAfter(600_001)).toMatchObject({ code: codes.stateForbids })
})

test('a task whose only time has passed meanwhile is not switched on again', async () => {
  const id = await addTask()
  const off = { token: admin, body: { ids: [id], enabled: false } }
  const { log_id } = (await server.call('v2/task/switch', off)).data.undo
  await store.db
    .updateTable('tasks')
    .set({ once_at: Date.now() - 1 })
    .where('id', '=', id)
    .execute()
  expect((await undo(log_id, admin)).data.results).toMatchObject([{ id, ok: false, code: codes.stateForbids }])
  expect((await listed('v2/task/list', admin, { id }))[0]).toMatchObject({ enabled: false, next_run_at: null })
})
