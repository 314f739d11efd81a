import { mkdtempSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { maxItemsOfJob } from '../../domain/jobs.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { testPassword, type TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const until = { timeout: 30_000, interval: 50 }
const market = 'amazon'
/** Jobs of one person that may go on at once. */
const maxOfOne = 50

let dataDir: string
let server: TestServer
let store: TestStore
let manager: string
let phone: number

const post = (path: string, body: object, token = manager) => server.call(`v2/${path}`, { token, body })
const screenOn = (token = manager) => post('device/run', { ids: [phone], action: 'screen_on' }, token)
const ended = (id: number) =>
  vi.waitFor(async () => {
    const { job, items } = (await server.call('v2/job/detail', { token: manager, query: { id } })).data
    expect(job.ended_at).not.toBeNull()
    return { job, items: items.items }
  }, until)

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-job-limits-'))
  server = await spawnServer({ phones: 1, dataDir })
  store = openTestStore(server)
  manager = await server.signIn('manager')
  phone = await onlyPhone(server, manager)
})
afterAll(async () => {
  await store.close()
  await server.stop()
  removeFolder(dataDir)
})

/** As many as a user may have, in the database alone: no server works on them. */
async function addJobsOf(userId: number): Promise<void> {
  await sql`
    insert into jobs (name, action, script, state, timeout_seconds, concurrency, created_by, total)
    select '', 'screen_on', '', 'running', 60, 20, ${userId}, 1 from generate_series(1, ${maxOfOne})`.execute(store.db)
}
const endOne = (userId: number) =>
  sql`
    update jobs set state = 'done', ended_at = 1
    where id = (select max(id) from jobs where created_by = ${userId} and ended_at is null)`.execute(store.db)

/** Keeps every job from ending for as long as something is done. */
async function withoutEnds<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const key = 7_001
  await sql`
    create function wait_to_end() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(${sql.raw(String(key))}); return new; end'`.execute(store.db)
  await sql`
    create trigger wait_to_end before update on jobs for each row
    when (old.ended_at is null and new.ended_at is not null) execute function wait_to_end()`.execute(store.db)
  try {
    return await store.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
      return work()
    })
  } finally {
    await sql`drop function wait_to_end cascade`.execute(store.db)
  }
}

/** Every picture that is stored. */
const pictures = async () => {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && entry.parentPath.endsWith('screenshots')).map(({ name }) => name)
}
const take = async () => {
  const { data } = await post('device/run', { ids: [phone], action: 'screenshot' })
  return (await ended(data.job_id)).items[0]
}

describe('jobs that go on at once', () => {
  test('are 50 of one person at most; another has to wait until one ends, and nobody else is kept from theirs', async () => {
    const { id } = await store.user('manager')
    await addJobsOf(id)
    const refused = { code: codes.stateForbids, message: '您正在执行的任务过多，请等待其中一些结束' }
    expect(await screenOn()).toMatchObject(refused)
    const { data: environment } = await post('environment/add', { market, name: 'one too many' })
    expect(await post('environment/run', { market, action: 'close', ids: [environment.id] })).toMatchObject(refused)
    expect((await screenOn(await server.signIn('agent'))).code).toBe(codes.ok)

    await endOne(id)
    const begun = await screenOn()
    expect(begun.code).toBe(codes.ok)
    await ended(begun.data.job_id)
    await sql`delete from jobs where created_by = ${id} and ended_at is null`.execute(store.db)
  })

  test('are no more where several are begun at the same moment', async () => {
    const { id } = await store.user('manager')
    await addJobsOf(id)
    await endOne(id)
    // What is over within the moment would make room for the next.
    const answers = await withoutEnds(() => Promise.all(Array.from({ length: 6 }, () => screenOn())))
    const begun = answers.filter(({ code }) => code === codes.ok)
    expect(begun).toHaveLength(1)
    await ended(begun[0]?.data.job_id)
    await sql`delete from jobs where created_by = ${id} and started_at is null`.execute(store.db)
  })

  test('are 150 of one team at most, however many people it makes, and nobody else is kept from theirs', async () => {
    const people = await Promise.all(
      ['a', 'b', 'c'].map((user_name) => store.addUser({ user_name, role: 'element' }, 'manager')),
    )
    for (const { id } of people) await addJobsOf(id)
    const refused = { code: codes.stateForbids, message: '正在执行的任务过多，请稍后再试' }
    expect(await screenOn()).toMatchObject(refused)
    expect((await screenOn(await server.signIn('agent'))).code).toBe(codes.ok)
    await sql`delete from jobs where created_by in (${sql.join(people.map(({ id }) => id))})`.execute(store.db)
  })

  test('are as many as an admin likes, also where there are as many as may be of everybody', async () => {
    const { id } = await store.user('admin')
    for (let times = 0; times < 10; times += 1) await addJobsOf(id)
    expect((await screenOn()).code).toBe(codes.stateForbids)
    expect((await screenOn(await server.signIn('admin'))).code).toBe(codes.ok)
    await sql`delete from jobs where created_by = ${id} and action = 'screen_on' and started_at is null`.execute(
      store.db,
    )
  })
})

describe('more phones or environments than a job may be of', () => {
  const refused = { code: codes.stateForbids, message: '一次最多处理 10000 台设备或环境' }
  let large: string
  /** Phones and environments are of a manager of its own, one more of each than may be in a job. */
  beforeAll(async () => {
    const user_name = 'large'
    const { id, path } = await store.addUser({ user_name, role: 'manager', modules: [market] }, 'agent')
    const agent = await store.user('agent')
    const most = maxItemsOfJob + 1
    await sql`
      insert into boxes (id, code, name, region, slots, owner_id, owner_path)
      values (1000, 'X1', 'X1', 'us-west', ${most}, ${agent.id}, ${agent.path})`.execute(store.db)
    await sql`
      insert into devices (box_id, slot, serial, name, owner_id, owner_path, region, status)
      select 1000, n, 'X' || n, 'X' || n, ${id}, ${path}, 'us-west', 'offline'
      from generate_series(1, ${most}::integer) as n`.execute(store.db)
    await sql`
      insert into environments (market, manager_id, owner_id, owner_path, name)
      select ${market}, ${id}, ${id}, ${path}, 'X' || n from generate_series(1, ${most}::integer) as n`.execute(
      store.db,
    )
    large = (await server.call('v2/user/login', { body: { user_name, password: testPassword } })).data.token
  })

  test('are refused, and as many as it may be of are not', async () => {
    const everyPhone = { matching: {}, action: 'screen_on' }
    const everyEnvironment = { market, action: 'open', matching: {} }
    expect(await post('device/run', everyPhone, large)).toMatchObject(refused)
    expect(await post('environment/run', everyEnvironment, large)).toMatchObject(refused)
    await sql`update devices set removed_at = 1 where serial = 'X1'`.execute(store.db)
    await sql`delete from environments where name = 'X1'`.execute(store.db)
    for (const { data } of [
      await post('device/run', everyPhone, large),
      await post('environment/run', everyEnvironment, large),
    ]) {
      const { total } = (await server.call('v2/job/detail', { token: large, query: { id: data.job_id } })).data.job
      expect(total).toBe(maxItemsOfJob)
      expect((await post('job/cancel', { id: data.job_id }, large)).code).toBe(codes.ok)
    }
  })
})

describe('a screenshot for which there is no space', () => {
  test('fails with that reason, is no file, and its bytes go; one for which there is space again is kept', async () => {
    const { id, path } = await store.user('manager')
    const taken = await store.files.addWhole(
      { upload_id: 'taken', owner_id: id, owner_path: path, name: 'large', size: 20 * 1024 ** 3 - 10, sha256: 'x' },
      Date.now(),
    )
    expect(await take()).toMatchObject({ state: 'failed', reason: reason('files.reason.quotaUsed'), file_id: null })
    const files = { token: manager, query: { keyword: '.png' } }
    expect((await server.call('v2/file/list', files)).data.total).toBe(0)
    expect((await store.files.usedBy(id)).bytes).toBe(taken.size)
    const [lost] = await pictures()
    // They stay for longer than any transfer to them takes; that is over.
    const due = await sql`update unwanted_objects set at = 1 where object = ${`screenshots/${lost}`}`.execute(store.db)
    expect(due.numAffectedRows).toBe(1n)

    await sql`delete from files where upload_id = 'taken'`.execute(store.db)
    const kept = await take()
    expect(kept).toMatchObject({ state: 'succeeded', reason: null })
    // A server that starts tidies up at once.
    await server.stop()
    server = await spawnServer({ phones: 1, dataDir })
    await vi.waitFor(async () => expect(await pictures()).not.toContain(lost), until)
    expect(await pictures()).toHaveLength(1)
    const unwanted = async () => (await sql`select from unwanted_objects`.execute(store.db)).rows
    await vi.waitFor(async () => expect(await unwanted()).toHaveLength(0), until)
    expect((await store.files.byId(kept?.file_id ?? 0))?.upload_id).toBe(`screenshots/${(await pictures())[0]}`)
  }, 60_000)
})
