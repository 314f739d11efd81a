import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tokens: Record<'admin' | 'agent' | 'manager', string>

beforeAll(async () => {
  server = await startServer()
  const [admin, agent, manager] = await Promise.all(
    (['admin', 'agent', 'manager'] satisfies Role[]).map((role) => server.signIn(role)),
  )
  tokens = { admin: admin ?? '', agent: agent ?? '', manager: manager ?? '' }
})
afterAll(() => server.stop())

describe('half a character', () => {
  const half = 'shop \ud83d'

  test('is refused in a text, which no database keeps', async () => {
    const body = { market: 'amazon', name: half }
    const { code, data } = await server.call('v2/environment/add', { token: tokens.manager, body })
    expect([code, Object.keys(data.fields)]).toEqual([codes.invalidInput, ['name']])
  })

  test('is refused deep inside a body', async () => {
    const body = { name: 'half', body: 'true', parameters: [{ name: 'A', label: half }] }
    const { code, data } = await server.call('v2/script/add', { token: tokens.admin, body })
    expect([code, Object.keys(data.fields)]).toEqual([codes.invalidInput, ['parameters.0.label']])
  })
})

const thousand = (one: unknown): unknown[] => Array.from({ length: 1_000 }, () => one)

/** How many problems are told of a body. */
async function fieldsRefused(path: string, token: string, body: object): Promise<number> {
  const { code, data } = await server.call(path, { token, body })
  expect(code).toBe(codes.invalidInput)
  return Object.keys(data.fields).length
}

describe('of a body with a thousand problems', () => {
  test('that the schema does not allow 20 are told', async () => {
    expect(await fieldsRefused('v2/user/switch', tokens.admin, { enabled: true, ids: thousand('x') })).toBe(20)
  })

  test('whose fields nobody knows 20 are told', async () => {
    const body = Object.fromEntries(thousand(0).map((value, index) => [`field-${index}`, value]))
    expect(await fieldsRefused('v2/script/add', tokens.admin, { ...body, name: 'many', body: 'true' })).toBe(20)
  })

  test('that no database keeps 20 are told', async () => {
    const rows = thousand({ line: 2, name: 'half \ud83d' })
    expect(await fieldsRefused('v2/environment/import', tokens.manager, { market: 'amazon', rows })).toBe(20)
  })

  test('and that is long the first is told', async () => {
    const ids = thousand('x'.repeat(100))
    expect(await fieldsRefused('v2/user/switch', tokens.admin, { enabled: true, ids })).toBe(1)
  })
})

describe('a body that is no JSON', () => {
  const body = 'market=amazon'
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json']
  test.each(types)('is refused as %s', async (type) => {
    const headers = { 'Content-Type': type }
    const { code } = await server.call('v2/environment/add', { token: tokens.manager, body, headers })
    expect(code).toBe(codes.invalidInput)
  })

  test('is refused where there is none', async () => {
    const response = await fetch(`${server.url}/api/restful/v2/environment/add`, {
      method: 'POST',
      headers: { 'X-Token': tokens.manager },
    })
    expect(await response.json()).toMatchObject({ code: codes.invalidInput })
  })
})

describe('a number that no id has', () => {
  test.each([
    ['v2/user/list', 'id'],
    ['v2/user/list', 'parent_id'],
    ['v2/device/list', 'id'],
    ['v3/device/list', 'box_id'],
    ['v2/device/list', 'owner_id'],
    ['v2/device/stream/point', 'id'],
    ['v2/device/remotesession', 'id'],
    ['v2/report/ip', 'box_id'],
  ])('is refused by %s as %s', async (path, name) => {
    const { code, data } = await server.call(path, { token: tokens.admin, query: { [name]: '10000000000000000000' } })
    expect([code, Object.keys(data?.fields ?? {})]).toEqual([codes.invalidInput, [name]])
  })
})

test.each(['0000-01-01', '0000-12-31'])('a report of the year zero (%s) is refused', async (to) => {
  const { code, data } = await server.call('v2/report/system', { token: tokens.admin, query: { to } })
  expect([code, Object.keys(data?.fields ?? {})]).toEqual([codes.invalidInput, ['to']])
})

/** A true one of this list, with another place in it. */
const forged = async (query: Record<string, string | number>, place: unknown[]) => {
  const list = { token: tokens.admin, query: { ...query, limit: 1 } }
  const { data } = await server.call('v2/user/list', list)
  const [digest] = JSON.parse(Buffer.from(data.next_cursor, 'base64url').toString()) as unknown[]
  const cursor = Buffer.from(JSON.stringify([digest, ...place])).toString('base64url')
  return server.call('v2/user/list', { ...list, query: { ...list.query, cursor } })
}

describe('a forged cursor', () => {
  test.each([
    ['a text for a number', { sort: 'id' }, ['one', 1, 5]],
    ['a fraction', { sort: 'id' }, [1.5, 1, 5]],
    ['a number beyond all', { sort: 'id' }, [1e300, 1, 5]],
    ['a zero character', { sort: 'user_name' }, ['a\0b', 1, 5]],
    ['a total below nothing', { sort: 'user_name' }, ['a', 1, -5]],
  ])('with %s is refused', async (_what, query, place) => {
    const { code, data } = await forged(query, place)
    expect([code, Object.keys(data?.fields ?? {})]).toEqual([codes.invalidInput, ['cursor']])
  })
})

describe('a parameter that is called as something that every object has', () => {
  test('is a parameter like any other', async () => {
    const parameters = [{ name: 'constructor', default: 'usual' }, { name: 'toString' }]
    const added = await server.call('v2/script/add', {
      token: tokens.admin,
      body: { name: 'builder', body: 'true', parameters },
    })
    expect(added.code).toBe(codes.ok)
    const ran = await server.call('v2/script/run', {
      token: tokens.admin,
      body: { id: added.data.id, targets: { box_ids: [9_999] } },
    })
    expect(ran.code).toBe(codes.stateForbids) // There is no phone, which is all that is wrong.
  })
})

test('a box that is given to whom it belongs already stays as it is', async () => {
  const { data } = await server.call('v2/box/list', { token: tokens.agent })
  const { id, owner_id } = data.items[0]
  const edited = await server.call('v2/box/edit', { token: tokens.agent, body: { id, owner_id } })
  expect([edited.code, edited.data?.owner_id]).toEqual([codes.ok, owner_id])
})

test('two rows of an import that have one name are told, though they say that they are one line', async () => {
  const rows = [
    { line: 2, name: 'twin' },
    { line: 2, name: 'twin' },
  ]
  const { code, data } = await server.call('v2/environment/import', {
    token: tokens.manager,
    body: { market: 'amazon', rows },
  })
  expect([code, data?.imported, data?.bad.map(({ field }: { field: string }) => field)]).toEqual([
    codes.ok,
    0,
    ['name'],
  ])
})
