import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { unseal } from '../../server/store/sealed.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { hearPatches } from '../support/patches.ts'
import { callServer, startServer, testPassword, type CallOptions, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

type Environment = Schemas['Environment']

let server: TestServer
let store: TestStore
let manager: string
let element: string
/** A manager beside the first one, with the same modules. */
let stranger: string
const market = 'amazon'

const signIn = async (user_name: string): Promise<string> =>
  (await server.call('v2/user/login', { body: { user_name, password: testPassword } })).data.token

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  await store.addUser({ user_name: 'stranger', role: 'manager', modules: ['amazon', 'tiktok'] }, 'agent')
  stranger = await signIn('stranger')
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const post = (path: string, body: unknown, token = manager) => server.call(`v2/${path}`, { token, body })
const list = (query: CallOptions['query'] = {}, token = manager) =>
  server.call('v2/environment/list', { token, query: { market, ...query } })
const namesOf = async (query: CallOptions['query'] = {}, token = manager): Promise<string[]> =>
  (await list(query, token)).data.items.map(({ name }: Environment) => name)

async function add(name: string, fields: object = {}, token = manager): Promise<Environment> {
  const { code, message, data } = await post('environment/add', { market, name, ...fields }, token)
  if (code !== codes.ok) throw new Error(`${message} ${JSON.stringify(data)}`)
  return data
}

async function addGroup(name: string, token = manager, of = market): Promise<number> {
  return (await post('group/add', { market: of, name }, token)).data.id
}

describe('an environment', () => {
  test('has what it was given, and its caller as the owner', async () => {
    const tag = await addGroup('its group')
    const given = {
      account: 'seller@example.com',
      tags: [tag],
      region: 'us-west',
      timezone: 'America/Los_Angeles',
      language: 'en-US',
      note: 'first\nsecond',
    }
    const proxy = { type: 'socks5', host: 'gw.example.com', port: 1080, user_name: 'u' }
    const added = await add('complete', { ...given, proxy: { ...proxy, password: 'p-secret-1' } })
    expect(added).toEqual({
      id: expect.any(Number),
      market,
      name: 'complete',
      ...given,
      proxy: { ...proxy, has_password: true },
      owner_id: (await store.user('manager')).id,
      owner_name: 'manager',
      device_id: null,
      device_name: null,
      last_opened_at: null,
      record: null,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    })
    expect((await list({ id: added.id })).data).toEqual({
      items: [added],
      next_cursor: null,
      total: 1,
      total_is_estimate: false,
    })
  })

  test.each([
    ['emoji', '店铺 \u{1F6D2}\u{1F468}‍\u{1F469}‍\u{1F467}'],
    ['right to left', 'متجر \u202Eabc\u202C עברית'],
    ['SQL', "'; drop table environments; --"],
    ['HTML', '<img src=x onerror=alert(1)>&amp;"'],
    ['a backslash', String.raw`\x41%_\N`],
  ])('of %s comes back as it went in', async (_what, text) => {
    const { id } = await add(text, { account: text, note: text })
    const [found] = (await list({ id })).data.items
    expect(found).toMatchObject({ name: text, account: text, note: text })
    expect(await namesOf({ keyword: text })).toEqual([text])
  })

  test('keeps a note of 10 kB, and refuses a name of that length at its field', async () => {
    const long = '长'.repeat(10_000)
    const { note } = await add('long note', { note: long })
    expect(note).toBe(long)
    expect(await post('environment/add', { market, name: long })).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { name: '最多 128 个字符' } },
    })
  })

  test.each([
    ['a blank name', { name: '  ' }, 'name'],
    ['a region that there is not', { region: 'moon' }, 'region'],
    ['a time zone that there is not', { timezone: 'Mars/Base' }, 'timezone'],
    ['a language that is none', { language: 'klingon!' }, 'language'],
    ["another team's group", { tags: [999_999] }, 'tags'],
    ['more than ten groups', { tags: Array.from({ length: 11 }, (_, index) => index + 1) }, 'tags'],
    ['an owner that there is not', { owner_id: 999_999 }, 'owner_id'],
    ['a proxy without a host', { proxy: { type: 'http', port: 1 } }, 'proxy.host'],
    ['a port beyond the last', { proxy: { type: 'http', host: 'h', port: 70_000 } }, 'proxy.port'],
    ['a zero character', { note: 'a\0b' }, 'note'],
  ])('with %s is refused at that field', async (_what, fields, field) => {
    const { code, data } = await post('environment/add', { market, name: 'not good', ...fields })
    expect(code).toBe(codes.invalidInput)
    expect(Object.keys(data.fields)).toContain(field)
  })

  test('has a name of its own in its team and market', async () => {
    await add('taken')
    const again = await post('environment/add', { market, name: ' taken ' })
    expect(again).toMatchObject({ code: codes.invalidInput, data: { fields: { name: expect.any(String) } } })
    await add('taken', {}, stranger)
    expect(await post('environment/add', { market: 'temu', name: 'taken' })).toMatchObject({ code: codes.ok })
  })
})

describe("a proxy's password", () => {
  test('is sealed in the database, kept when only the rest changes, and never answered, exported or logged', async () => {
    const password = 'never-to-be-seen-7'
    const proxy = { type: 'http', host: 'one.example.com', port: 80 }
    const { id } = await add('sealed', { proxy: { ...proxy, password } })
    await post('environment/edit', { market, ids: [id], proxy: { ...proxy, user_name: 'two' } })
    const row = await store.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.proxy?.user_name).toBe('two')
    expect(row.proxy_password?.includes(password)).toBe(false)
    expect(unseal(await store.secret(), row.proxy_password ?? Buffer.alloc(0))).toBe(password)

    const file = await server.call('v2/environment/export', { token: manager, query: { market } })
    const log = await store.db.selectFrom('operation_log').select('detail').execute()
    const seen = JSON.stringify([(await list({ id })).data, file.data, log, server.lines])
    expect(seen).toContain('one.example.com')
    expect(seen).not.toContain(password)

    await post('environment/edit', { market, ids: [id], proxy: { ...proxy, password: '' } })
    expect((await list({ id })).data.items[0].proxy.has_password).toBe(false)
  })
})

const proxyOf = async (id: number) => (await list({ id })).data.items[0].proxy

describe("a proxy's host", () => {
  const proxy = { type: 'http', host: 'one.example.com', port: 80 }

  test.each([
    ['host', { host: 'mine.example.com' }],
    ['port', { port: 81 }],
  ])(
    'changes only together with the password: another %s would be shown the one that is kept',
    async (what, change) => {
      const { id } = await add(`guarded ${what}`, { proxy: { ...proxy, password: 'kept-9' } })
      const edit = (given: object) => post('environment/edit', { market, ids: [id], proxy: given })
      const before = await proxyOf(id)
      expect(await edit({ ...proxy, ...change })).toMatchObject({
        code: codes.invalidInput,
        data: { fields: { 'proxy.password': expect.any(String) } },
      })
      expect(await proxyOf(id)).toEqual(before)
      expect(await edit({ ...proxy, ...change, password: 'new-9' })).toMatchObject({ code: codes.ok })
      expect(await proxyOf(id)).toMatchObject({ ...change, has_password: true })
    },
  )

  test('changes freely where no password is kept', async () => {
    const { id } = await add('unguarded', { proxy })
    const given = { ...proxy, host: 'two.example.com' }
    expect(await post('environment/edit', { market, ids: [id], proxy: given })).toMatchObject({ code: codes.ok })
  })
})

describe('who may see and change what', () => {
  test('a manager sees its team, an element its own, and a manager beside them neither', async () => {
    const mine = await add('seen by its manager')
    const theirs = await add('seen by both', {}, element)
    expect(await namesOf({ keyword: 'seen by' })).toEqual(['seen by both', 'seen by its manager'])
    expect(await namesOf({ keyword: 'seen by' }, element)).toEqual(['seen by both'])
    expect(await namesOf({ keyword: 'seen by' }, stranger)).toEqual([])
    for (const [path, fields] of [
      ['edit', { note: 'x' }],
      ['move', { tags: [await addGroup('seen by both')] }],
      ['assign', { owner_id: (await store.user('element')).id }],
      ['del', {}],
    ] as const) {
      const { code, data } = await post(`environment/${path}`, { market, ids: [mine.id], ...fields }, element)
      expect({ code, data }, path).toEqual({
        code: codes.ok,
        data: { results: [{ id: mine.id, ok: false, code: codes.notFound, message: expect.any(String) }] },
      })
    }
    const results = await post('environment/edit', { market, ids: [mine.id, theirs.id], note: 'x' }, stranger)
    expect(results.data.results.map(({ code }: { code: number }) => code)).toEqual([codes.notFound, codes.notFound])
  })

  test('an element gives nothing away, and nobody gives to another team', async () => {
    const [one, two, three] = [await store.user('manager'), await store.user('element'), await store.user('stranger')]
    const { id } = await add('to be given', {}, element)
    const give = (owner_id: number, token: string) => post('environment/assign', { market, ids: [id], owner_id }, token)
    expect(await give(one.id, element)).toMatchObject({ code: codes.invalidInput })
    expect(await give(three.id, manager)).toMatchObject({ code: codes.invalidInput })
    expect((await give(one.id, manager)).data.results).toEqual([{ id, ok: true }])
    expect(await namesOf({ id }, element)).toEqual([])
    expect((await give(two.id, manager)).data.results).toEqual([{ id, ok: true }])
    expect(await namesOf({ id }, element)).toEqual(['to be given'])
  })

  test('a market that is not among the modules is closed, to every call', async () => {
    const body = { market: 'depop' }
    const answers = [
      await server.call('v2/environment/list', { token: stranger, query: body }),
      await server.call('v2/environment/export', { token: stranger, query: body }),
      await server.call('v2/group/list', { token: stranger, query: body }),
      await post('environment/add', { ...body, name: 'x' }, stranger),
      await post('environment/batchadd', { ...body, pattern: 'x{n}', count: 1 }, stranger),
      await post('environment/edit', { ...body, ids: [1], note: '' }, stranger),
      await post('environment/move', { ...body, ids: [1], tags: [1] }, stranger),
      await post('environment/assign', { ...body, ids: [1], owner_id: 1 }, stranger),
      await post('environment/del', { ...body, ids: [1] }, stranger),
      await post('environment/import', { ...body, rows: [{ line: 1, name: 'x' }] }, stranger),
      await post('group/add', { ...body, name: 'x' }, stranger),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => codes.notAllowed))
    const owner = await add('for whom has the market')
    await store.addUser({ user_name: 'newcomer', role: 'element', modules: ['temu'] }, 'manager')
    const { id } = await store.user('newcomer')
    expect(await post('environment/assign', { market, ids: [owner.id], owner_id: id })).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { owner_id: '该用户未开通此市场' } },
    })
  })
})

describe('the list', () => {
  const of = 'walmart'
  let token: string
  const walk = async (query: CallOptions['query']) => {
    const found: Environment[] = []
    let cursor: string | undefined
    do {
      const { code, data } = await list({ market: of, limit: 7, cursor, ...query }, token)
      expect(code).toBe(codes.ok)
      found.push(...data.items)
      cursor = data.next_cursor ?? undefined
    } while (cursor !== undefined)
    return found
  }

  beforeAll(async () => {
    await store.addUser({ user_name: 'lister', role: 'manager', modules: [of] }, 'agent')
    token = await signIn('lister')
    const { id, path } = await store.user('lister')
    const box = await store.boxes.byCode('B01')
    const [phone] = await store.devices.add([
      {
        box_id: box?.id ?? 0,
        slot: 59,
        serial: 'OPEN',
        name: 'B01-59',
        owner_id: id,
        owner_path: path,
        region: 'us-west',
      },
    ])
    const rows = Array.from({ length: 30 }, (_, index) => ({
      ...({ market: of, manager_id: id, owner_id: id, owner_path: path } as const),
      name: `walk-${String(index).padStart(2, '0')}`,
      account: `a${index % 3}`,
      region: index % 2 === 0 ? 'us-west' : '',
      last_opened_at: index % 4 === 0 ? null : 1_000 + (index % 5),
      device_id: index === 7 ? (phone?.id ?? null) : null,
      created_at: 5_000 + (index % 6),
      updated_at: 9_000 - index,
    }))
    await store.db.insertInto('environments').values(rows).execute()
  })

  test.each(['name', 'account', 'region', 'last_opened_at', 'created_at', 'updated_at'] as const)(
    'sorted by %s, either way, has each row once and in order',
    async (field) => {
      const up = await walk({ sort: field })
      const down = await walk({ sort: `-${field}` })
      expect(new Set(up.map(({ id }) => id)).size).toBe(30)
      expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed())
      const keys = up.map((row) => row[field] ?? 0)
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    },
  )

  test.each([
    [{ keyword: 'ALK-1' }, 10],
    [{ keyword: 'a2' }, 10],
    [{ region: 'us-west' }, 15],
    [{ region: '' }, 15],
    [{ open: true }, 1],
    [{ open: false }, 29],
    [{ created_from: 5_001, created_to: 5_003 }, 10],
    [{ opened_from: 1_004 }, 4],
    [{ opened_to: 1 }, 8],
    [{ keyword: 'walk', region: 'us-west', open: false, sort: '-updated_at' }, 15],
  ])('narrowed by %o has the rows that fit, and says how many', async (query, count) => {
    expect((await list({ market: of, limit: 5, ...query }, token)).data.total).toBe(count)
    expect(await walk(query)).toHaveLength(count)
  })

  test('of another sort or other filters takes no cursor', async () => {
    const { next_cursor } = (await list({ market: of, limit: 5 }, token)).data
    for (const query of [{ sort: '-name' }, { keyword: 'walk' }])
      expect(await list({ market: of, limit: 5, cursor: next_cursor, ...query }, token)).toMatchObject({
        code: codes.invalidInput,
        data: { fields: { cursor: expect.any(String) } },
      })
  })

  test('is a file with the same filters, without formulas and with the columns that import takes', async () => {
    const { data } = await server.call('v2/environment/export', {
      token,
      query: { market: of, region: 'us-west', sort: '-name' },
      headers: { 'X-Language': 'en' },
    })
    const [header, ...lines]: string[][] = parse(data, { bom: true })
    expect(header?.slice(0, 5)).toEqual(['Name', 'Account', 'Owner', 'Groups', 'Region'])
    expect(lines.map(([name]) => name)).toEqual(
      (await walk({ region: 'us-west', sort: '-name' })).map(({ name }) => name),
    )
  })

  test('an open one is not deleted; those beside it are', async () => {
    const [open, closed] = [await walk({ keyword: 'walk-07' }), await walk({ keyword: 'walk-08' })].flat()
    const { data } = await post('environment/del', { market: of, ids: [open?.id, closed?.id, 999_999] }, token)
    expect(data.results).toEqual([
      { id: open?.id, ok: false, code: codes.stateForbids, message: '环境已打开，关闭后才能删除' },
      { id: closed?.id, ok: true },
      { id: 999_999, ok: false, code: codes.notFound, message: expect.any(String) },
    ])
    expect(await walk({ keyword: 'walk-0' })).toHaveLength(9)
  })
})

describe('many at once', () => {
  test('numbered ones are added, all or none', async () => {
    const { data } = await post('environment/batchadd', { market, pattern: 'no-{n}', count: 12, start: 5, digits: 3 })
    expect(data).toEqual({ count: 12, ids: expect.any(Array), undo: expect.any(Object) })
    expect((await namesOf({ keyword: 'no-0' }))[0]).toBe('no-005')
    expect(
      await post('environment/batchadd', { market, pattern: 'no-{n}', count: 5, start: 16, digits: 3 }),
    ).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { pattern: expect.any(String) } },
    })
    expect(await post('environment/batchadd', { market, pattern: 'no number', count: 5 })).toMatchObject({
      code: codes.invalidInput,
    })
    expect(await namesOf({ keyword: 'no-0' })).toHaveLength(12)
  })

  test('all that match are changed, and the others are not', async () => {
    await post('environment/batchadd', { market, pattern: 'match-{n}', count: 8 })
    const tag = await addGroup('of matches')
    const matching = { keyword: 'match-' }
    const edited = await post('environment/edit', { market, matching, region: 'jp-east', note: 'all' })
    expect(edited.data.results).toHaveLength(8)
    await post('environment/move', { market, matching, tags: [tag] })
    expect(await namesOf({ tag, region: 'jp-east' })).toHaveLength(8)
    expect(await namesOf({ region: 'jp-east' })).toHaveLength(8)
    expect(await post('environment/edit', { market, matching, name: 'one name' })).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { name: expect.any(String) } },
    })
  })

  test('ids and a filter at once, or neither, are refused', async () => {
    for (const selection of [{}, { ids: [1], matching: {} }])
      expect(await post('environment/del', { market, ...selection })).toMatchObject({ code: codes.invalidInput })
  })

  test('groups are replaced, added or taken away; the eleventh is refused', async () => {
    const tags = await Promise.all(Array.from({ length: 11 }, (_, index) => addGroup(`moving ${index}`)))
    const { id } = await add('moving')
    const move = (to: number[], mode?: string) => post('environment/move', { market, ids: [id], tags: to, mode })
    const at = async () => (await list({ id })).data.items[0].tags
    await move(tags.slice(0, 2))
    await move(tags.slice(1, 3))
    expect(await at()).toEqual(tags.slice(0, 3))
    await move(tags.slice(0, 1), 'remove')
    expect(await at()).toEqual(tags.slice(1, 3))
    await move(tags.slice(0, 10), 'replace')
    expect((await move(tags.slice(10), 'add')).data.results).toMatchObject([{ ok: false, code: codes.stateForbids }])
    expect(await at()).toEqual(tags.slice(0, 10))
  })
})

describe('a change', () => {
  test('is in the log, with what it was before and after', async () => {
    const { id } = await add('logged')
    await post('environment/edit', { market, ids: [id], region: 'gb-london', name: 'logged anew' })
    const entry = await store.db
      .selectFrom('operation_log')
      .selectAll()
      .where('action', '=', 'environment.edit')
      .where('target', '=', `environment:${id}`)
      .executeTakeFirstOrThrow()
    expect(entry.user_name).toBe('manager')
    expect(JSON.parse(entry.detail)).toEqual({
      before: { name: 'logged', region: '' },
      after: { name: 'logged anew', region: 'gb-london' },
    })
  })

  test('is heard by whoever sees the row, and by nobody else', async () => {
    const above = await hearPatches(server, manager)
    const beside = await hearPatches(server, stranger)
    const { id } = await add('heard of', {}, element)
    await post('environment/edit', { market, ids: [id], note: 'new' }, element)
    const patch = await above.next(
      (heard) =>
        heard.type === 'environment' && heard.id === id && 'note' in heard.changed && !('name' in heard.changed),
    )
    expect(patch.changed).toEqual({ note: 'new', updated_at: expect.any(Number) })
    const owner = await store.user('manager')
    await post('environment/assign', { market, ids: [id], owner_id: owner.id })
    const given = await above.next(({ changed }) => changed.owner_name === 'manager')
    expect(given).toMatchObject({ type: 'environment', id })
    await post('environment/del', { market, ids: [id] })
    expect(await above.next(({ gone }) => gone === true)).toMatchObject({ type: 'environment', id, changed: {} })
    expect(beside.heard).toEqual([])
    await Promise.all([above.close(), beside.close()])
  })

  test('of the rows of a manager below reaches neither agent nor admin nor security, who have no such calls', async () => {
    const above = await Promise.all(
      (['admin', 'security', 'agent'] as const).map(async (role) => hearPatches(server, await server.signIn(role))),
    )
    const atManager = await hearPatches(server, manager)
    const { id } = await add('of nobody above')
    await atManager.next((patch) => patch.type === 'environment' && patch.id === id)
    const { id: user } = await store.user('manager')
    await post('user/edit', { id: user, note: 'a sign that comes later' }, await server.signIn('agent'))
    for (const patches of above) {
      await patches.next(({ changed }) => changed.note === 'a sign that comes later')
      expect(patches.heard.filter(({ type }) => type === 'environment')).toEqual([])
      await patches.close()
    }
    await atManager.close()
  })

  test('that gives a row to somebody else tells the one before no more than that', async () => {
    const { id: managerId } = await store.user('manager')
    const { id } = await add('given up', {}, element)
    const atElement = await hearPatches(server, element)
    await post('environment/edit', { market, ids: [id], owner_id: managerId, note: 'not for the element' })
    const left = await atElement.next((patch) => patch.id === id)
    expect(left.changed).toEqual({ owner_id: managerId })
    await atElement.close()
  })

  test('after another is told to wait when there are too many', async () => {
    await store.addUser({ user_name: 'busy', role: 'manager', modules: [market] }, 'agent')
    const token = await signIn('busy')
    const tryIn = (one: string) =>
      callServer(server.url, 'v2/environment/del', { token, body: { market: one, ids: [999_999] } })
    expect(await tryIn('temu')).toMatchObject({ code: codes.notAllowed }) // Which does not count.
    const answers = await Promise.all(Array.from({ length: 301 }, () => tryIn(market)))
    expect(answers.filter(({ code }) => code === codes.tooManyTries)).toHaveLength(1)
    expect(await tryIn('temu')).toMatchObject({ code: codes.notAllowed })
  })
})
