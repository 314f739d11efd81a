import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import { checkedLog, expectUnbrokenChain } from '../support/log-check.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
/** When the server began: what is older is its history, and what is newer its phones and people do. */
let began: number
beforeAll(async () => {
  began = Date.now()
  server = await startServer({ env: { DEMO: '1', LOG_LEVEL: 'info' }, phones: 4 })
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** Awaits a chapter of the demo fleet. */
const settled = (chapter: string) =>
  expect.poll(() => store.settings.isDone(`demo: ${chapter}`), { timeout: 30_000, interval: 200 }).toBe(true)

test('there are people of each role, below and beside the first ones', async () => {
  const { data } = await server.call('v2/user/list', { token: await server.signIn('admin'), query: { limit: 100 } })
  const count = (role: string) => data.items.filter((user: { role: string }) => user.role === role).length
  expect(['admin', 'security', 'agent', 'manager', 'element'].map(count)).toEqual([1, 2, 2, 5, 7])
})

test('thirty days are in the log, oldest first, and their chain holds', async () => {
  const entries = await store.db.selectFrom('operation_log').selectAll().orderBy('id').execute()
  const [first] = entries
  expect(Date.now() - (first?.at ?? 0)).toBeGreaterThan(29 * 86_400_000)
  // What happens at once is written in either order; the days before are not.
  const past = entries.filter(({ at }) => at < began)
  expect(entries.slice(0, past.length)).toEqual(past.toSorted((a, b) => a.at - b.at))
  await expectUnbrokenChain(store.db)
  expect(await checkedLog(server, await server.signIn('admin'))).toMatchObject({ whole: true })
})

test('site messages wait for everybody, and the notice hangs', async () => {
  await settled('the word is spread')
  const token = await server.signIn('element')
  expect((await server.call('v2/user/message/list', { token, query: { confirm: false } })).data.total).toBe(3)
  expect((await server.call('v2/maintain/notify', { token })).data.content).toContain('机房例行维护')
})

test('each market has groups, and environments of the manager and its team', async () => {
  await settled('the shops are open')
  const [manager, element] = [await server.signIn('manager'), await server.signIn('element')]
  for (const market of markets) {
    const groups = await server.call('v2/group/list', { token: manager, query: { market } })
    expect(groups.data.items.length).toBeGreaterThan(0)
    const ofManager = await server.call('v2/environment/list', { token: manager, query: { market } })
    expect(ofManager.data.total).toBeGreaterThanOrEqual(6)
  }
  const ofElement = await server.call('v2/environment/list', { token: element, query: { market: 'rednote' } })
  expect(ofElement.data.total).toBe(16)
})

test('a second box stands beside the first, with half as many phones, for the first manager', async () => {
  await settled('a second box is there')
  const token = await server.signIn('manager')
  const phones = async () => (await server.call('v3/device/list', { token, query: { status: 'idle' } })).data.items
  await expect.poll(async () => (await phones()).length, { timeout: 30_000 }).toBe(6)
  const boxes = (await phones()).map(({ box_name }: { box_name: string }) => box_name)
  expect(boxes.filter((name: string) => name === 'B01')).toHaveLength(4)
  expect(boxes.filter((name: string) => name === '东京二号机柜')).toHaveLength(2)
})

test('scripts have run on phones, and tasks wait for their time', async () => {
  await settled('the services are offered')
  const token = await server.signIn('admin')
  expect((await server.call('v2/script/list', { token })).data.total).toBe(4)
  expect((await server.call('v2/task/list', { token })).data.total).toBe(3)
  const jobs = async () => (await server.call('v2/job/list', { token })).data.items
  await expect
    .poll(async () => (await jobs())[0], { timeout: 20_000 })
    .toMatchObject({ name: '每日巡检', state: 'done', failed: 0 })
})

/** What there is of everything that the demo fleet brings, by name, as the tables have it. */
async function present(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ kind: string; names: string[] }>`
    select kind, array_agg(name order by name collate "C") as names from (
      select 'user' as kind, user_name as name from users where deleted_at is null
      union all select 'box', code from boxes where deleted_at is null
      union all select 'phone', name from devices where removed_at is null
      union all select 'group', name from environment_groups
      union all select 'environment', name from environment_rows where trashed_at is null
      union all select 'trash', name from environment_rows where trashed_at is not null
      union all select 'script', name from scripts
      union all select 'task', name from tasks
    ) as everything group by kind`.execute(store.db)
  return Object.fromEntries(rows.map(({ kind, names }) => [kind, names]))
}

test('its samples go at one word of an admin, but for what people have made or changed, and what that needs', async () => {
  for (const chapter of [
    'a second box is there',
    'the shops are open',
    'the word is spread',
    'the services are offered',
  ])
    await settled(chapter)
  const [admin, manager] = [await server.signIn('admin'), await server.signIn('manager')]
  const call = async (token: string, path: string, body: object) => {
    const answer = await server.call(`v2/${path}`, { token, body })
    expect(answer.code).toBe(codes.ok)
    return answer.data
  }
  const idOf = async (table: 'users' | 'environments' | 'environment_groups' | 'scripts', name: string) => {
    const column = table === 'users' ? sql.ref('user_name') : sql.ref('name')
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${column} = ${name}`.execute(
      store.db,
    )
    return rows[0]?.id ?? 0
  }
  await call(admin, 'user/edit', { id: await idOf('users', '林氏-亚马逊'), note: 'ours' })
  await call(manager, 'environment/edit', {
    market: 'amazon',
    ids: [await idOf('environments', 'AMZ-US-01')],
    note: 'ours',
  })
  const tags = [await idOf('environment_groups', '欧洲站')]
  await call(manager, 'environment/add', { market: 'amazon', name: 'our shop', tags })
  await call(manager, 'group/add', { market: 'amazon', name: 'our group', colour: '#2d72d2' })
  const check = await idOf('scripts', '每日巡检')
  await call(admin, 'task/add', {
    name: 'our task',
    work: { script_id: check },
    targets: { filter: {} },
    schedule: { cron: '0 0 1 1 *', timezone: 'UTC' },
  })
  const idle = { token: manager, query: { keyword: 'B02', status: 'idle' } }
  const phones = async () => (await server.call('v3/device/list', idle)).data.items
  await expect.poll(async () => (await phones()).length, { timeout: 30_000 }).toBe(2)
  const controlled = await server.signIn('manager')
  await server.call('v2/device/stream/point', {
    token: controlled,
    query: { id: (await phones())[0].id, mode: 'control' },
  })

  const before = await present()
  for (const role of ['security', 'agent', 'manager', 'element'] as const)
    for (const [path, body] of [
      ['sample/clear', {}],
      ['sample/list', undefined],
    ] as const)
      expect(await server.call(`v2/${path}`, { token: await server.signIn(role), body })).toMatchObject({
        code: codes.notAllowed,
      })
  expect(await present()).toEqual(before)

  // While some of it is still being made.
  await store.settings.forget('demo: the word is spread')
  expect(await server.call('v2/sample/clear', { token: admin, body: {} })).toMatchObject({ code: codes.stateForbids })
  await store.settings.markDone('demo: the word is spread')
  expect(await present()).toEqual(before)

  const told = (await server.call('v2/sample/list', { token: admin })).data
  const done = await call(admin, 'sample/clear', {})
  expect(done).toEqual(told)
  const after = await present()
  const gone = (kind: string) => before[kind]?.filter((name) => after[kind]?.includes(name) !== true).length
  expect(done).toMatchObject({
    users: gone('user'),
    boxes: gone('box'),
    phones: gone('phone'),
    groups: gone('group'),
    environments: gone('environment'),
    scripts: gone('script'),
    tasks: gone('task'),
    notices: 1,
    // 林氏-亚马逊 and the two above, AMZ-US-01 and its group, that of our shop, the script of our task, B02 that is in use.
    stays: 8,
  })
  expect(after).toEqual({
    user: ['admin', 'agent', 'element', 'manager', 'security', '华南代理', '林氏-亚马逊', '林氏优选'].toSorted(),
    box: ['B02'],
    phone: ['B02-01', 'B02-02'],
    group: ['our group', '北美主力', '欧洲站'],
    environment: ['AMZ-US-01', 'our shop'],
    trash: before.environment?.filter((name) => name !== 'AMZ-US-01' && name !== 'our shop'),
    script: ['每日巡检'],
    task: ['our task'],
  })
  expect((await server.call('v2/maintain/notify', { token: manager })).data.content).toBe('')
  const entries = () =>
    store.db.selectFrom('operation_log').select('user_name').where('action', '=', 'sample.clear').execute()
  await expect.poll(entries).toEqual([{ user_name: 'admin' }])

  await server.call('v2/user/logout', { token: controlled, body: {} })
  expect(await call(admin, 'sample/clear', {})).toMatchObject({
    boxes: 1,
    phones: 2,
    users: 0,
    environments: 0,
    stays: 0,
  })
  const summary = () => server.call('v2/dashboard/summary', { token: admin })
  expect((await summary()).data.samples).toBe(false)
  const last = await present()
  expect(last.box).toBeUndefined()
  expect(await call(admin, 'sample/clear', {})).toMatchObject({
    boxes: 0,
    phones: 0,
    users: 0,
    environments: 0,
    stays: 0,
  })
  expect(await present()).toEqual(last)
  await expect.poll(entries).toHaveLength(2)
  const online = () => store.db.selectFrom('boxes').select('code').where('online', '=', true).execute()
  await expect.poll(online).toEqual([])
})

test('nothing of it is a warning', () => {
  const logged = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
})
