import { afterAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { emptyTrash, trashTime } from '../../server/environments/trash.ts'
import { startTeam } from '../support/team.ts'

const market = 'temu'

const { server, store, manager, element, stranger, post, add, stop } = await startTeam(market)
afterAll(stop)

const list = async (query = {}, token = manager) =>
  (await server.call('v2/environment/list', { token, query: { market, ...query } })).data
const trash = async (query = {}, token = manager) =>
  (await server.call('v2/environment/trash', { token, query: { market, ...query } })).data
const namesIn = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const drop = (ids: number[], token = manager) => post('environment/del', { ids }, token)
const restore = (ids: number[], token = manager) => post('environment/restore', { ids }, token)
const okay = (id: number) => ({ code: codes.ok, data: { results: [{ id, ok: true }] } })

/** A saved record, as closing an environment leaves one. */
async function addRecord(id: number, object: string): Promise<void> {
  const phone = await store.db.selectFrom('devices').select('id').limit(1).executeTakeFirst()
  const device_id = phone?.id ?? (await addPhone())
  const record = await store.environmentRecords.add({
    environment_id: id,
    object,
    size: 5,
    sha256: 'a'.repeat(64),
    device_id,
    saved_at: 1,
  })
  await store.db
    .updateTable('environments')
    .set({ record_id: record, record_size: 5, record_saved_at: 1 })
    .where('id', '=', id)
    .execute()
}

async function addPhone(): Promise<number> {
  const token = await server.signIn('agent')
  const body = { name: 'Box', code: 'T-1', region: 'us-west', slots: 1 }
  const box = (await server.call('v2/box/add', { token, body })).data.box.id
  const owner = await store.user('manager')
  const { id } = await store.db
    .insertInto('devices')
    .values({ serial: 'T1', name: 'T1', box_id: box, slot: 1, owner_id: owner.id, owner_path: owner.path, region: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('an environment that is deleted', () => {
  test('is in no list, count or export, and in the trash, with who deleted it and until when it is kept', async () => {
    const tag = (await post('group/add', { name: 'gone' })).data.id
    const id = await add('gone', { tags: [tag], account: 'gone@example.com' })
    expect((await list({ tag })).total).toBe(1)
    expect(await drop([id])).toMatchObject(okay(id))

    for (const query of [{}, { tag }, { keyword: 'gone' }, { id }, { region: '' }])
      expect(namesIn(await list(query)), JSON.stringify(query)).not.toContain('gone')
    expect((await list({ tag })).total).toBe(0)
    const groups = (await server.call('v2/group/list', { token: manager, query: { market } })).data.items
    expect(groups.find((group: { id: number }) => group.id === tag).environment_count).toBe(0)
    const file = await server.call('v2/environment/export', { token: manager, query: { market } })
    expect(file.data).not.toContain('gone')
    for (const [path, body] of [
      ['environment/edit', { ids: [id], note: 'x' }],
      ['environment/move', { ids: [id], tags: [tag] }],
      ['environment/assign', { ids: [id], owner_id: (await store.user('manager')).id }],
      ['environment/del', { ids: [id] }],
    ] as const)
      expect((await post(path, body)).data.results, path).toMatchObject([{ id, ok: false, code: codes.notFound }])
    for (const [path, body] of [
      ['environment/open', { id }],
      ['environment/close', { id }],
      ['environment/run', { market, ids: [id], action: 'open' }],
      ['record/restore', { environment_id: id, record_id: 1 }],
    ] as const)
      expect(await server.call(`v2/${path}`, { token: manager, body }), path).toMatchObject({ code: codes.notFound })

    const [kept] = (await trash({ keyword: 'gone@' })).items
    expect(kept).toMatchObject({ id, name: 'gone', owner_name: 'manager', tags: [tag], trashed_by_name: 'manager' })
    expect(kept.kept_until - kept.trashed_at).toBe(30 * 24 * 3_600_000)
  })

  test('comes back whole: with its records, its groups, its proxy and its owner', async () => {
    const tag = (await post('group/add', { name: 'kept' })).data.id
    const owner_id = (await store.user('element')).id
    const proxy = { type: 'socks5', host: 'gw.example.com', port: 1080, user_name: 'u', password: 'secret-9' }
    const id = await add('whole', { tags: [tag], owner_id, proxy, note: 'a <b>note</b>', region: 'us-west' })
    await addRecord(id, 'whole-1')
    const before = await store.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await drop([id])
    expect((await list()).items.find((row: { id: number }) => row.id === id)).toBeUndefined()
    expect(await restore([id])).toMatchObject(okay(id))
    expect(await store.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(
      before,
    )
    const query = { market, id }
    const { data } = await server.call('v2/environment/records', { token: manager, query })
    expect(data.records ?? data.items).toHaveLength(1)
    expect((await list({ tag })).total).toBe(1)
    expect(namesIn(await trash())).not.toContain('whole')
  })

  test('leaves its name to others, and says at its return that another has it', async () => {
    const first = await add('wanted')
    await drop([first])
    const second = await add('wanted')
    expect((await restore([first])).data.results).toMatchObject([
      { id: first, ok: false, code: codes.stateForbids, message: '该市场中已有同名环境' },
    ])
    await drop([second])
    const { results } = (await restore([first, second])).data
    expect(results).toMatchObject([
      { id: first, ok: false },
      { id: second, ok: true },
    ])
  })

  test('comes back without groups that were deleted meanwhile, and to whoever brings it back where its owner has left', async () => {
    const tag = (await post('group/add', { name: 'short' })).data.id
    const leaver = await store.addUser({ user_name: 'leaver', role: 'element', modules: [market] }, 'manager')
    const id = await add('left behind', { tags: [tag], owner_id: leaver.id })
    await drop([id])
    await post('group/del', { market: undefined, ids: [tag] })
    await server.call('v2/user/del', { token: manager, body: { ids: [leaver.id] } })
    expect((await store.users.byId(leaver.id))?.deleted_at).not.toBeNull()
    await restore([id])
    expect((await list({ id })).items).toMatchObject([{ tags: [], owner_name: 'manager' }])
  })
})

describe('who may', () => {
  test('an element deletes, sees and brings back its own only, and removes none for ever', async () => {
    const mine = await add('of the element', {}, element)
    const theirs = await add('of the manager')
    const { results } = (await drop([mine, theirs], element)).data
    expect(results).toMatchObject([
      { id: mine, ok: true },
      { id: theirs, ok: false, code: codes.notFound },
    ])
    await drop([theirs])
    expect(namesIn(await trash({ keyword: 'of the' }, element))).toEqual(['of the element'])
    expect(namesIn(await trash({ keyword: 'of the' }))).toEqual(['of the manager', 'of the element'])
    expect((await restore([theirs], element)).data.results).toMatchObject([{ ok: false, code: codes.notFound }])
    expect(await post('environment/purge', { ids: [mine] }, element)).toMatchObject({ code: codes.notAllowed })
    expect(await restore([mine], element)).toMatchObject(okay(mine))
  })

  test('another team sees and touches none of it', async () => {
    const id = await add('hidden')
    await drop([id])
    expect((await trash({}, stranger)).total).toBe(0)
    for (const path of ['environment/restore', 'environment/purge'])
      expect((await post(path, { ids: [id] }, stranger)).data.results).toMatchObject([{ ok: false }])
    expect(namesIn(await trash({ keyword: 'hidden' }))).toEqual(['hidden'])
  })
})

describe('the end', () => {
  test('comes for those whose manager removes them: with their records, whose bytes are to go', async () => {
    const id = await add('purged')
    await addRecord(id, 'purged-1')
    await drop([id])
    expect(await post('environment/purge', { ids: [id] })).toMatchObject(okay(id))
    expect(namesIn(await trash({ keyword: 'purged' }))).toEqual([])
    expect(await store.db.selectFrom('unwanted_objects').select('object').execute()).toContainEqual({
      object: 'purged-1',
    })
    expect((await post('environment/purge', { ids: [await add('alive')] })).data.results).toMatchObject([{ ok: false }])
    expect((await list({ keyword: 'alive' })).total).toBe(1)
  })

  test('comes by itself after 30 days, and no sooner', async () => {
    const id = await add('outlived')
    await drop([id])
    const { trashed_at } = (await trash({ keyword: 'outlived' })).items[0]
    await emptyTrash(await store.ofServer(), trashed_at + trashTime)
    expect((await trash({ keyword: 'outlived' })).total).toBe(1)
    await emptyTrash(await store.ofServer(), trashed_at + trashTime + 1)
    expect((await trash()).items.some((row: { id: number }) => row.id === id)).toBe(false)
  })
})

test('the log keeps every record of those that are deleted, thrown away or outlived, not the newest alone', async () => {
  const [kept, lost, bare] = [await add('kept-records'), await add('lost-records'), await add('no-records')]
  for (const object of ['first', 'second', 'third'])
    for (const id of [kept, lost]) await addRecord(id, `${object}-${id}`)
  const { device_id } = await store.db
    .selectFrom('environment_records')
    .select('device_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const recordsIn = async (action: string) => {
    const [entry] = await store.db
      .selectFrom('operation_log')
      .select('detail')
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const { before } = JSON.parse(entry?.detail ?? '')
    return Object.fromEntries(
      before.environments.map(({ id, records }: { id: number; records: unknown }) => [id, records]),
    )
  }
  const record = { id: expect.any(Number), size: 5, saved_at: 1, sha256: 'a'.repeat(64), device_id }
  const three = [record, record, record]
  await drop([kept, lost, bare])
  expect(await recordsIn('environment.del')).toEqual({ [kept]: three, [lost]: three, [bare]: [] })
  await post('environment/purge', { ids: [lost] })
  expect(await recordsIn('environment.purge')).toEqual({ [lost]: three })
  await emptyTrash(await store.ofServer(), Date.now() + trashTime + 1)
  expect(await recordsIn('environment.purge')).toMatchObject({ [kept]: three, [bare]: [] })
})

test('a thousand are deleted and come back at once, and the log keeps all that they were', async () => {
  await post('environment/batchadd', { pattern: 'many-{n}', count: 1_000, account: 'all@example.com' })
  const matching = { keyword: 'many-' }
  expect((await post('environment/del', { matching })).data.results).toHaveLength(1_000)
  expect((await list(matching)).items).toEqual([])
  expect((await trash(matching)).total).toBe(1_000)
  const query = { action: 'environment.del', target_name: 'many-' }
  const [entry] = (await server.call('v2/log/list', { token: manager, query })).data.items
  const { before } = (await server.call('v2/log/detail', { token: manager, query: { id: entry.id } })).data
  expect(before.environments).toHaveLength(1_000)
  expect(before.environments[999]).toMatchObject({
    account: 'all@example.com',
    owner_id: (await store.user('manager')).id,
  })
  await post('environment/restore', { matching })
  // How many the list has may be a moment old where counting is slow; what it shows is not.
  expect((await trash(matching)).total).toBe(0)
  expect((await list({ ...matching, limit: 500 })).items).toHaveLength(500)
})
