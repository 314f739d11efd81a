import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** More than the server reads at once. */
const count = 2_345

let server: TestServer
let store: TestStore
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  const box = await store.boxes.byCode('B01')
  const rows = async (userName: string, name: (index: number) => string, length: number) => {
    const { id, path } = await store.user(userName)
    return Array.from({ length }, (_, index) => ({
      box_id: box?.id ?? 0,
      slot: index + 1 + (userName === 'element' ? count : 0),
      serial: `${userName}-${index}`,
      name: name(index),
      owner_id: id,
      owner_path: path,
      region: 'us-west',
    }))
  }
  await store.db
    .insertInto('devices')
    .values(await rows('manager', (index) => `P${String(index).padStart(4, '0')}`, count))
    .execute()
  await store.db
    .insertInto('devices')
    .values(await rows('element', () => '=SUM(1,"手机 \u{1F4F1}")', 1))
    .execute()
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** The exported file, line by line. */
async function exported(token: string, query = '', language = 'zh') {
  const response = await fetch(`${server.url}/api/restful/v2/device/export${query}`, {
    headers: { 'X-Token': token, 'X-Language': language },
  })
  const text = Buffer.from(await response.arrayBuffer())
  const lines: string[][] = parse(text, { bom: true })
  return { headers: response.headers, text, lines }
}

test('more phones than a chunk are all in the file, once, in the order asked for', async () => {
  const { headers, lines } = await exported(await server.signIn('manager'), '?sort=-name&keyword=P')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="devices.csv"')
  const names = lines.slice(1).map(([name]) => name)
  expect(names).toEqual(Array.from({ length: count }, (_, index) => `P${String(count - 1 - index).padStart(4, '0')}`))
})

test('the file is for spreadsheets: a byte order mark, headers in the language asked for, and no formula', async () => {
  const { text, lines } = await exported(await server.signIn('element'), '', 'en')
  expect(text.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(lines[0]?.slice(0, 3)).toEqual(['Name', 'Serial number', 'Status'])
  expect(lines.slice(1).map(([name]) => name)).toEqual(['\'=SUM(1,"手机 \u{1F4F1}")'])
})

test('the file has what its reader may see, and bad filters are refused as any other input', async () => {
  const token = await server.signIn('element')
  expect((await exported(token)).lines).toHaveLength(2)
  expect(await server.call('v2/device/export', { token, query: { sort: 'colour' } })).toMatchObject({
    code: codes.invalidInput,
    data: { fields: { sort: expect.any(String) } },
  })
})

test('who takes too many files away is told to wait', async () => {
  const token = await server.signIn('agent')
  for (let time = 0; time < 20; time += 1) await exported(token, '?keyword=nothing')
  expect(await server.call('v2/device/export', { token })).toMatchObject({ code: codes.tooManyTries, status: 429 })
})
