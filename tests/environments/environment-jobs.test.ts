import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { jobTask, type UserMessage } from '../../domain/user-messages.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { notesFile } from '../support/phone-page.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { openUserSocket } from '../support/user-socket.ts'

const market = 'amazon'
const until = { timeout: 30_000, interval: 50 }
const phones = 4

type Job = Schemas['Job']
type JobItem = Schemas['JobItem']

let server: TestServer
let store: TestStore
let manager: string
let element: string

const post = (path: string, body: object, token = manager) => server.call(`v2/${path}`, { token, body })
const idlePhones = async (): Promise<number> =>
  (await server.call('v3/device/list', { token: manager, query: { status: ['idle'] } })).data.total
const detailOf = (id: number, token = manager) => server.call('v2/job/detail', { token, query: { id } })
const run = (action: 'open' | 'close' | 'restore', body: object, token = manager) =>
  post('environment/run', { market, action, ...body }, token)

beforeAll(async () => {
  server = await startServer({ phones })
  store = openTestStore(server)
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  await vi.waitFor(async () => expect(await idlePhones()).toBe(phones), until)
})
/** Every phone is free again. */
afterEach(async () => {
  await run('close', { matching: {} })
  await vi.waitFor(async () => expect(await idlePhones()).toBe(phones), until)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

async function add(name: string, fields: object = {}, token = manager): Promise<number> {
  const { data, message } = await post('environment/add', { market, name, ...fields }, token)
  if (data?.id === undefined) throw new Error(message)
  return data.id
}
const addAll = async (...names: string[]): Promise<number[]> => {
  const ids: number[] = []
  for (const name of names) ids.push(await add(name))
  return ids
}

const ended = (id: number, token = manager): Promise<{ job: Job; items: JobItem[] }> =>
  vi.waitFor(async () => {
    const { job, items } = (await detailOf(id, token)).data
    expect(job.ended_at).not.toBeNull()
    return { job, items: items.items }
  }, until)

async function outcome(...order: Parameters<typeof run>): Promise<{ job: Job; items: JobItem[] }> {
  const { data, message } = await run(...order)
  if (data?.job_id === undefined) throw new Error(message)
  return ended(data.job_id, order[2])
}

const phoneOf = async (id: number): Promise<number> => (await store.environments.byId(id))?.device_id ?? 0
const isOpen = async (id: number): Promise<boolean> => (await store.environments.byId(id))?.device_id !== null
const reasonsOf = (items: readonly JobItem[]) => items.map(({ reason }) => reason)

describe('environments', () => {
  test('are opened as a job, each on a phone of its own, and closed as a job with their records', async () => {
    const ids = await addAll('多个 1', '多个 2', '多个 3')
    const socket = await openUserSocket(server, manager)
    const opened = await outcome('open', { ids })
    expect(opened.job).toMatchObject({ state: 'done', action: 'open', total: 3, succeeded: 3, failed: 0 })
    expect(opened.items.map(({ environment_name }) => environment_name)).toEqual(['多个 1', '多个 2', '多个 3'])
    expect(new Set(opened.items.map(({ device_id }) => device_id)).size).toBe(3)
    expect(opened.items.map(({ environment_market }) => environment_market)).toEqual([market, market, market])
    for (const { device_id, device_name, environment_id } of opened.items) {
      const { items } = (await server.call('v2/device/list', { token: manager, query: { id: device_id ?? 0 } })).data
      expect(items[0]).toMatchObject({ status: 'in_use', name: device_name, environment: { id: environment_id } })
    }
    const tellsOfItsEnd = (message: UserMessage) =>
      message.task_type === jobTask &&
      'job' in message &&
      message.job.id === opened.job.id &&
      message.job.succeeded === 3
    await vi.waitFor(() => expect(socket.heard.some(tellsOfItsEnd)).toBe(true), until)
    socket.close()

    const closed = await outcome('close', { ids })
    expect(closed.job).toMatchObject({ state: 'done', action: 'close', total: 3, succeeded: 3 })
    for (const id of ids) {
      const { data } = await server.call('v2/environment/records', { token: manager, query: { market, id } })
      expect(data.items).toHaveLength(1)
    }
  })

  test('that can’t be opened fail with their reasons, which the others don’t feel, and only those are tried again', async () => {
    const ids = await addAll('a', 'b', 'c', 'd', 'e')
    const first = await outcome('open', { ids })
    expect(first.job).toMatchObject({ total: 5, succeeded: 4, failed: 1 })
    expect(reasonsOf(first.items.filter(({ state }) => state === 'failed'))).toEqual([
      reason('environments.reason.noFreePhone'),
    ])
    const late = first.items.find(({ state }) => state === 'failed')?.environment_id ?? 0

    await outcome('close', { ids: ids.filter((id) => id !== late).slice(0, 1) })
    const { data } = await post('job/retry', { id: first.job.id })
    const second = await ended(data.job_id)
    expect(second.job).toMatchObject({ action: 'open', retry_of: first.job.id, total: 1, succeeded: 1 })
    expect(second.items[0]?.environment_id).toBe(late)
    expect(await isOpen(late)).toBe(true)
  })

  test('of a region without phones say which', async () => {
    const [id] = [await add('jp', { region: 'jp-east' })]
    const { items } = await outcome('open', { ids: [id] })
    expect(reasonsOf(items)).toEqual([
      reason('environments.reason.noFreePhoneIn', { region: reason('regions.jp-east') }),
    ])
  })

  test('get their newest records back as a job: at once where they are open, else with the next opening', async () => {
    const [open = 0, shut = 0, fresh = 0] = await addAll('恢复 1', '恢复 2', '恢复 3')
    const shell = async (id: number, command: string): Promise<string> => {
      const { data, message } = await post('device/shell', { id: await phoneOf(id), command })
      if (data?.exit_code !== 0) throw new Error(message ?? data.output)
      return data.output
    }
    await outcome('open', { ids: [open, shut] })
    await shell(open, `echo kept > ${notesFile}`)
    await outcome('close', { ids: [open, shut] })
    await outcome('open', { ids: [open] })
    await shell(open, `echo spoilt > ${notesFile}`)

    const { job, items } = await outcome('restore', { ids: [open, shut, fresh] })
    expect(job).toMatchObject({ action: 'restore', total: 3, succeeded: 2, failed: 1 })
    const partOf = (id: number) => items.find(({ environment_id }) => environment_id === id)
    expect(partOf(open)).toMatchObject({ state: 'succeeded', device_id: await phoneOf(open) })
    expect(partOf(shut)).toMatchObject({ state: 'succeeded', device_id: null })
    expect(partOf(fresh)).toMatchObject({ state: 'failed', reason: reason('environments.reason.noRecord') })
    expect(await shell(open, `cat ${notesFile}`)).toBe('kept\n')
    // What was on the phone is not lost, either.
    const { data } = await server.call('v2/environment/records', { token: manager, query: { market, id: open } })
    expect(data.items).toHaveLength(2)
  })

  test('that are open already, or not open, say so', async () => {
    const ids = await addAll('twice')
    await outcome('open', { ids })
    expect(reasonsOf((await outcome('open', { ids })).items)).toEqual([reason('environments.reason.isOpen')])
    await outcome('close', { ids })
    expect(reasonsOf((await outcome('close', { ids })).items)).toEqual([reason('environments.reason.isClosed')])
  })

  test('of all that match, are those with which there is something to do', async () => {
    const ids = await addAll('season 1', 'season 2', 'season 3')
    await outcome('open', { ids: ids.slice(0, 1) })
    const rest = await outcome('open', { matching: { keyword: 'season' } })
    expect(rest.items.map(({ environment_id }) => environment_id)).toEqual(ids.slice(1))
    expect(await run('open', { matching: { keyword: 'season' } })).toMatchObject({ code: codes.stateForbids })
    expect(await run('open', { matching: { keyword: 'season', open: true } })).toMatchObject({
      code: codes.stateForbids,
    })
    expect((await outcome('close', { matching: { keyword: 'season' } })).job).toMatchObject({ total: 3, succeeded: 3 })
  })

  test('are closed again where their opening is called off, and keep what was saved before', async () => {
    const ids = await addAll('called off 1', 'called off 2', 'called off 3', 'called off 4', 'called off 5')
    await outcome('open', { ids: ids.slice(0, 4) })
    await outcome('close', { ids: ids.slice(0, 4) })

    const { data } = await run('open', { ids })
    await vi.waitFor(async () => expect((await detailOf(data.job_id)).data.job.running).toBeGreaterThan(0), until)
    expect((await post('job/cancel', { id: data.job_id })).code).toBe(codes.ok)
    const { job, items } = await ended(data.job_id)
    expect(job.state).toBe('cancelled')
    const called = items.filter(({ state }) => state === 'cancelled')
    expect(called.length).toBeGreaterThan(0)
    for (const { environment_id } of called)
      await vi.waitFor(async () => expect(await isOpen(environment_id ?? 0)).toBe(false), until)
    for (const id of ids.slice(0, 4)) {
      const records = await server.call('v2/environment/records', { token: manager, query: { market, id } })
      expect(records.data.items).toHaveLength(1)
    }
  })

  test('need not wait for one that is just being changed to be in a job', async () => {
    const ids = await addAll('being changed')
    const job = await store.transaction(async (tx) => {
      await tx.environments.lock(ids[0] ?? 0)
      return (await run('close', { ids })).data.job_id
    })
    expect((await ended(job)).job).toMatchObject({ total: 1, failed: 1 })
  })

  test('that are deleted while they wait fail with that reason', async () => {
    const ids = await addAll('gone')
    const { data } = await run('close', { ids })
    await ended(data.job_id)
    await post('environment/del', { market, ids })
    expect(await post('job/retry', { id: data.job_id })).toMatchObject({ code: codes.stateForbids })
    const [item] = (await detailOf(data.job_id)).data.items.items
    expect(item).toMatchObject({ environment_id: null, environment_name: 'gone' })
  })
})

describe('who', () => {
  test('opens environments: those of the team that have the market; of what they don’t see, nothing is in the job', async () => {
    const own = await add('of the element', {}, element)
    const foreign = await add('of the manager')
    const { data } = await run('open', { ids: [own, foreign] }, element)
    expect(data.missing).toEqual([foreign])
    expect((await ended(data.job_id, element)).job).toMatchObject({ total: 1, succeeded: 1 })
    expect((await run('open', { ids: [foreign] }, element)).code).toBe(codes.notFound)
    await store.db
      .updateTable('users')
      .set({ modules: ['temu'] })
      .where('user_name', '=', 'element')
      .execute()
    expect((await run('close', { ids: [own] }, element)).code).toBe(codes.notAllowed)
    await store.db
      .updateTable('users')
      .set({ modules: ['amazon'] })
      .where('user_name', '=', 'element')
      .execute()
    await outcome('close', { ids: [own] }, element)
  })

  test('tries them again: no agent, which has no environments', async () => {
    const ids = await addAll('for no agent')
    const { job } = await outcome('close', { ids })
    expect(job.failed).toBe(1)
    const agent = await server.signIn('agent')
    expect((await detailOf(job.id, agent)).code).toBe(codes.ok)
    expect((await post('job/retry', { id: job.id }, agent)).code).toBe(codes.notAllowed)
    expect((await post('environment/run', { market, action: 'open', ids }, agent)).code).toBe(codes.notAllowed)
  })

  test.each([
    ['is disabled', 'enabled = false', reason('jobs.reason.starterGone')],
    ['has a service that is over', 'expiration = 1, authorization_at = 1', reason('people.reason.serviceOver')],
    ['loses the market', "modules = '{}'", reason('people.reason.notYourMarket')],
  ])('%s while they wait has no more of them opened', async (what, change, why) => {
    const user_name = `whoever ${what}`
    const { id } = await store.addUser({ user_name, role: 'manager', modules: [market] }, 'agent')
    const { data: session } = await server.call('v2/user/login', { body: { user_name, password: testPassword } })
    const ids = [await add('first', {}, session.token), await add('second', {}, session.token)]
    const admin = await server.signIn('admin')
    const job = await store.transaction(async (tx) => {
      await tx.environments.lock(ids[0] ?? 0)
      const { data } = await run('open', { ids }, session.token)
      await vi.waitFor(async () => expect(await store.waitingForLocks()).toBe(1), until)
      await tx.statement(`update users set ${change} where id = $1`, [id])
      return data.job_id
    })
    const { items } = await ended(job, admin)
    expect(reasonsOf(items)[1]).toEqual(why)
  })

  test('asks for ids or for what matches, and not for both', async () => {
    const ids = await addAll('one way')
    expect((await run('open', {})).data.fields).toHaveProperty('ids')
    expect((await run('open', { ids, matching: {} })).data.fields).toHaveProperty('ids')
    expect((await run('open', { ids: [] })).code).toBe(codes.invalidInput)
  })
})
