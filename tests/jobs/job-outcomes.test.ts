import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let manager: string
let phones: Schemas['Device'][]

beforeAll(async () => {
  server = await startServer({ phones: 4 })
  store = openTestStore(server)
  manager = await server.signIn('manager')
  phones = await idlePhones(server, manager, 4)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const until = { timeout: 30_000, interval: 50 }
const post = (path: string, body: object, token = manager) => server.call(`v2/${path}`, { token, body })
const ask = async (path: string, query: object, token = manager) =>
  (await server.call(`v2/job/${path}`, { token, query: query as Record<string, string> })).data

async function ended(
  id: number,
): Promise<{ job: Schemas['Job']; items: Schemas['JobItem'][]; script: Schemas['JobScript'] }> {
  return vi.waitFor(async () => {
    const { job, items, script } = await ask('detail', { id })
    expect(job.ended_at).not.toBeNull()
    return { job, items: items.items, script }
  }, until)
}

/** Runs a command on phones; answers the job, once it has ended. */
async function run(command: string, ids = phones.map(({ id }) => id)) {
  const { data } = await post('device/run', { ids, action: 'shell', command })
  return ended(data.job_id)
}

const serial = (at: number): string => phones[at]?.serial ?? ''

/** Two say the same, one says something else, and one says the same as the two but ends badly. */
const command = () => `
  here=$(getprop ro.serialno)
  if [ "$here" = "${serial(2)}" ]; then echo two; else echo one; fi
  if [ "$here" = "${serial(3)}" ]; then exit 3; fi`

const holders = async (body: object, token = manager) => (await post('device/holders', body, token)).data

describe('what a job came to', () => {
  test('stands together where state, exit code and reason are the same, and in that where the same was said', async () => {
    const { job, items } = await run(command())
    const nameOf = (id: number) => items.find((item) => item.id === id)?.device_name
    const { outcomes, total } = await ask('outcomes', { id: job.id })
    expect(total).toBe(2)
    const told = outcomes.map(({ state, exit_code, count, distinct_outputs, outputs }: Schemas['JobOutcome']) => ({
      what: `${state} ${exit_code}`,
      count,
      distinct_outputs,
      outputs: outputs.map((output) => [nameOf(output.item_id), output.count, output.output_length]),
    }))
    expect(told).toEqual([
      {
        what: 'succeeded 0',
        count: 3,
        distinct_outputs: 2,
        outputs: [
          [phones[0]?.name, 2, 4],
          [phones[2]?.name, 1, 4],
        ],
      },
      { what: 'failed 3', count: 1, distinct_outputs: 1, outputs: [[phones[3]?.name, 1, 4]] },
    ])
    // Who failed said what most said, and has its key; who said something else has another.
    const keys = items.map(({ output_key }) => output_key)
    expect(new Set(keys).size).toBe(2)
    expect(keys[3]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('is listed by itself: only items that came to the same as one, in the same words', async () => {
    const { job, items } = await run(command())
    const like = async (at: number) =>
      (await ask('detail', { id: job.id, like: items[at]?.id })).items.items.map(
        ({ device_name }: Schemas['JobItem']) => device_name,
      )
    expect(await like(0)).toEqual([phones[0]?.name, phones[1]?.name])
    expect(await like(2)).toEqual([phones[2]?.name])
    expect(await like(3)).toEqual([phones[3]?.name])
    const { job: other } = await run('echo one')
    // An item of another job is like none of this one.
    expect((await ask('detail', { id: other.id, like: items[0]?.id })).items).toEqual({ items: [], total: 0 })
  })

  test('is 50 outcomes and 20 outputs of each at most, and says how many there are', async () => {
    const { job } = await run('true', [phones[0]?.id ?? 0])
    const rows = Array.from({ length: 3_000 }, (_, at) => ({
      job_id: job.id,
      device_name: `phone ${at}`,
      state: 'failed' as const,
      exit_code: 100 + (at % 60),
      output_key: String(at),
      ended_at: 1,
    }))
    for (let at = 0; at < rows.length; at += 1_000)
      await store.db
        .insertInto('job_items')
        .values(rows.slice(at, at + 1_000))
        .execute()
    const { outcomes, total } = await ask('outcomes', { id: job.id })
    expect(total).toBe(61)
    expect(outcomes).toHaveLength(50)
    for (const { count, distinct_outputs, outputs } of outcomes) {
      expect([count, distinct_outputs]).toEqual([50, 50])
      expect(outputs).toHaveLength(20)
    }
  })

  test('is nobody’s business who may not see the job', async () => {
    const { job } = await run('true', [phones[0]?.id ?? 0])
    const element = await server.signIn('element')
    const answer = await server.call('v2/job/outcomes', { token: element, query: { id: job.id } })
    expect(answer.code).toBe(codes.notFound)
  })
})

describe('a retry of what failed for one reason', () => {
  test('takes up those alone, whatever they said', async () => {
    const command = `
      here=$(getprop ro.serialno)
      echo "$here"
      if [ "$here" = "${serial(0)}" ] || [ "$here" = "${serial(1)}" ]; then exit 3; fi
      if [ "$here" = "${serial(2)}" ]; then exit 4; fi`
    const { job, items } = await run(command)
    const retried = await post('job/retry', { id: job.id, like: items[1]?.id })
    const again = await ended(retried.data.job_id)
    expect(again.job.retry_of).toBe(job.id)
    expect(again.items.map(({ device_name }) => device_name)).toEqual([phones[0]?.name, phones[1]?.name])
    const all = await ended((await post('job/retry', { id: job.id })).data.job_id)
    expect(all.items).toHaveLength(3)
  })

  test('is refused for an item that did not fail, and for one of another job', async () => {
    const { job, items } = await run(`[ "$(getprop ro.serialno)" != "${serial(0)}" ]`)
    expect((await post('job/retry', { id: job.id, like: items[1]?.id })).code).toBe(codes.stateForbids)
    const { job: other } = await run('false', [phones[0]?.id ?? 0])
    expect((await post('job/retry', { id: other.id, like: items[0]?.id })).code).toBe(codes.notFound)
  })
})

test('a job tells its parameters and its script, without what looks like a secret', async () => {
  const admin = await server.signIn('admin')
  const parameters = [{ name: 'WHO' }, { name: 'API_TOKEN' }, { name: 'EMPTY' }]
  const script = await post('script/add', { name: 'greet', body: 'echo hello\ncurl -u me:pw x', parameters }, admin)
  const values = { WHO: `O'Neill\n"two"`, API_TOKEN: 'hidden words here' }
  const begun = await post(
    'script/run',
    { id: script.data.id, targets: { device_ids: [phones[0]?.id] }, values },
    admin,
  )
  const { script: shown } = await ask('detail', { id: begun.data.job_id }, admin)
  expect(shown).toEqual({
    parameters: [
      { name: 'WHO', value: `O'Neill\n"two"` },
      { name: 'API_TOKEN', value: '***' },
      { name: 'EMPTY', value: '' },
    ],
    text: 'echo hello\ncurl -u *** x',
  })
  const restart = await post('device/run', { ids: [phones[0]?.id], action: 'screen_on' })
  expect((await ask('detail', { id: restart.data.job_id })).script).toEqual({ parameters: [], text: '' })
})

describe('who has phones', () => {
  test('is told by name, with who is not interrupted, of those that the caller sees', async () => {
    const [element, agent, own] = await Promise.all(['element', 'agent', 'manager'].map((name) => store.user(name)))
    const give = (at: number, to: number | null | undefined) =>
      store.db
        .updateTable('devices')
        .set({ in_use_by: to ?? null })
        .where('id', '=', phones[at]?.id ?? 0)
        .execute()
    await Promise.all([give(0, element?.id), give(1, element?.id), give(2, agent?.id), give(3, own?.id)])
    const ids = phones.map(({ id }) => id)
    const all = {
      held: 4,
      items: [
        { id: element?.id, user_name: 'element', phones: 2, gives_way: true },
        { id: agent?.id, user_name: 'agent', phones: 1, gives_way: false },
        { id: own?.id, user_name: 'manager', phones: 1, gives_way: true },
      ].toSorted((a, b) => b.phones - a.phones || Number(a.id) - Number(b.id)),
    }
    expect(await holders({ ids })).toEqual(all)
    expect(await holders({ matching: {} })).toEqual(all)
    expect(await holders({ ids: [phones[0]?.id, phones[0]?.id] })).toMatchObject({ held: 1 })
    expect(await holders({ matching: { keyword: phones[2]?.name } })).toMatchObject({ held: 1 })
    // An element sees those that it has, and no others.
    expect(await holders({ ids }, await server.signIn('element'))).toMatchObject({ held: 2 })
    await Promise.all([0, 1, 2, 3].map((at) => give(at, null)))
    expect(await holders({ ids })).toEqual({ held: 0, items: [] })
  })
})
