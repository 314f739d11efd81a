import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract } from '../../server/http/contract.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'

const contract = readContract()
const files = Object.entries(contract.specification.paths).flatMap(([path, { get }]) =>
  get && 'text/csv' in contract.resolved(get.responses[200]).content
    ? [
        {
          file: path.replace('/api/restful/', ''),
          role: get['x-roles']?.includes('manager') ? 'manager' : 'admin',
        } as const,
      ]
    : [],
)

/** Columns of each file that has times, as it is called in Chinese and in English. */
const times: Record<string, [chinese: string, english: string][]> = {
  'v2/user/export': [
    ['到期时间（UTC）', 'Expires (UTC)'],
    ['最后登录（UTC）', 'Signed in (UTC)'],
    ['创建时间（UTC）', 'Created (UTC)'],
  ],
  'v2/device/export': [['最后在线（UTC）', 'Last seen (UTC)']],
  'v2/environment/export': [
    ['最近打开（UTC）', 'Last opened (UTC)'],
    ['创建时间（UTC）', 'Added (UTC)'],
  ],
  'v2/log/export': [['时间（UTC）', 'Time (UTC)']],
  'v2/report/export': [],
  'v2/report/ipexport': [['起始时间（UTC）', 'Since (UTC)']],
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const token = await server.signIn('manager')
  const store = openTestStore(server)
  const { id, path } = await store.user('manager')
  const box = await store.boxes.byCode('B01')
  await store.db
    .insertInto('devices')
    .values({
      box_id: box?.id ?? 0,
      slot: 1,
      serial: 'SEEN',
      name: 'B01-01',
      region: 'us-west',
      owner_id: id,
      owner_path: path,
      egress_ip: '198.51.100.7',
      last_seen_at: Date.now(),
    })
    .execute()
  await server.call('v2/environment/add', { token, body: { market: 'amazon', name: 'shop' } })
  await store.db.updateTable('environments').set({ last_opened_at: Date.now() }).execute()
  await store.close()
})
afterAll(() => server.stop())

test('every file is known here', () => {
  expect(files.map(({ file }) => file).toSorted()).toEqual(Object.keys(times).toSorted())
})

test.each(files)('each time in $file says that it is of UTC', async ({ file, role }) => {
  const token = await server.signIn(role)
  for (const [place, language] of ['zh-CN', 'en'].entries()) {
    const { data } = await server.call(file, {
      token,
      query: { market: 'amazon' },
      headers: { 'X-Language': language },
    })
    const [head = [], ...rows]: string[][] = parse(data, { bom: true })
    const withTimes = head.filter((_, column) =>
      rows.some((row) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(row[column] ?? '')),
    )
    expect(withTimes).toEqual((times[file] ?? []).map((names) => names[place]))
  }
})
