import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { maxOutput } from '../../domain/command-protocol.ts'
import { jobTask, type JobProgress, type UserMessage } from '../../domain/user-messages.ts'
import type { Role } from '../../domain/roles.ts'
import { jobOutput } from '../support/job-output.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'

interface Phone {
  id: number
  name: string
  serial: string
}

let server: TestServer
let store: TestStore
let token: string
let phones: Phone[]

beforeAll(async () => {
  server = await startServer({ phones: 3 })
  store = openTestStore(server)
  token = await server.signIn('admin')
  phones = await readyPhones(3)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** Waits for an answer that is wanted, asking again and again: what is awaited happens on phones. */
async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const listReady = () => server.call('v3/device/list', { token, query: { status: ['idle', 'in_use'] } })

const readyPhones = async (count: number): Promise<Phone[]> =>
  (await eventually(listReady, ({ data }) => data.total >= count)).data.items

const shell = async (role: Role, body: object) =>
  server.call('v2/device/shell', { token: await server.signIn(role), body })

async function addScript(body: string, parameters: object[] = []): Promise<number> {
  const answer = await server.call('v2/script/add', { token, body: { name: 'a script', body, parameters } })
  expect(answer.code).toBe(codes.ok)
  return answer.data.id
}

/** Runs a script on phones; answers the job. */
async function run(
  body: string,
  more: { values?: object; parameters?: object[]; ids?: number[]; [x: string]: unknown } = {},
) {
  const { parameters = [], ids = phones.map(({ id }) => id), ...options } = more
  const id = await addScript(body, parameters)
  const answer = await server.call('v2/script/run', { token, body: { id, targets: { device_ids: ids }, ...options } })
  expect(answer.message).toBe('ok')
  return answer.data.job_id as number
}

const detail = (id: number) => server.call('v2/job/detail', { token, query: { id } })
const ended = async (id: number) =>
  (
    await eventually(
      () => detail(id),
      ({ data }) => data.job.ended_at !== null,
    )
  ).data
const output = async (id: number, phone: number, offset = 0): Promise<string> =>
  (await jobOutput(server, token, { job: id, phone, offset })).output

/** Waits until all of a job's phones say something that matches. */
const said = (id: number, ids: number[], pattern: RegExp) =>
  eventually(
    () => Promise.all(ids.map((phone) => output(id, phone))),
    (outputs) => outputs.every((one) => pattern.test(one)),
  )

test('what failed is tried again once at a time, however often that is asked for', async () => {
  const ids = phones.slice(0, 1).map(({ id }) => id)
  const job = await run('echo tried >> /sdcard/tries; sleep 2; exit 1', { ids })
  await ended(job)
  const retry = () => server.call('v2/job/retry', { token, body: { id: job } })
  const answers = await Promise.all([retry(), retry()])
  const [begun, refused] = answers.toSorted((one, other) => one.code - other.code)
  expect(begun?.code).toBe(codes.ok)
  expect(refused).toMatchObject({ code: codes.stateForbids, message: `失败项正在重试，见任务 #${begun?.data.job_id}` })
  await ended(begun?.data.job_id)
  // A retry of the retry is one of the job, too.
  const again = (await server.call('v2/job/retry', { token, body: { id: begun?.data.job_id } })).data.job_id
  expect((await retry()).message).toBe(`失败项正在重试，见任务 #${again}`)
  await ended(again)
  const look = await run('cat /sdcard/tries', { ids })
  await ended(look)
  expect(await output(look, ids[0] ?? 0)).toBe('tried\ntried\ntried\n')
  expect(await retry()).toMatchObject({ code: codes.ok })
})

test('a script with parameters runs on three phones, and output and exit codes come back', async () => {
  const socket = await openUserSocket(server, token)
  const parameters = [
    { name: 'WHO', label: '谁', required: true },
    { name: 'CODE', default: '0' },
  ]
  const job = await run('echo "to $WHO from $(getprop ro.serialno)"; echo aside >&2; exit $CODE', {
    parameters,
    values: { WHO: `O'Neill "$(reboot)" \`id\` ;&| 你好\n第二行`, CODE: '7' },
  })
  const { job: over, items } = await ended(job)
  expect(over).toMatchObject({ state: 'done', total: 3, succeeded: 0, failed: 3, running: 0 })
  for (const item of items.items) {
    expect(item).toMatchObject({ state: 'failed', exit_code: 7, reason: null, truncated: false })
    const serial = phones.find(({ id }) => id === item.device_id)?.serial
    const text = await output(job, item.device_id)
    expect(text).toContain(`to O'Neill "$(reboot)" \`id\` ;&| 你好\n第二行 from ${serial}\n`)
    expect(text).toContain('aside\n')
    expect(item.output_length).toBe(text.length)
    expect(await output(job, item.device_id, 3)).toBe(text.slice(3))
  }
  const isLast = (message: UserMessage): message is { task_type: typeof jobTask; job: JobProgress } =>
    message.task_type === jobTask && 'job' in message && message.job.id === job && message.job.ended_at !== null
  await eventually(
    async () => socket.heard.find(isLast),
    (message) => message !== undefined,
  )
  socket.close()
})

test('without its value a parameter has its default, and without either it is refused', async () => {
  const id = await addScript('echo $A', [{ name: 'A', required: true }])
  const body = { id, targets: { device_ids: [phones[0]?.id] } }
  const refused = await server.call('v2/script/run', { token, body })
  expect(refused).toMatchObject({ code: codes.invalidInput, data: { fields: { 'values.A': '必填项' } } })
  const unknown = await server.call('v2/script/run', { token, body: { ...body, values: { A: '1', B: '2' } } })
  expect(unknown.data.fields).toHaveProperty(['values.B'])
  const ids = [phones[0]?.id ?? 0]
  const job = await run('echo "<$A>"', { parameters: [{ name: 'A', default: 'usual' }], ids })
  await ended(job)
  expect(await output(job, ids[0] ?? 0)).toBe('<usual>\n')
})

test('a phone that takes too long is timed out, and the others are not', async () => {
  const slow = phones[0]
  const job = await run(`[ "$(getprop ro.serialno)" = "${slow?.serial}" ] && sleep 60; echo done`, {
    timeout_seconds: 2,
  })
  const { job: over, items } = await ended(job)
  expect(over).toMatchObject({ state: 'done', succeeded: 2, failed: 1 })
  expect(items.items.find((one: { device_id: number }) => one.device_id === slow?.id).state).toBe('timed_out')
})

test('output shows while the script runs; what is called off ends, and can be retried', async () => {
  const ids = phones.map(({ id }) => id)
  const job = await run('echo begun; sleep 120', { concurrency: 2, timeout_seconds: 300 })
  await eventually(
    () => detail(job),
    ({ data }) => data.job.running === 2,
  )
  const working = (await detail(job)).data.items.items.filter(({ state }: { state: string }) => state === 'running')
  await said(
    job,
    working.map((one: { device_id: number }) => one.device_id),
    /begun/,
  )
  expect((await server.call('v2/job/retry', { token, body: { id: job } })).code).toBe(codes.stateForbids)
  expect((await server.call('v2/job/cancel', { token, body: { id: job } })).code).toBe(codes.ok)
  const over = await ended(job)
  expect(over.job).toMatchObject({ state: 'cancelled', cancelled: 3, total: 3 })
  expect((await server.call('v2/job/cancel', { token, body: { id: job } })).code).toBe(codes.stateForbids)

  const again = await server.call('v2/job/retry', { token, body: { id: job } })
  const retry = (await detail(again.data.job_id)).data
  expect(retry.job).toMatchObject({ retry_of: job, total: 3 })
  expect(retry.items.items.map((one: { device_id: number }) => one.device_id)).toEqual(expect.arrayContaining(ids))
  await server.call('v2/job/cancel', { token, body: { id: again.data.job_id } })
  await ended(again.data.job_id)
})

test('of 100 MB that a phone prints 256 kB are kept', async () => {
  const ids = [phones[1]?.id ?? 0]
  const job = await run('head -c 104857600 /dev/zero | tr "\\0" "x"', { ids, timeout_seconds: 120 })
  const { items } = await ended(job)
  expect(items.items[0]).toMatchObject({ state: 'succeeded', output_length: maxOutput, truncated: true })
  expect((await output(job, ids[0] ?? 0)).length).toBe(maxOutput)
}, 120_000)

describe('the command line of one phone', () => {
  test('answers output and exit code', async () => {
    const answer = await shell('admin', { id: phones[0]?.id, command: 'echo hi; exit 4' })
    expect(answer.data).toEqual({ ending: 'exited', exit_code: 4, output: 'hi\n', truncated: false, message: '' })
  })

  test('waits no longer than it is told', async () => {
    const answer = await shell('admin', { id: phones[0]?.id, command: 'sleep 60', timeout_seconds: 1 })
    expect(answer.data).toMatchObject({ ending: 'timed_out', exit_code: null })
  })

  test('is for those who may see the phone, and not for security', async () => {
    const { items } = (await server.call('v3/device/list', { token: await server.signIn('manager') })).data
    expect((await shell('manager', { id: items[0].id, command: 'true' })).code).toBe(codes.ok)
    expect((await shell('security', { id: items[0].id, command: 'true' })).code).toBe(codes.notAllowed)
    await store.addUser({ user_name: 'stranger', role: 'manager' }, 'agent')
    const body = { user_name: 'stranger', password: 'correct-horse-1' }
    const stranger = (await server.call('v2/user/login', { body })).data.token
    const refused = { token: stranger, body: { id: items[0].id, command: 'true' } }
    expect((await server.call('v2/device/shell', refused)).code).toBe(codes.notFound)
  })

  test('leaves a phone alone that somebody else controls', async () => {
    const id = phones[2]?.id ?? 0
    const manager = await server.signIn('manager')
    const taken = { token: manager, query: { id, mode: 'control' } }
    expect((await server.call('v2/device/stream/point', taken)).code).toBe(codes.ok)
    expect(await shell('admin', { id, command: 'true' })).toMatchObject({ code: codes.stateForbids })
    expect((await server.call('v2/device/shell', { token: manager, body: { id, command: 'true' } })).code).toBe(
      codes.ok,
    )
  })
})

test('a phone that is lost meanwhile has failed with a reason, and one that is offline at once', async () => {
  const [lost, other] = phones
  const ids = [lost?.id ?? 0, other?.id ?? 0]
  const job = await run('echo begun; sleep 20', { ids, timeout_seconds: 60 })
  await said(job, ids, /begun/)
  // Another script restarts it; a restart is something that phones do by themselves, too.
  await run('reboot', { ids: [lost?.id ?? 0] })
  const item = await eventually(
    async () => (await detail(job)).data.items.items.find((one: { device_id: number }) => one.device_id === lost?.id),
    ({ state }) => state !== 'running',
  )
  expect(item).toMatchObject({ state: 'failed', exit_code: null })
  expect(item.reason).not.toBeNull()
  await server.call('v2/job/cancel', { token, body: { id: job } })
  await ended(job)

  await store.db
    .updateTable('devices')
    .set({ status: 'offline' })
    .where('id', '=', lost?.id ?? 0)
    .execute()
  const gone = (await ended(await run('true', { ids: [lost?.id ?? 0] }))).items.items[0]
  expect(gone).toMatchObject({ state: 'failed', reason: reason('devices.reason.offline') })
})

test('a script needs phones to run on', async () => {
  const id = await addScript('true')
  const body = { id, targets: { device_ids: [1_000_000] } }
  expect(await server.call('v2/script/run', { token, body })).toMatchObject({ code: codes.stateForbids })
})
