import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { nextTimes } from '../../server/jobs/schedule.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { jobOutput } from '../support/job-output.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let box: FakeBox
let token: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  await box.report(inventory(['T1', 'T2'].map((serial) => readyPhone(serial))))
  token = await server.signIn('admin')
  await eventually(
    () => server.call('v3/device/list', { token, query: { status: ['idle'] } }),
    ({ data }) => data.total === 2,
  )
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})

/** Waits for an answer that is wanted, asking again and again. */
async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const yearly = { cron: '0 4 1 1 *', timezone: 'UTC' }
const everyPhone = { filter: {} }
const reboot = { action: 'reboot' }

const post = (path: string, body: object) => server.call(`v2/${path}`, { token, body })

async function addTask(more: object = {}): Promise<number> {
  const body = { name: '夜间重启', work: reboot, targets: everyPhone, schedule: yearly, ...more }
  const answer = await post('task/add', body)
  expect(answer.message).toBe('ok')
  return answer.data.id
}

const taskOf = async (id: number) => (await server.call('v2/task/list', { token, query: { id } })).data.items[0]
const jobsOf = async (id: number) => (await server.call('v2/task/jobs', { token, query: { id } })).data.items

/** Has every phone of a job restart. */
async function answerReboots(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    const command = await box.phoneCommand()
    expect(command).toMatchObject({ type: 'reboot', timeout: 300_000 })
    await end(command.id)
  }
}

const end = (command_id: string) =>
  box.report({
    type: 'command_ended',
    command_id,
    ending: 'exited',
    exit_code: 0,
    reason: null,
    truncated: false,
    transfer: null,
  })

/** A task's time has come so many milliseconds ago. */
const wasDue = (id: number, ago: number) =>
  store.db
    .updateTable('tasks')
    .set({ next_run_at: Date.now() - ago })
    .where('id', '=', id)
    .execute()

describe('a timed task', () => {
  test('is added, read, changed, switched and deleted', async () => {
    const id = await addTask({ note: '备注', timeout_seconds: 60, concurrency: 3 })
    const next = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1, 4)
    expect(await taskOf(id)).toMatchObject({
      name: '夜间重启',
      note: '备注',
      work: reboot,
      targets: everyPhone,
      schedule: yearly,
      timeout_seconds: 60,
      concurrency: 3,
      enabled: true,
      next_run_at: next,
      last_job_id: null,
    })

    const script = (await post('script/add', { name: 's', body: 'echo $A', parameters: [{ name: 'A' }] })).data.id
    const edited = {
      id,
      name: "“<b>عربي</b>” 🤖 ' or 1=1 --",
      work: { script_id: script, values: { A: '1' } },
      targets: { box_ids: [box.id] },
      schedule: { cron: '  30  9 * * 1-5 ', timezone: 'Asia/Shanghai' },
    }
    expect((await post('task/edit', edited)).code).toBe(codes.ok)
    expect(await taskOf(id)).toMatchObject({
      ...edited,
      script_name: 's',
      schedule: { cron: '30 9 * * 1-5', timezone: 'Asia/Shanghai' },
    })

    await post('task/switch', { ids: [id], enabled: false })
    expect(await taskOf(id)).toMatchObject({ enabled: false, next_run_at: null })
    const before = await taskOf(id)
    expect((await post('task/edit', { id, note: '  later ' })).code).toBe(codes.ok)
    expect(await taskOf(id)).toEqual({ ...before, note: 'later', updated_at: expect.any(Number) })
    await post('task/switch', { ids: [id], enabled: true })
    expect((await taskOf(id)).next_run_at).toBeGreaterThan(Date.now())

    expect((await post('script/del', { ids: [script] })).data.results[0]).toMatchObject({
      ok: false,
      code: codes.stateForbids,
    })
    expect((await post('task/del', { ids: [id, 1_000_000] })).data.results).toEqual([
      { id, ok: true },
      { id: 1_000_000, ok: false, code: codes.notFound, message: '定时任务不存在' },
    ])
    expect(await taskOf(id)).toBeUndefined()
    expect((await post('script/del', { ids: [script] })).data.results).toEqual([{ id: script, ok: true }])
  })

  test.each([
    ['a cron expression that is none', { schedule: { cron: 'every day', timezone: 'UTC' } }, 'schedule.cron'],
    ['a cron expression with seconds', { schedule: { cron: '* * * * * *', timezone: 'UTC' } }, 'schedule.cron'],
    ['a day that never comes', { schedule: { cron: '0 0 31 2 *', timezone: 'UTC' } }, 'schedule.cron'],
    ['a time zone that is none', { schedule: { ...yearly, timezone: 'Mars/Olympus' } }, 'schedule.timezone'],
    ['a time that is past', { schedule: { once_at: 1, timezone: 'UTC' } }, 'schedule.once_at'],
    ['a schedule of nothing', { schedule: { timezone: 'UTC' } }, 'schedule'],
    ['two schedules', { schedule: { ...yearly, once_at: 1 } }, 'schedule'],
    ['a script that is not there', { work: { script_id: 1_000_000 } }, 'work.script_id'],
    ['a script and an action', { work: { script_id: 1, action: 'reboot' } }, 'work'],
    ['two kinds of targets', { targets: { box_ids: [1], owner_ids: [1] } }, 'targets'],
    ['no targets', { targets: { device_ids: [] } }, 'targets.device_ids'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a time limit of a day', { timeout_seconds: 86_400 }, 'timeout_seconds'],
  ])('is refused with %s', async (_, change, field) => {
    const body = { name: 'x', work: reboot, targets: everyPhone, schedule: yearly, ...change }
    const { code, data } = await post('task/add', body)
    expect({ code, fields: Object.keys(data.fields) }).toEqual({ code: codes.invalidInput, fields: [field] })
  })

  test('runs when its time comes, once, and is then switched off', async () => {
    const answered = answerReboots(2)
    const id = await addTask({ schedule: { once_at: Date.now() + 1_000, timezone: 'UTC' } })
    await answered
    const [job, ...others] = await eventually(
      () => jobsOf(id),
      ([first]) => first?.ended_at > 0,
    )
    expect(others).toEqual([])
    expect(job).toMatchObject({ task_id: id, state: 'done', action: 'reboot', total: 2, succeeded: 2, failed: 0 })
    expect(await taskOf(id)).toMatchObject({ enabled: false, next_run_at: null, last_job_state: 'done' })
    const { data } = await post('task/switch', { ids: [id], enabled: true })
    expect(data).toMatchObject({ results: [{ id, ok: false, code: codes.stateForbids }] })
  })

  test('that was missed by less than an hour is made up for, once', async () => {
    const id = await addTask({ schedule: { cron: '* * * * *', timezone: 'UTC' } })
    const answered = answerReboots(2)
    await wasDue(id, 30 * 60_000)
    await answered
    const jobs = await eventually(
      () => jobsOf(id),
      ([first]) => first?.ended_at > 0,
    )
    expect(jobs).toHaveLength(1)
    expect((await taskOf(id)).next_run_at).toBeGreaterThan(Date.now())
    await post('task/del', { ids: [id] })
  })

  test('that was missed by more is skipped, and says so', async () => {
    const id = await addTask()
    await wasDue(id, 2 * 3_600_000)
    const jobs = await eventually(
      () => jobsOf(id),
      ({ length }) => length > 0,
    )
    expect(jobs).toEqual([
      expect.objectContaining({ state: 'skipped', reason: reason('jobs.reason.missed'), total: 0 }),
    ])
    await post('task/del', { ids: [id] })
  })

  test('is not begun while the job before goes on', async () => {
    const id = await addTask({ targets: { filter: { keyword: 'T1' } } })
    const begun = box.phoneCommand()
    expect((await post('task/run', { id })).code).toBe(codes.ok)
    const command = await begun
    expect((await post('task/run', { id })).code).toBe(codes.stateForbids)
    await wasDue(id, 0)
    const jobs = await eventually(
      () => jobsOf(id),
      ({ length }) => length === 2,
    )
    expect(jobs[0]).toMatchObject({ state: 'skipped', reason: reason('jobs.reason.stillGoing') })
    await end(command.id)
    await eventually(
      () => jobsOf(id),
      (all) => all[1].ended_at > 0,
    )
  })

  test('of nobody there is skipped', async () => {
    const id = await addTask({ targets: { filter: { keyword: 'nobody' } } })
    expect((await post('task/run', { id })).code).toBe(codes.stateForbids)
    await wasDue(id, 0)
    const jobs = await eventually(
      () => jobsOf(id),
      ({ length }) => length > 0,
    )
    expect(jobs[0]).toMatchObject({ state: 'skipped', reason: reason('jobs.reason.noPhones') })
  })
})

test('a task that cannot be begun holds up no other, and stays due', async () => {
  const broken = await addTask()
  const sound = await addTask({ targets: { filter: { keyword: 'T1' } } })
  await store.db
    .updateTable('tasks')
    .set({ targets: JSON.stringify({ filter: { keyword: 500 } }) }) // As no call leaves it.
    .where('id', '=', broken)
    .execute()
  const answered = answerReboots(1)
  await wasDue(broken, 60_000)
  await wasDue(sound, 30_000)
  await answered
  const [job] = await eventually(
    () => jobsOf(sound),
    ([first]) => first?.ended_at > 0,
  )
  expect(job).toMatchObject({ state: 'done', succeeded: 1 })
  expect(await server.line(/a timed task could not be begun/)).toContain(`"task_id":${broken}`)
  expect(await jobsOf(broken)).toEqual([])
  expect((await taskOf(broken)).next_run_at).toBeLessThan(Date.now())
  await post('task/del', { ids: [broken, sound] })
})

test('a command whose output went missing is told again; another box has no say in it', async () => {
  const begun = box.phoneCommand()
  const script = (await post('script/add', { name: 'gap', body: 'true' })).data.id
  const [phone] = (await server.call('v3/device/list', { token, query: { keyword: 'T1' } })).data.items
  const { job_id } = (await post('script/run', { id: script, targets: { device_ids: [phone.id] } })).data
  const { id: command_id } = await begun
  const asked = box.phoneCommand()
  await box.report({ type: 'command_output', command_id, offset: 5, text: 'world' })
  expect(await asked).toMatchObject({ type: 'report', command_id, offset: 0 })
  await box.report({ type: 'command_output', command_id, offset: 0, text: 'hello' })
  await box.report({ type: 'command_output', command_id, offset: 0, text: 'hello' })
  await box.report({ type: 'command_output', command_id, offset: 3, text: 'loworld' })
  await end(command_id)
  const output = () => jobOutput(server, token, { job: job_id, phone: phone.id })
  const heard = await eventually(output, ({ item }) => item.ended_at !== null)
  expect(heard).toMatchObject({ output: 'helloworld', item: { state: 'succeeded', output_length: 10 } })
})

/** The next three times of a schedule, in UTC. */
const times = (cron: string, timezone: string, after: string) =>
  nextTimes({ cron, timezone, once_at: null }, Date.parse(after), 3)?.map((time) => new Date(time).toISOString())

describe('the next times of a schedule', () => {
  test('follow the clock of the time zone into summer time', () => {
    expect(times('30 9 * * *', 'America/New_York', '2026-03-07T00:00:00Z')).toEqual([
      '2026-03-07T14:30:00.000Z',
      '2026-03-08T13:30:00.000Z',
      '2026-03-09T13:30:00.000Z',
    ])
  })

  test('come an hour later where summer time skips the local time', () => {
    expect(times('30 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z')).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
      '2026-03-10T06:30:00.000Z',
    ])
  })

  test('count a local time once that comes twice', () => {
    expect(times('30 1 * * *', 'America/New_York', '2026-11-01T00:00:00Z')).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
      '2026-11-03T06:30:00.000Z',
    ])
  })

  test('are five in a preview, and only in that of an admin', async () => {
    const query = { cron: '0 8 * * 1', timezone: 'Asia/Shanghai' }
    const { times } = (await server.call('v2/task/preview', { token, query })).data
    expect(times).toHaveLength(5)
    for (const time of times) expect(new Date(time).toISOString()).toMatch(/T00:00:00.000Z$/)
    const agent = await server.signIn('agent')
    expect((await server.call('v2/task/preview', { token: agent, query })).code).toBe(codes.notAllowed)
    const bad = await server.call('v2/task/preview', { token, query: { ...query, cron: '61 * * * *' } })
    expect(bad.data.fields).toHaveProperty('cron')
  })
})

test('every change is in the operation log, and no value is', async () => {
  const entries = await store.db.selectFrom('operation_log').selectAll().execute()
  const actions = new Set(entries.map(({ action }) => action))
  for (const action of ['script.add', 'script.del', 'script.run', 'task.add', 'task.edit', 'task.del', 'task.run'])
    expect(actions).toContain(action)
  expect(entries.find(({ action }) => action === 'task.edit')?.detail).toContain('30 9 * * 1-5')
})
