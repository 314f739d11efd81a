import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BoxOfPhones, startBoxOfPhones } from '../support/box-of-phones.ts'
import type { TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const phones = 200
/** Of these, some are unplugged and as many do not answer. */
const dead = 20
const until = { timeout: 90_000, interval: 100 }

let server: TestServer
let store: TestStore
let box: BoxOfPhones
let admin: string

beforeAll(async () => {
  server = await spawnServer()
  store = openTestStore(server)
  box = await startBoxOfPhones(server, store, { phones })
  admin = await server.signIn('admin')
}, 300_000)
afterAll(async () => {
  await box?.stop()
  await store?.close()
  await server?.stop()
})

const post = async (path: string, body: object) => (await server.call(`v2/${path}`, { token: admin, body })).data
const job = async (id: number) => {
  const { data } = await server.call('v2/job/detail', { token: admin, query: { id, limit: phones } })
  return data as {
    job: { state: string; succeeded: number; failed: number }
    items: { items: { state: string; reason: { code: string } | null }[] }
  }
}
const offline = async () => (await store.devices.countByStatus()).find(({ status }) => status === 'offline')?.count
const ended = (id: number) => expect.poll(async () => (await job(id)).job.state, until).toBe('done')

test(
  'a batch on 200 phones of which 20 are dead ends in time, says what is wrong with each, and is made up for',
  {
    timeout: 400_000,
  },
  async () => {
    const [unplugged, silent] = [box.cables.slice(0, dead / 2), box.cables.slice(dead / 2, dead)]
    for (const cable of unplugged) cable.unplug()
    for (const cable of silent) cable.block()
    await expect.poll(offline, until).toBe(dead / 2)

    const { id } = await post('script/add', { name: 'batch', body: 'echo done' })
    const { items } = (await server.call('v3/device/list', { token: admin, query: { limit: phones } })).data
    const ids = items.map((device: { id: number }) => device.id)
    const first = await post('script/run', { id, targets: { device_ids: ids }, concurrency: 50, timeout_seconds: 5 })
    await ended(first.job_id)
    const { job: counts, items: those } = await job(first.job_id)
    expect(counts).toMatchObject({ succeeded: phones - dead, failed: dead })
    const troubles = those.items
      .filter(({ state }) => state !== 'succeeded')
      .map(({ state, reason }) => `${state} ${reason?.code ?? ''}`)
    expect(troubles.toSorted()).toEqual([
      ...Array.from({ length: dead / 2 }, () => 'failed devices.reason.offline'),
      ...Array.from({ length: dead / 2 }, () => 'timed_out '),
    ])

    for (const cable of unplugged) cable.plugIn()
    for (const cable of silent) cable.unblock()
    await expect.poll(offline, until).toBe(undefined)
    const again = await post('job/retry', { id: first.job_id })
    await ended(again.job_id)
    expect((await job(again.job_id)).job).toMatchObject({ succeeded: dead, failed: 0 })
  },
)
