import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { ReportSweep } from '../../server/reports/sweep.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import { signInAt, startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const serials = ['USE1', 'USE2', 'USE3', 'USE4']
const timeZone = 'Asia/Shanghai'
const hour = 60 * 60_000

let server: TestServer
let store: TestStore
let box: FakeBox
let patches: Patches
const tokens: Record<string, string> = {}
let sweep: ReportSweep

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  sweep = new ReportSweep(store, timeZone)
  box = await connectBox(server, store)
  for (const role of ['admin', 'security', 'agent', 'manager', 'element'] as const)
    tokens[role] = await server.signIn(role)
  patches = await hearPatches(server, tokens.agent ?? '')
  await box.report(
    inventory(serials.map((serial, index) => readyPhone(serial, { ip: index < 2 ? '10.9.0.1' : `10.9.0.${index}` }))),
  )
  await patches.next(({ changed }) => changed.serial === serials.at(-1))
})
afterAll(async () => {
  await patches.close()
  await box.close()
  await store.close()
  await server.stop()
})

async function idOf(serial: string): Promise<number> {
  const { id } = await store.db
    .selectFrom('devices')
    .select('id')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  return id
}

/** Takes a phone in a session of its own, and answers how to end that session. */
async function take(role: Role, serial: string, more: { take_over?: boolean } = {}): Promise<() => Promise<void>> {
  const token = await server.signIn(role)
  const id = await idOf(serial)
  const { code } = await server.call('v2/device/stream/point', { token, query: { id, mode: 'control', ...more } })
  expect(code).toBe(codes.ok)
  return async () => {
    await server.call('v2/user/logout', { token, body: {} })
  }
}

const usesOf = async (serial: string) =>
  store.db
    .selectFrom('device_uses')
    .selectAll()
    .where('device_id', '=', await idOf(serial))
    .orderBy('id')
    .execute()

const report = (role: string, query: Record<string, string | number> = {}) =>
  server.call('v2/report/system', { token: tokens[role], query })

/** Sums up now, however recently that was done. The server does so by itself, and keeps others from it meanwhile. */
async function rolledUp() {
  await store.db.deleteFrom('report_rolls').execute()
  const begun = Date.now()
  const left = async () => {
    await sweep.rollUp()
    return store.reportRolls.daysDue(Date.now(), begun, timeZone)
  }
  await expect.poll(left).toEqual([])
}

describe('the use of a phone is recorded', () => {
  test('from taking it to letting go, with who used it', async () => {
    const leave = await take('manager', 'USE1')
    const { id, path } = await store.user('manager')
    const device = await store.db
      .selectFrom('devices')
      .selectAll()
      .where('serial', '=', 'USE1')
      .executeTakeFirstOrThrow()
    expect(await usesOf('USE1')).toMatchObject([
      { user_id: id, user_path: path, started_at: device.in_use_since, ended_at: null, market: null },
    ])
    await leave()
    const [use] = await usesOf('USE1')
    expect(use?.ended_at).toBeGreaterThanOrEqual(use?.started_at ?? Infinity)
  })

  test('to the moment at which somebody takes it over, whose use begins then', async () => {
    await take('manager', 'USE2')
    const leave = await take('agent', 'USE2', { take_over: true })
    const [before, after] = await usesOf('USE2')
    expect(after).toMatchObject({ user_id: (await store.user('agent')).id, ended_at: null })
    expect(before?.ended_at).toBe(after?.started_at)
    await leave()
  })

  test('over a loss of the phone, which is noted', async () => {
    const leave = await take('manager', 'USE3')
    const id = await idOf('USE3')
    const since = patches.heard.length
    await box.report({ type: 'phone_lost', serial: 'USE3' })
    await patches.next((patch) => patch.id === id && patch.changed.status === 'offline', since)
    await box.report({ type: 'phones', phones: [{ serial: 'USE3', state: 'ready' }] })
    await patches.next((patch) => patch.id === id && patch.changed.status === 'in_use', since)
    expect(await usesOf('USE3')).toMatchObject([{ ended_at: null, lost_at: [expect.any(Number)] }])
    await leave()
  })
})

describe('the system report', () => {
  test('adds up to what was recorded', async () => {
    await rolledUp()
    const uses = await store.db.selectFrom('device_uses').selectAll().execute()
    const recorded = uses.reduce((sum, { started_at, ended_at }) => sum + (ended_at ?? 0) - started_at, 0)
    const { operations } = await store.db
      .selectFrom('operation_log')
      .select(({ fn }) => fn.countAll<number>().as('operations'))
      .where('user_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const { data } = await report('admin')
    expect(data).toMatchObject({ time_zone: timeZone, total: 1, rolled_at: expect.any(Number) })
    expect(data.days).toHaveLength(30)
    expect(data.totals).toEqual({ peak: 1, use_ms: recorded, operations, failures: 1, tasks: 0, environments: 0 })
    for (const group of ['user', 'agent', 'market'] as const) {
      const { items } = (await report('admin', { group })).data
      const sum = (name: string) =>
        items.reduce((so_far: number, row: Record<string, number>) => so_far + (row[name] ?? 0), 0)
      expect({ group, use_ms: sum('use_ms'), operations: sum('operations'), failures: sum('failures') }).toEqual({
        group,
        use_ms: recorded,
        operations,
        failures: 1,
      })
    }
  })

  test('counts the peak of phones in use at once, of each user and of all', async () => {
    const sessions = [await take('manager', 'USE1'), await take('manager', 'USE2'), await take('agent', 'USE4')]
    await rolledUp()
    const inUse = await store.db.selectFrom('devices').select('id').where('in_use_by', 'is not', null).execute()
    expect((await report('admin')).data.totals.peak).toBe(inUse.length)
    const { id } = await store.user('manager')
    const { items } = (await report('admin', { group: 'user', user_id: id })).data
    expect(items).toMatchObject([{ user: { id, user_name: 'manager' }, role: 'manager', peak: 2 }])
    for (const leave of sessions) await leave()
  })

  test('cuts a use at midnight in its time zone, and sums up nothing twice', async () => {
    const { id, path } = await store.user('element')
    const [today] = (await store.reportRolls.daysDue(Date.now(), Date.now() + hour, timeZone)).slice(-1)
    if (today === undefined) throw new Error('today is not due')
    await store.db
      .insertInto('device_uses')
      .values({
        device_id: 999_999,
        user_id: id,
        user_path: path,
        started_at: today.begins - 2 * hour,
        ended_at: today.begins + 1,
        market: 'temu',
      })
      .execute()
    await rolledUp()
    await rolledUp()
    const { data } = await report('admin', { user_id: id, market: 'temu' })
    expect(data.days.at(-1)).toMatchObject({ day: today.day, use_ms: 1, peak: 1 })
    expect(data.days.at(-2)).toMatchObject({ use_ms: 2 * hour, peak: 1 })
    const byMarket = (await report('admin', { group: 'market', user_id: id, sort: '-use_ms' })).data
    expect(byMarket.items[0]).toMatchObject({ market: 'temu', use_ms: 2 * hour + 1 })
    const [line] = byMarket.lines
    expect(line.use_ms.slice(-2)).toEqual([2 * hour, 1])
  })

  test('counts jobs, those in which a phone failed, and environments that were added', async () => {
    const admin = await store.user('admin')
    const before = (await report('admin', { user_id: admin.id })).data.totals
    const { id: jobId } = await store.db
      .insertInto('jobs')
      .values({
        name: 'reboot',
        action: 'reboot',
        script: '',
        state: 'done',
        created_by: admin.id,
        total: 1,
        timeout_seconds: 60,
        concurrency: 1,
        task_id: null,
        script_id: null,
        retry_of: null,
        started_at: null,
        ended_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await store.db
      .insertInto('job_items')
      .values({
        job_id: jobId,
        device_id: await idOf('USE1'),
        device_name: 'USE1',
        state: 'failed',
      })
      .execute()
    const manager = await server.signIn('manager')
    const { code } = await server.call('v2/environment/add', {
      token: manager,
      body: { market: 'temu', name: 'report-1' },
    })
    expect(code).toBe(codes.ok)
    await rolledUp()
    const after = (await report('admin', { user_id: admin.id })).data.totals
    expect(after).toMatchObject({ tasks: before.tasks + 1, failures: before.failures + 1 })
    const { items } = (await report('admin', { group: 'market', market: 'temu' })).data
    expect(items).toMatchObject([{ market: 'temu', environments: 1 }])
  })

  test('is of the own subtree for an agent, and others are not to be found', async () => {
    const stranger = await store.addUser({ user_name: 'stranger', role: 'agent' }, 'admin')
    const { data } = await report('agent', { group: 'user' })
    const names = data.items.map(({ user }: { user: { user_name: string } }) => user.user_name)
    expect(names.toSorted()).toEqual(['agent', 'element', 'manager'])
    expect(await report('agent', { user_id: stranger.id })).toMatchObject({ code: codes.notFound })
    expect(await report('agent', { user_id: (await store.user('admin')).id })).toMatchObject({ code: codes.notFound })
    expect(await report('admin', { agent_id: (await store.user('manager')).id })).toMatchObject({
      code: codes.notFound,
    })
    expect(await report('manager')).toMatchObject({ code: codes.notAllowed })
    const own = (await report('agent')).data.totals
    const byAdmin = (await report('admin', { agent_id: (await store.user('agent')).id })).data.totals
    expect(own).toEqual(byAdmin)
  })

  test('has at most 366 days, in order, that the calendar knows', async () => {
    const fields = async (query: Record<string, string>) => (await report('admin', query)).data.fields
    expect((await report('admin', { from: '2024-01-01', to: '2024-12-31' })).data.days).toHaveLength(366)
    expect(await fields({ from: '2024-01-01', to: '2025-01-01' })).toEqual({ to: '最多 366 天' })
    expect(await fields({ from: '2026-02-02', to: '2026-02-01' })).toEqual({ to: '结束日期早于开始日期' })
    expect(await fields({ from: '2026-02-30' })).toEqual({ from: '日期无效' })
    expect(await fields({ from: "2026-02-'--" })).toMatchObject({ from: expect.any(String) })
  })

  test('is a file as well, with the same rows', async () => {
    const query = { group: 'user', sort: '-operations' }
    const { items } = (await report('admin', query)).data
    const { data } = await server.call('v2/report/export', { token: tokens.admin, query })
    const lines: string[][] = parse(data, { bom: true })
    expect(lines[0]).toEqual(['用户', '使用峰值', '使用时长（小时）', '操作', '失败', '任务', '新增环境'])
    expect(lines.slice(1).map(([name, , , operations]) => [name, Number(operations)])).toEqual(
      items.map(({ user, operations }: { user: { user_name: string }; operations: number }) => [
        user.user_name,
        operations,
      ]),
    )
  })

  test('is summed up by one server at a time', async () => {
    await store.db.deleteFrom('report_rolls').execute()
    await Promise.all([sweep.rollUp(), sweep.rollUp(), new ReportSweep(store, timeZone).rollUp()])
    await rolledUp()
    const rows = await store.db.selectFrom('report_days').select('scope').where('scope', '=', 'all').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect((await report('admin')).data.totals).toEqual((await report('security')).data.totals)
  })
})

const addresses = (role: string, query: Record<string, string | number | boolean> = {}) =>
  server.call('v2/report/ip', { token: tokens[role], query })

/** Of the phones at one address: the environment open on each, and whether it is warned of. */
const marked = async () => {
  const { items } = (await addresses('admin', { keyword: '10.9.0.1' })).data
  return items.map(({ environment, shared_in_market }: Record<string, { name: string } | null>) => [
    environment?.name,
    shared_in_market,
  ])
}

describe('the IP report', () => {
  test('tells the address of each phone, since when, and with how many it is shared', async () => {
    const { data } = await addresses('admin')
    expect(data).toMatchObject({ total: 4, next_cursor: null })
    expect(
      data.items.map(({ serial, address, shared_with }: Record<string, unknown>) => [serial, address, shared_with]),
    ).toEqual([
      ['USE1', '10.9.0.1', 1],
      ['USE2', '10.9.0.1', 1],
      ['USE3', '10.9.0.2', 0],
      ['USE4', '10.9.0.3', 0],
    ])
    expect(data.items[0].since).toBeGreaterThan(Date.now() - hour)
  })

  test('tells which environment is open on a phone, and warns of two of one market on one address', async () => {
    const token = await server.signIn('manager')
    const ids: number[] = []
    for (const name of ['twin-1', 'twin-2']) {
      await server.call('v2/environment/add', { token, body: { market: 'depop', name } })
      const row = await store.db
        .selectFrom('environments')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      ids.push(row.id)
    }
    const open = async (id: number | undefined, serial: string) =>
      store.db
        .updateTable('environments')
        .set({ device_id: await idOf(serial) })
        .where('id', '=', id ?? 0)
        .execute()
    await open(ids[0], 'USE1')
    expect(await marked()).toEqual([
      ['twin-1', false],
      [undefined, false],
    ])
    await open(ids[1], 'USE2')
    expect(await marked()).toEqual([
      ['twin-1', true],
      ['twin-2', true],
    ])
    await store.db.updateTable('environments').set({ device_id: null }).where('id', 'in', ids).execute()
  })

  test('follows a phone to its next address and keeps the one before', async () => {
    const id = await idOf('USE4')
    const since = patches.heard.length
    await box.report({ type: 'phones', phones: [{ serial: 'USE4', state: 'ready', ip: '10.9.0.2' }] })
    await patches.next((patch) => patch.id === id && patch.changed.egress_ip === '10.9.0.2', since)
    const history = await store.db
      .selectFrom('device_addresses')
      .selectAll()
      .where('device_id', '=', id)
      .orderBy('id')
      .execute()
    expect(history).toMatchObject([
      { address: '10.9.0.3', until: expect.any(Number) },
      { address: '10.9.0.2', until: null },
    ])
    const { data } = await addresses('admin', { keyword: '10.9.0.2' })
    expect(data.items).toMatchObject([
      { serial: 'USE3', shared_with: 1 },
      { serial: 'USE4', shared_with: 1 },
    ])
  })

  test('shows only shared addresses where asked, and walks page by page', async () => {
    await box.report({ type: 'phones', phones: [{ serial: 'USE4', state: 'ready', ip: '10.9.0.7' }] })
    const id = await idOf('USE4')
    await patches.next((patch) => patch.id === id && patch.changed.egress_ip === '10.9.0.7')
    await sweep.tidy()
    const { data } = await addresses('admin', { shared: true, limit: 1, sort: '-address' })
    expect(data).toMatchObject({ total: 2, items: [{ serial: 'USE2' }] })
    const next = await addresses('admin', { shared: true, limit: 1, sort: '-address', cursor: data.next_cursor })
    expect(next.data).toMatchObject({ next_cursor: null, items: [{ serial: 'USE1' }] })
    expect(await addresses('admin', { cursor: data.next_cursor })).toMatchObject({ code: codes.invalidInput })
  })

  test('sorts addresses as people count, page by page, and IPv6 behind', async () => {
    const inOrder = ['9.10.0.200', '10.9.0.7', '10.9.0.20', '2001:db8::9']
    const given = inOrder
      .toReversed()
      .map((ip, index) => ({ serial: serials[index] ?? '', state: 'ready' as const, ip }))
    await box.report({ type: 'phones', phones: given })
    await expect.poll(async () => (await addresses('admin', { keyword: '9.10.0.200' })).data.total).toBe(1)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data } = await addresses('admin', { sort: 'address', limit: 1, ...(cursor !== '' && { cursor }) })
      listed.push(...data.items.map(({ address }: { address: string }) => address))
      cursor = data.next_cursor
    }
    expect(listed).toEqual(inOrder)
  })

  test('is of the own subtree for an agent, a file as well, and nothing for a manager', async () => {
    const stranger = await store.addUser({ user_name: 'far-agent', role: 'agent' }, 'admin')
    await store.devices.handOver([await idOf('USE4')], stranger)
    expect((await addresses('agent')).data.total).toBe(3)
    expect((await addresses('security')).data.total).toBe(4)
    expect(await addresses('manager')).toMatchObject({ code: codes.notAllowed })
    const { data } = await server.call('v2/report/ipexport', { token: tokens.agent })
    expect(parse(data, { bom: true })).toHaveLength(4)
    await store.devices.handOver([await idOf('USE4')], await store.user('manager'))
  })
})

const summary = async (role: string) => {
  const { code, data } = await server.call('v2/dashboard/summary', { token: tokens[role] })
  expect(code).toBe(codes.ok)
  return data
}

describe('the dashboard', () => {
  test('counts phones by their states, and keeps counting right', async () => {
    const leave = await take('manager', 'USE1')
    const statuses = async () =>
      Object.fromEntries(
        (await summary('manager')).statuses.map(({ status, phones }: Record<string, string>) => [status, phones]),
      )
    expect(await statuses()).toEqual({ idle: 3, in_use: 1 })
    await sweep.tidy()
    expect(await statuses()).toEqual({ idle: 3, in_use: 1 })
    await leave()
    expect(await statuses()).toEqual({ idle: 4 })
    expect((await summary('element')).phones).toBe(0)
  })

  test('shows the boxes slot by slot, the use of a day, and what was done', async () => {
    const data = await summary('agent')
    expect(data.boxes).toMatchObject({ total: 1, online: 1, items: [{ name: 'B01', online: true }] })
    expect(data.boxes.items[0].phones.map(({ slot }: { slot: number }) => slot)).toEqual([1, 2, 3, 4])
    expect(data.use).toHaveLength(24)
    await rolledUp()
    expect(Math.max(...(await summary('agent')).use.map(({ peak }: { peak: number }) => peak))).toBeGreaterThanOrEqual(
      3,
    )
  })

  test('says of what was done last to whom, by its name', async () => {
    const leave = await take('manager', 'USE1')
    await leave()
    const { items } = (await server.call('v3/device/list', { token: tokens.manager, query: { keyword: 'USE1' } })).data
    const [{ id, name }] = items
    const done = (await summary('manager')).recent.find(({ action }: { action: string }) =>
      action.startsWith('control.'),
    )
    expect(done).toMatchObject({ target_kind: 'device', target_id: String(id), target_name: name })
    expect(done).not.toHaveProperty('target')
  })

  test('tells who soon has no service any more, the first one first', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const ending = (days: number) => ({ authorization_at: now - 1_000, expiration: days * 86_400 + 1_000 })
    await store.addUser({ user_name: 'ends-in-6', role: 'element', ...ending(6) }, 'manager')
    await store.addUser({ user_name: 'ends-in-2', role: 'element', ...ending(2) }, 'manager')
    await store.addUser({ user_name: 'ends-in-8', role: 'element', ...ending(8) }, 'manager')
    await store.addUser({ user_name: 'has-ended', role: 'element', ...ending(-1) }, 'manager')
    const { expiring } = await summary('manager')
    expect(expiring.items.map(({ user_name }: { user_name: string }) => user_name)).toEqual(['ends-in-2', 'ends-in-6'])
    expect(expiring.total).toBe(2)
    // As the list of users says it.
    const { data } = await server.call('v2/user/list', {
      token: await server.signIn('manager'),
      query: { service: ['expiring'] },
    })
    expect(data.items.map(({ user_name }: { user_name: string }) => user_name).toSorted()).toEqual([
      'ends-in-2',
      'ends-in-6',
    ])
  })

  test('tells whose own service ends soon, and whom to turn to, among all that end', async () => {
    const now = Math.floor(Date.now() / 1_000)
    await store.addUser(
      { user_name: 'ends-itself', role: 'manager', authorization_at: now, expiration: 2 * 86_400 },
      'agent',
    )
    const token = await signInAt(server.url, 'ends-itself')
    const { own_service, expiring } = (await server.call('v2/dashboard/summary', { token })).data
    expect(own_service).toEqual({
      ends_at: now + 2 * 86_400,
      contact: expect.objectContaining({ user_name: 'agent', role: 'agent' }),
    })
    expect(expiring).toMatchObject({ total: 1, items: [{ user_name: 'ends-itself' }] })
    expect((await summary('agent')).own_service).toBeNull()
  })

  test('tells nobody what its screens would not', async () => {
    expect(await summary('element')).toMatchObject({ people: null, recent: null, boxes: { total: null, online: null } })
    expect(await summary('manager')).toMatchObject({ people: expect.any(Number), jobs: null, boxes: { total: null } })
    expect((await summary('admin')).jobs).toEqual({ total: 1, running: 0, failed: 1 })
    const { id } = await store.user('admin')
    for (const { user_id } of (await summary('manager')).recent) expect(user_id).not.toBe(id)
  })
})
