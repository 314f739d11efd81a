import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let manager: string
const market = 'rednote'

beforeAll(async () => {
  server = await startServer()
  manager = await server.signIn('manager')
  await server.call('v2/group/add', { token: manager, body: { market, name: '北美' } })
})
afterAll(() => server.stop())

const send = (body: object, of: string = market) =>
  server.call('v2/environment/import', { token: manager, body: { market: of, ...body } })
const total = async (of: string = market): Promise<number> =>
  (await server.call('v2/environment/list', { token: manager, query: { market: of, limit: 1 } })).data.total

/** A file of 10,000 lines, of which these are bad. */
const bad = new Set(Array.from({ length: 50 }, (_, index) => 2 + index * 199))
const file = (isBad: (line: number) => boolean) =>
  [
    '名称,账号,归属用户,分组,地区,代理类型,代理主机,代理端口,时区,语言,备注',
    ...Array.from({ length: 10_000 }, (_, index) => {
      const line = index + 2
      const region = isBad(line) ? 'moon' : 'us-west'
      return `店铺-${line},s${line}@example.com,element,北美,${region},http,gw.example.com,8080,America/New_York,en-US,"说明, ${line}"`
    }),
  ].join('\r\n')

describe('a file of 10,000 lines with 50 bad ones', () => {
  test('is checked without importing any, and every bad line is told', async () => {
    const { code, data } = await send({ csv: file((line) => bad.has(line)), dry_run: true })
    expect(code).toBe(codes.ok)
    expect(data).toMatchObject({ total: 10_000, imported: 0 })
    expect(data.bad).toEqual([...bad].map((line) => ({ line, field: 'region', reason: '地区不存在' })))
    expect(await total()).toBe(0)
  })

  test('imports none of them when it is meant', async () => {
    const { data } = await send({ csv: file((line) => bad.has(line)) })
    expect(data).toMatchObject({ total: 10_000, imported: 0 })
    expect(data.bad).toHaveLength(50)
    expect(await total()).toBe(0)
  })

  test('imports all of them once they are corrected', async () => {
    expect((await send({ csv: file(() => false), dry_run: true })).data).toEqual({
      total: 10_000,
      imported: 0,
      bad: [],
    })
    expect((await send({ csv: file(() => false) })).data).toEqual({
      total: 10_000,
      imported: 10_000,
      bad: [],
      undo: expect.any(Object),
    })
    expect(await total()).toBe(10_000)
    const { data } = await server.call('v2/environment/list', {
      token: manager,
      query: { market, keyword: '店铺-5002' },
    })
    expect(data.items).toMatchObject([
      {
        name: '店铺-5002',
        account: 's5002@example.com',
        owner_name: 'element',
        region: 'us-west',
        proxy: { type: 'http', host: 'gw.example.com', port: 8080, user_name: '', has_password: false },
        note: '说明, 5002',
      },
    ])
    expect(data.items[0].tags).toHaveLength(1)
  })

  test('has nothing but bad lines the second time', async () => {
    const { data } = await send({ csv: file(() => false) })
    expect(data.bad).toHaveLength(10_000)
    expect(data.bad[0]).toEqual({ line: 2, field: 'name', reason: '该市场中已有同名环境' })
  })
})

test.each([
  [{ name: '' }, ['name']],
  [{ name: '长'.repeat(129) }, ['name']],
  [{ name: 'x', account: 'a'.repeat(10_000) }, ['account']],
  [{ name: 'x', owner: 'nobody-at-all' }, ['owner']],
  [{ name: 'x', owner: 'agent' }, ['owner']],
  [{ name: 'x', groups: '北美|没有' }, ['groups']],
  [{ name: 'x', proxy_host: 'h' }, ['proxy_port', 'proxy_type']],
  [{ name: 'x', proxy_type: 'ftp', proxy_host: 'a b', proxy_port: '0' }, ['proxy_host', 'proxy_port', 'proxy_type']],
  [{ name: 'x', timezone: 'Mars/Base', language: '??' }, ['language', 'timezone']],
])('a line of %o is wrong at %o', async (row, fields) => {
  const { data } = await send({ dry_run: true, rows: [{ line: 7, ...row }] })
  expect(data.bad.map(({ field }: { field: string }) => field).toSorted()).toEqual(fields)
  expect(data.bad.every(({ line, reason }: { line: number; reason: string }) => line === 7 && reason !== '')).toBe(true)
})

test('two lines of one name are one too many', async () => {
  const rows = [1, 2, 3].map((line) => ({ line, name: line === 2 ? 'other' : 'same' }))
  expect((await send({ dry_run: true, rows })).data.bad).toEqual([
    { line: 3, field: 'name', reason: '文件中有重复的名称' },
  ])
})

test.each([
  ['', 'csv'],
  ['账号\r\nx', 'csv'],
  ['名称', 'csv'],
  ['名称\r\n"open', 'csv'],
  [`name\n${'x\n'.repeat(10_001)}`, 'csv'],
])('a file that can not be read is refused as such', async (csv, field) => {
  const { code, data } = await send({ csv })
  expect(code).toBe(codes.invalidInput)
  expect(Object.keys(data.fields)).toEqual([field])
})

test('what was exported can be imported: emoji, quotes, line breaks and what looks like a formula', async () => {
  const names = ['=1+1 \u{1F6D2}', 'a "quoted", name', '-dash', 'متجر']
  for (const name of names) {
    const body = { market: 'walmart', name, note: 'first\nsecond', proxy: { type: 'http', host: 'h', port: 1 } }
    await server.call('v2/environment/add', { token: manager, body })
  }
  const { data: csv } = await server.call('v2/environment/export', { token: manager, query: { market: 'walmart' } })
  expect((await send({ csv }, 'depop')).data).toMatchObject({ total: 4, imported: 4, bad: [] })
  const { data } = await server.call('v2/environment/list', { token: manager, query: { market: 'depop' } })
  const found = data.items.map(({ name, note }: { name: string; note: string }) => ({ name, note }))
  expect(found).toEqual(names.toSorted().map((name) => ({ name, note: 'first\nsecond' })))
})
