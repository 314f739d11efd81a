import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { allChained, checkedLog } from '../support/log-check.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let admin: string
let agent: string
let manager: string
let boxId: number
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
  agent = await server.signIn('agent')
  manager = await server.signIn('manager')
  const box = { name: '盒子', code: 'L-1', region: 'jp-east', slots: 20 }
  boxId = (await server.call('v2/box/add', { token: agent, body: box })).data.box.id
  await server.call('v2/box/edit', { token: agent, body: { id: boxId, note: '<script>' } })
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const list = async (token: string, query = {}) => (await server.call('v2/log/list', { token, query })).data
const actions = async (token: string, query = {}) =>
  (await list(token, query)).items.map(({ action }: { action: string }) => action)

const verify = () => checkedLog(server, admin)

describe('the operation log', () => {
  test('lists what the caller and everyone below did, newest first; admin sees all', async () => {
    expect(await actions(agent)).toEqual(['box.edit', 'box.add', 'session.open', 'session.open'])
    expect(await actions(manager)).toEqual(['session.open'])
    expect((await list(admin)).total).toBeGreaterThan(4)
    expect(await actions(agent, { sort: 'at', limit: 1 })).toEqual(['session.open'])
  })

  test('is not for elements', async () => {
    const token = await server.signIn('element')
    expect(await server.call('v2/log/list', { token })).toMatchObject({ code: codes.notAllowed })
  })

  test('is narrowed by action, target, user, address, result and time', async () => {
    const [first, second] = (await list(agent, { target_kind: 'box' })).items
    expect(await actions(agent, { action: ['box.add', 'box.edit'] })).toEqual(['box.edit', 'box.add'])
    expect(await actions(agent, { target_kind: 'box' })).toEqual(['box.edit', 'box.add'])
    expect(await actions(agent, { target_kind: 'box', target_id: boxId })).toEqual(['box.edit', 'box.add'])
    expect(await actions(agent, { target_kind: 'box', target_id: 999 })).toEqual([])
    expect(await actions(agent, { user_name: 'NAGE' })).toEqual(['session.open'])
    expect(await actions(agent, { user_id: first.user_id })).toHaveLength(3)
    expect((await list(agent, { ip: '127.0.0.1' })).total).toBe((await list(agent)).total)
    expect((await list(agent, { ip: '10.0.0.1' })).total).toBe(0)
    expect((await list(agent, { result: 'failed' })).total).toBe(0)
    expect(await actions(agent, { from: second.at, to: first.at, target_kind: 'box' })).toEqual(
      first.at === second.at ? [] : ['box.add'],
    )
  })

  test('finds what was done to something by its number alone, and by what it was called then', async () => {
    expect(await actions(agent, { target_id: boxId, action: ['box.add', 'box.edit'] })).toEqual(['box.edit', 'box.add'])
    expect(await actions(agent, { target_name: '盒', target_id: boxId })).toEqual(['box.edit', 'box.add'])
    expect(await actions(agent, { target_name: '盒%' })).toEqual([])

    const market = 'amazon'
    const add = async (name: string): Promise<number> =>
      (await server.call('v2/environment/add', { token: manager, body: { market, name } })).data.id
    const [one, two] = [await add('Shop one'), await add('Shop two')]
    const change = (path: string, body: object) =>
      server.call(`v2/environment/${path}`, { token: manager, body: { market, ...body } })
    await change('edit', { ids: [one], name: 'Renamed' })
    await change('edit', { ids: [one, two], note: 'both' })
    await change('del', { ids: [two] })
    expect(await actions(manager, { target_name: 'shop two' })).toEqual([
      'environment.del',
      'environment.edit',
      'environment.add',
    ])
    const renamed = (await list(manager, { target_name: 'renamed' })).items
    expect(renamed.map(({ target_name }: { target_name: string }) => target_name)).toEqual([
      'Renamed, Shop two',
      'Renamed',
    ])
    expect(await verify()).toMatchObject({ whole: true })
  })

  test('pages without losing or repeating an entry', async () => {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { items, next_cursor } = await list(admin, { limit: 2, cursor })
      seen.push(...items.map(({ id }: { id: number }) => id))
      cursor = next_cursor ?? undefined
    } while (cursor !== undefined)
    const all = (await list(admin)).items.map(({ id }: { id: number }) => id)
    expect(seen).toEqual(all)
  })

  test.each([
    ['cursor', { cursor: 'forged' }],
    ['result', { result: 'so-so' }],
    ['from', { from: -1 }],
  ])('a bad %s is told at its field', async (field, query) => {
    const { code, data } = await server.call('v2/log/list', { token: admin, query })
    expect(code).toBe(codes.invalidInput)
    expect(data.fields).toHaveProperty(field)
  })

  test('an entry tells before and after, and nothing of somebody who is not below', async () => {
    await allChained(store)
    const [entry] = (await list(agent, { target_kind: 'box' })).items
    const { data } = await server.call('v2/log/detail', { token: agent, query: { id: entry.id } })
    expect(data).toMatchObject({ entry, before: { note: '' }, after: { note: '<script>' } })
    expect(data.hash).toMatch(/^[\da-f]{64}$/)
    expect(await server.call('v2/log/detail', { token: manager, query: { id: entry.id } })).toMatchObject({
      code: codes.notFound,
    })
  })

  test('a wrong password is an entry of whom it was tried for, and leaves no trace of what was typed', async () => {
    await server.call('v2/user/login', { body: { user_name: 'element', password: 'not-it-9' } })
    await expect.poll(() => actions(admin, { result: 'failed' })).toEqual(['session.refuse'])
    const [entry] = (await list(admin, { result: 'failed' })).items
    expect(entry).toMatchObject({ user_name: 'element', target_kind: 'user' })
  })

  test('is exported with the same filters, safe for spreadsheets', async () => {
    const { data } = await server.call('v2/log/export', { token: agent, query: { target_kind: 'box' } })
    const lines: string[][] = parse(data, { bom: true })
    expect(lines.map((line) => line[3])).toEqual(['操作', '修改盒子', '添加盒子'])
    const inEnglish = await server.call('v2/log/export', {
      token: agent,
      query: { target_kind: 'box' },
      headers: { 'X-Language': 'en' },
    })
    const englishLines: string[][] = parse(inEnglish.data, { bom: true })
    expect(englishLines.map((line) => [line[3], line[4], line[8]])).toEqual([
      ['Action', 'Kind of target', 'Result'],
      ['Changed a box', 'Box', 'Done'],
      ['Added a box', 'Box', 'Done'],
    ])
  })
})

describe('the check of the chain', () => {
  test('finds a log whole that nobody has touched', async () => {
    await allChained(store)
    const verdict = await verify()
    expect(verdict).toMatchObject({ whole: true, gaps: [] })
    expect(verdict.head?.id).toBe(verdict.checked)
  })

  test('is for admins alone', async () => {
    for (const token of [agent, manager])
      for (const options of [{ token }, { token, body: {} }])
        expect(await server.call('v2/log/verify', options)).toMatchObject({ code: codes.notAllowed })
  })

  test('shows an altered entry where it stands, and a missing one behind the gap', async () => {
    await allChained(store)
    await store.db.updateTable('operation_log').set({ user_name: 'somebody' }).where('id', '=', 2).execute()
    await store.db.deleteFrom('operation_log').where('id', '=', 4).execute()
    const { whole, gaps } = await verify()
    expect(whole).toBe(false)
    expect(gaps).toMatchObject([
      { after_id: 1, id: 2, kind: 'altered' },
      { after_id: 3, id: 5, kind: 'missing' },
    ])
  })
})
