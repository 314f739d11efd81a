import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import type { TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** Until a job that was given up is taken up again, and ends. */
const until = { timeout: 60_000, interval: 50 }
const market = 'amazon'

let server: TestServer
let store: TestStore
let manager: string
let phone: number

const ask = async (path: string, query: Record<string, string | number>) =>
  (await server.call(`v2/${path}`, { token: manager, query })).data
const post = async (path: string, body: object) => {
  const { data, message } = await server.call(`v2/${path}`, { token: manager, body })
  if (data === undefined) throw new Error(message)
  return data
}
const jobOf = async (id: number) => (await ask('job/detail', { id })).job
const statusOf = async (id: number) => (await store.devices.byId(id))?.status

async function addEnvironments(...names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push((await post('environment/add', { market, name })).id)
  return ids
}
const run = async (action: 'open' | 'close', ids: readonly number[]): Promise<number> =>
  (await post('environment/run', { market, action, ids })).job_id

/** Has the database refuse the first change of a job's item of which this is true, as one that is just restarted does. */
async function refuseOnce(condition: string): Promise<void> {
  await sql
    .raw(`
    create sequence trouble;
    create function trouble() returns trigger language plpgsql as $$ begin
      if nextval('trouble') = 1 then raise exception 'in trouble'; end if;
      return new;
    end $$;
    create trigger trouble before update on job_items for each row when (${condition}) execute function trouble()`)
    .execute(store.db)
}

beforeAll(async () => {
  server = await spawnServer({ phones: 1 })
  store = openTestStore(server)
  manager = await server.signIn('manager')
  phone = await onlyPhone(server, manager)
})
afterEach(async () => {
  await sql
    .raw(
      'drop trigger if exists trouble on job_items; drop function if exists trouble; drop sequence if exists trouble',
    )
    .execute(store.db)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

test('how an item ended is written down with the next try where it could not be at first; no job ends without it', async () => {
  await refuseOnce("new.state = 'succeeded'")
  const { job_id } = await post('device/run', { ids: [phone], action: 'change_ip' })
  await expect.poll(async () => (await jobOf(job_id)).ended_at, until).not.toBeNull()
  expect(await jobOf(job_id)).toMatchObject({ state: 'done', succeeded: 1, running: 0 })
})

test('what a phone’s agent said is heard again where it could not be written down', async () => {
  await refuseOnce("new.state = 'succeeded'")
  const { job_id } = await post('device/run', { ids: [phone], action: 'screen_on' })
  await expect.poll(async () => (await jobOf(job_id)).ended_at, until).not.toBeNull()
  expect(await jobOf(job_id)).toMatchObject({ state: 'done', succeeded: 1, running: 0 })
})

test('an item that can’t begin ends, also where that could not be written down at first', async () => {
  await refuseOnce("new.state = 'failed'")
  const job_id = await run('close', await addEnvironments('closed anyway'))
  await expect.poll(async () => (await jobOf(job_id)).ended_at, until).not.toBeNull()
  const [item] = (await ask('job/detail', { id: job_id })).items.items
  expect(item).toMatchObject({ state: 'failed', reason: reason('environments.reason.isClosed') })
})

test('a job that is given up forgets no item that is just beginning when it is taken up again', async () => {
  const names = Array.from({ length: 40 }, (_, place) => `forty ${String(place).padStart(2, '0')}`)
  const ids = await addEnvironments(...names)
  const last = ids[30] ?? 0
  await post('environment/open', { id: last })
  await expect.poll(() => statusOf(phone), until).toBe('in_use')

  await refuseOnce("new.environment_name = 'forty 00'")
  const isTakenUpAgain = async (id: number) => {
    const again = sql`select from jobs.job where data->>'id' = ${String(id)} and retry_count > 0 and state = 'active'`
    return (await again.execute(store.db)).rows.length > 0
  }
  const job_id = await store.transaction(async (tx) => {
    await tx.devices.lock(phone)
    const begun = await run('close', ids)
    await expect.poll(() => isTakenUpAgain(begun), until).toBe(true)
    await expect.poll(() => store.waitingForLocks(), until).toBeGreaterThan(0)
    return begun
  })
  await expect.poll(async () => (await jobOf(job_id)).ended_at, until).not.toBeNull()
  expect(await jobOf(job_id)).toMatchObject({ state: 'done', succeeded: 1, failed: 39, running: 0 })
  expect(await statusOf(phone)).toBe('idle')
})

test('a job that was called off while nobody heard of it has ended as called off', async () => {
  const job_id = await store.transaction(async (tx) => {
    await tx.devices.lock(phone)
    const begun = (await post('device/run', { ids: [phone], action: 'change_ip' })).job_id
    await expect.poll(async () => (await jobOf(begun)).state, until).toBe('running')
    await store.jobs.callOff(begun)
    return begun
  })
  await expect.poll(async () => (await jobOf(job_id)).ended_at, until).not.toBeNull()
  expect(await jobOf(job_id)).toMatchObject({ state: 'cancelled', succeeded: 1 })
})
