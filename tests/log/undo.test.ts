import { afterAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { undoTime } from '../../server/log/kept-changes.ts'
import { checkedLog } from '../support/log-check.ts'
import { startTeam } from '../support/team.ts'

const market = 'temu'

const { server, store, manager, element, stranger, post, add, addGroup, stop } = await startTeam(market)
afterAll(stop)

const rowsOf = (ids: number[]) =>
  store.db.selectFrom('environments').selectAll().where('id', 'in', ids).orderBy('id').execute()
/** All but when they were changed. */
const stateOf = async (ids: number[]) => (await rowsOf(ids)).map(({ updated_at: _at, ...row }) => row)
const undo = (id: number, token = manager) => server.call('v2/log/undo', { token, body: { id } })
const giveProxy = async (id: number, proxy: object) => (await post('environment/edit', { ids: [id], proxy })).data

test('whatever a batch did to environments is undone, secrets, groups and owners included', async () => {
  const [one, two] = [await addGroup('one'), await addGroup('two')]
  const proxy = { type: 'socks5', host: 'gw.example.com', port: 1080, user_name: 'u', password: 'secret-9' }
  const ids = [await add('first', { tags: [one], proxy }), await add('second', { tags: [two], note: 'noted' })]
  const owner_id = (await store.user('element')).id
  const before = await stateOf(ids)
  for (const [path, body] of [
    ['edit', { note: 'all alike', region: 'us-west', timezone: 'Asia/Tokyo', proxy: null }],
    ['edit', { proxy: { ...proxy, password: 'another-8' } }],
    ['move', { tags: [two], mode: 'replace' }],
    ['move', { tags: [one], mode: 'remove' }],
    ['assign', { owner_id }],
    ['del', {}],
  ] as const) {
    const { data } = await post(`environment/${path}`, { ids, ...body })
    expect(await stateOf(ids), path).not.toEqual(before)
    expect(data.undo.until, path).toBeGreaterThan(Date.now())
    expect((await undo(data.undo.log_id)).data, path).toEqual({ results: ids.map((id) => ({ id, ok: true })) })
    expect(await stateOf(ids), path).toEqual(before)
    expect(await undo(data.undo.log_id), path).toMatchObject({ code: codes.stateForbids })
  }
})

test('a row that somebody has changed since stays as it is, and the others are undone', async () => {
  const ids = [await add('touched'), await add('untouched')]
  const [touched] = ids
  const { data } = await post('environment/edit', { ids, note: 'by the batch' })
  await post('environment/edit', { ids: [touched], note: 'by somebody' })
  expect((await undo(data.undo.log_id)).data.results).toMatchObject([
    { id: touched, ok: false, code: codes.stateForbids, message: '之后又被修改过' },
    { ok: true },
  ])
  expect((await rowsOf(ids)).map(({ note }) => note)).toEqual(['by somebody', ''])
})

test('a password of a proxy comes back to no other host or port than it was given for', async () => {
  const known = { type: 'socks5', host: 'gw.example.com', port: 1080, user_name: 'u' }
  const other = { ...known, host: 'other.example.com' }
  const refused = { ok: false, code: codes.stateForbids, message: '更换代理主机或端口时须重新填写密码' }

  const taken = await add('its password was taken away', { proxy: { ...known, password: 'secret-9' } })
  const { undo: takenAway } = await giveProxy(taken, { ...known, password: '' })
  await giveProxy(taken, other)
  expect((await undo(takenAway.log_id)).data.results).toMatchObject([refused])

  const given = await add('was given one since', { proxy: other })
  const { undo: moved } = await giveProxy(given, known)
  await giveProxy(given, { ...known, password: 'secret-8' })
  expect((await undo(moved.log_id)).data.results).toMatchObject([refused])
  expect((await rowsOf([taken, given])).map(({ proxy }) => proxy?.host)).toEqual([other.host, known.host])
})

test('nobody gets an environment back whose market it has lost since', async () => {
  const owner = await store.addUser({ user_name: 'loses-market', role: 'element', modules: [market] }, 'manager')
  const ids = [await add('was theirs', { owner_id: owner.id })]
  const { data } = await post('environment/assign', { ids, owner_id: (await store.user('manager')).id })
  const edited = await server.call('v2/user/edit', { token: manager, body: { id: owner.id, modules: [] } })
  expect(edited.code).toBe(codes.ok)
  expect((await undo(data.undo.log_id)).data.results).toMatchObject([
    { ok: false, code: codes.stateForbids, message: '该用户未开通此市场' },
  ])
})

test('only whoever did it and those above undo it, for ten minutes', async () => {
  const mine = await add('of the element', {}, element)
  const byElement = (await post('environment/edit', { ids: [mine], note: 'x' }, element)).data.undo.log_id
  const byManager = (await post('environment/edit', { ids: [mine], region: 'us-west' })).data.undo.log_id
  expect(await undo(byManager, element)).toMatchObject({ code: codes.notFound })
  for (const id of [byElement, byManager]) expect(await undo(id, stranger)).toMatchObject({ code: codes.notFound })
  expect((await undo(byElement)).data.results).toMatchObject([{ id: mine, ok: true }])

  const late = (await post('environment/edit', { ids: [mine], note: 'late' })).data.undo.log_id
  await store.db
    .updateTable('undos')
    .set(({ eb }) => ({ at: eb('at', '-', undoTime + 1) }))
    .where('log_id', '=', late)
    .execute()
  expect([codes.stateForbids, codes.notFound]).toContain((await undo(late)).code)
  expect((await rowsOf([mine]))[0]?.note).toBe('late')
})

test('what was undone is in the log, and its chain is whole', async () => {
  const ids = [await add('logged')]
  const { data } = await post('environment/edit', { ids, note: 'x' })
  await undo(data.undo.log_id)
  const query = { action: 'log.undo', target_name: 'logged' }
  const { items } = (await server.call('v2/log/list', { token: manager, query })).data
  const detail = await server.call('v2/log/detail', { token: manager, query: { id: items[0].id } })
  expect(detail.data.after).toEqual({ entry: data.undo.log_id })
  const verdict = await checkedLog(server, await server.signIn('admin'))
  expect(verdict).toMatchObject({ whole: true })
})
