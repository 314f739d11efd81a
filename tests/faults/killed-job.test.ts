import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, test as plain } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { parseBoxCommand } from '../../domain/box-protocol.ts'
import { startBoxOfPhones } from '../support/box-of-phones.ts'
import { Cable } from '../support/cable.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { jobOutput } from '../support/job-output.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'

/** Until a server that starts again has taken up what it left: 15 s, as docs/decisions.md says, on a machine that is not busy. Milliseconds. */
const takenUpWithin = 30_000

/** Until an agent that is back is asked, which is asked for 8 s at most from one time to the next. Milliseconds. */
const askedWithin = 12_000

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-killed-job-'))
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Most of each is waiting for what a server takes up after its start, so that they wait together. The newest server is stopped after its test. */
const test = plain.extend<{ start: typeof spawnServer }>({
  // Vitest reads off the first parameter which fixtures this one needs.
  // oxlint-disable-next-line no-empty-pattern
  start: async ({}, use) => {
    let running: ServerProcess | undefined
    await use(async (options) => (running = await spawnServer(options)))
    await running?.stop()
  },
}).concurrent

const portOf = (server: ServerProcess): number => Number(new URL(server.url).port)

const market = 'amazon'
const until = { timeout: 60_000, interval: 50 }

/** What somebody sees and does of jobs. */
function jobsOf(server: ServerProcess, token: string) {
  const ask = async (path: string, query: Record<string, string | number>) =>
    (await server.call(`v2/${path}`, { token, query })).data
  const post = async (path: string, body: object) => (await server.call(`v2/${path}`, { token, body })).data
  return {
    ask,
    post,
    idle: async (): Promise<{ id: number; serial: string }[]> =>
      (await server.call('v3/device/list', { token, query: { status: ['idle'], sort: 'name' } })).data.items,
    job: async (id: number) => (await ask('job/detail', { id })).job,
    states: async (id: number): Promise<string[]> =>
      (await ask('job/detail', { id })).items.items.map(({ state }: { state: string }) => state),
    item: (job: number, phone: number) => jobOutput(server, token, { job, phone }),
    async run(body: string, device_ids: number[], concurrency: number): Promise<number> {
      const { id } = await post('script/add', { name: 'killed', body })
      return (await post('script/run', { id, targets: { device_ids }, concurrency })).job_id
    },
  }
}

const exited = (command_id: string) =>
  ({
    type: 'command_ended',
    command_id,
    ending: 'exited',
    exit_code: 0,
    reason: null,
    truncated: false,
    transfer: null,
  }) as const

test('what an agent still does when its server is killed is heard to its end at the next start, and the rest is begun', async ({
  expect,
  start,
}) => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  const store = openTestStore(first)
  const token = await first.signIn('admin')
  const before = jobsOf(first, token)
  const box = await connectBox(first, store)
  const phones = inventory([readyPhone('K1'), readyPhone('K2')])
  await box.report(phones)
  await expect.poll(async () => (await before.idle()).length, until).toBe(2)
  const [one, two] = (await before.idle()).map(({ id }) => id)
  if (one === undefined || two === undefined) throw new Error('there are two phones')
  const job = await before.run('echo one; sleep 9; echo two', [one, two], 1)
  const begun = await box.phoneCommand()
  expect(begun).toMatchObject({ type: 'shell', serial: 'K1' })
  await box.report({ type: 'command_output', command_id: begun.id, offset: 0, text: 'one\n' })
  await expect.poll(async () => (await before.item(job, one)).output, until).toBe('one\n')

  await first.kill()
  await store.close()
  const second = await start({ dataDir })
  const readyAt = Date.now()
  const after = jobsOf(second, token)
  const reopened = openTestStore(second)
  const again = await connectBox(second, reopened)
  await again.report(phones)

  expect(await again.phoneCommand()).toMatchObject({ type: 'report', command_id: begun.id, offset: 4 })
  expect(Date.now() - readyAt).toBeLessThan(takenUpWithin)
  await again.report({ type: 'command_output', command_id: begun.id, offset: 4, text: 'two\n' })
  await again.report(exited(begun.id))
  const rest = await again.phoneCommand()
  expect(rest).toMatchObject({ type: 'shell', serial: 'K2' })
  await again.report(exited(rest.id))
  await expect.poll(async () => (await after.job(job)).state, until).toBe('done')
  expect(await after.job(job)).toMatchObject({ total: 2, succeeded: 2, failed: 0, running: 0 })
  expect(await after.item(job, one)).toMatchObject({ output: 'one\ntwo\n', item: { state: 'succeeded' } })
  await again.close()
  await reopened.close()
}, 180_000)

test('an agent that comes back after its job was taken up is asked soon', async ({ expect, start }) => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  const store = openTestStore(first)
  const before = jobsOf(first, await first.signIn('admin'))
  const box = await connectBox(first, store)
  const phones = inventory([readyPhone('K1')])
  await box.report(phones)
  await expect.poll(async () => (await before.idle()).length, until).toBe(1)
  const job = await before.run(
    'echo one; sleep 9; echo two',
    (await before.idle()).map(({ id }) => id),
    1,
  )
  const begun = await box.phoneCommand()

  await first.kill()
  await store.close()
  const second = await start({ dataDir })
  const reopened = openTestStore(second)
  const isTakenUp = sql`select from jobs.job where data ->> 'id' = ${String(job)} and state = 'active' and retry_count > 0`
  await expect.poll(async () => (await isTakenUp.execute(reopened.db)).rows.length, until).toBe(1)
  await pause(2_000) // It was asked for by then.
  const again = await connectBox(second, reopened)
  await again.report(phones)
  const backAt = Date.now()
  expect(await again.phoneCommand()).toMatchObject({ type: 'report', command_id: begun.id })
  expect(Date.now() - backAt).toBeLessThan(askedWithin)
  await again.report(exited(begun.id))
  await expect.poll(async () => (await jobsOf(second, await second.signIn('admin')).job(job)).state, until).toBe('done')
  await again.close()
  await reopened.close()
}, 180_000)

test('a command of an agent that went down with its server has failed, and says so; the rest is begun and can be called off', async ({
  expect,
  start,
}) => {
  const dataDir = newFolder()
  const first = await start({ dataDir, phones: 3 })
  const token = await first.signIn('admin')
  const before = jobsOf(first, token)
  await expect.poll(async () => (await before.idle()).length, until).toBe(3)
  const [one = 0, two = 0, three = 0] = (await before.idle()).map(({ id }) => id)
  const job = await before.run('echo begun; sleep 600', [one, two, three], 2)
  for (const phone of [one, two])
    await expect.poll(async () => (await before.item(job, phone)).output, until).toBe('begun\n')
  expect(await before.states(job)).toEqual(['running', 'running', 'waiting'])

  await first.kill()
  const second = await start({ dataDir, phones: 3 })
  const readyAt = Date.now()
  const after = jobsOf(second, token)
  await expect.poll(() => after.states(job), until).toEqual(['failed', 'failed', 'running'])
  expect(Date.now() - readyAt).toBeLessThan(takenUpWithin)
  for (const phone of [one, two])
    expect(await after.item(job, phone)).toMatchObject({
      output: 'begun\n',
      item: { exit_code: null, reason: reason('agent.workUnknown') },
    })
  await expect.poll(async () => (await after.item(job, three)).output, until).toBe('begun\n')

  await after.post('job/cancel', { id: job })
  await expect.poll(async () => (await after.job(job)).ended_at, until).not.toBeNull()
  expect(await after.states(job)).toEqual(['failed', 'failed', 'cancelled'])
}, 180_000)

test('a job that never reached its phones when the server was killed is done at the next start, once, or called off', async ({
  expect,
  start,
}) => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  const store = openTestStore(first)
  const token = await first.signIn('admin')
  const line = await Cable.to(portOf(first))
  const box = await startBoxOfPhones(first, store, { phones: 3, serverUrl: `http://127.0.0.1:${line.port}` })
  const before = jobsOf(first, token)
  const [one = 0, two = 0, three = 0] = (await before.idle()).map(({ id }) => id)

  line.block() // From here on nothing that the server writes down comes to its agent.
  const script = 'echo x >> /data/local/tmp/done; cat /data/local/tmp/done'
  const job = await before.run(script, [one, two], 2)
  const unwanted = await before.run(script, [three], 1)
  await expect.poll(() => before.states(job), until).toEqual(['running', 'running'])
  await expect.poll(() => before.states(unwanted), until).toEqual(['running'])
  await before.post('job/cancel', { id: unwanted })
  await first.kill()
  await store.close()
  line.unplug()
  const second = await start({ dataDir })
  line.leadTo(portOf(second))
  line.plugIn()

  const after = jobsOf(second, token)
  await expect.poll(async () => (await after.job(job)).state, { ...until, timeout: 90_000 }).toBe('done')
  for (const phone of [one, two])
    expect(await after.item(job, phone)).toMatchObject({ output: 'x\n', item: { state: 'succeeded', reason: null } })
  await expect.poll(async () => (await after.job(unwanted)).ended_at, { ...until, timeout: 90_000 }).not.toBeNull()
  expect(await after.states(unwanted)).toEqual(['cancelled'])
  const { output } = await after.post('device/shell', { id: three, command: 'ls /data/local/tmp' })
  expect(output).not.toContain('done')
  await box.stop()
  await line.close()
}, 180_000)

test('a phone that is given another address when its server is killed has it in the end, and so says its job', async ({
  expect,
  start,
}) => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  const store = openTestStore(first)
  const token = await first.signIn('admin')
  const before = jobsOf(first, token)
  const box = await connectBox(first, store)
  const phones = inventory([readyPhone('K1')])
  await box.report(phones)
  await expect.poll(async () => (await before.idle()).length, until).toBe(1)
  const ids = (await before.idle()).map(({ id }) => id)
  const { job_id } = await before.post('device/run', { ids, action: 'change_ip' })
  const begun = await box.phoneCommand()
  expect(begun).toMatchObject({ type: 'shell', serial: 'K1' })

  await first.kill()
  await store.close()
  const second = await start({ dataDir })
  const after = jobsOf(second, token)
  const reopened = openTestStore(second)
  const again = await connectBox(second, reopened)
  await again.report(phones)
  expect(await again.phoneCommand()).toMatchObject({ type: 'report', command_id: begun.id })
  await again.report({ type: 'command_output', command_id: begun.id, offset: 0, text: '203.0.113.9\n' })
  await again.report(exited(begun.id))
  await expect.poll(async () => (await after.job(job_id)).state, until).toBe('done')
  expect(await after.states(job_id)).toEqual(['succeeded'])
  await again.close()
  await reopened.close()
}, 180_000)

test('a command that gets lost on its way, again and again, is given again and costs no attempt', async ({
  expect,
  start,
}) => {
  const server = await start()
  const store = openTestStore(server)
  const { idle, post, job, states } = jobsOf(server, await server.signIn('admin'))
  const box = await connectBox(server, store)
  await box.report(inventory([readyPhone('K1')]))
  await expect.poll(async () => (await idle()).length, until).toBe(1)

  // As many commands get lost as there are attempts; the agent is asked about each.
  const given: string[] = []
  box.client.on('message', (_topic, payload) => {
    const command = parseBoxCommand(payload.toString())
    if (command?.type === 'shell') given.push(command.id)
    if (command?.type === 'report' && given.length <= 3)
      void box.report({ type: 'command_unreceived', command_id: command.command_id })
  })
  const { job_id } = await post('device/run', { ids: (await idle()).map(({ id }) => id), action: 'change_ip' })
  await expect.poll(() => given.length, until).toBe(4)
  const [command = ''] = given
  expect(given).toEqual([command, command, command, command])
  await box.report({ type: 'command_output', command_id: command, offset: 0, text: '203.0.113.9\n' })
  await box.report(exited(command))
  await expect.poll(async () => (await job(job_id)).state, until).toBe('done')
  expect(await states(job_id)).toEqual(['succeeded'])
  await box.close()
  await store.close()
}, 180_000)

test('environments that were being opened as a job when the server was killed are opened at the next start, each on one phone', async ({
  expect,
  start,
}) => {
  const dataDir = newFolder()
  const first = await start({ dataDir, phones: 3 })
  const token = await first.signIn('manager')
  const before = jobsOf(first, token)
  await expect.poll(async () => (await before.idle()).length, until).toBe(3)
  const ids: number[] = []
  for (const name of ['one', 'two', 'three']) ids.push((await before.post('environment/add', { market, name })).id)
  const { job_id } = await before.post('environment/run', { market, action: 'open', ids })
  await expect.poll(async () => (await before.job(job_id)).running, { ...until, interval: 5 }).toBeGreaterThan(0)
  await first.kill()

  const second = await start({ dataDir, phones: 3 })
  const after = jobsOf(second, await second.signIn('manager'))
  await expect.poll(async () => (await after.job(job_id)).state, { ...until, timeout: 60_000 }).toBe('done')
  expect(await after.job(job_id)).toMatchObject({ total: 3, succeeded: 3 })
  const { items } = await after.ask('environment/list', { market })
  expect(new Set(items.map(({ device_id }: { device_id: number }) => device_id)).size).toBe(3)
  expect(await after.idle()).toEqual([])
})
