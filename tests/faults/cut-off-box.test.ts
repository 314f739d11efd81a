import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BoxOfPhones, startBoxOfPhones } from '../support/box-of-phones.ts'
import { Cable } from '../support/cable.ts'
import { jobOutput } from '../support/job-output.ts'
import type { TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const until = { timeout: 60_000, interval: 100 }
/** Sooner than the broker misses its beat, which is after 1.5 times the agent's 15 s. */
const atOnce = { timeout: 15_000, interval: 50 }

let server: TestServer
let store: TestStore
let admin: string
const boxes: BoxOfPhones[] = []

beforeEach(async () => {
  server = await spawnServer()
  store = openTestStore(server)
  admin = await server.signIn('admin')
})
afterEach(async () => {
  for (const box of boxes.splice(0)) await box.stop()
  await store.close()
  await server.stop()
})

const box = async (options: Parameters<typeof startBoxOfPhones>[2]): Promise<number[]> => {
  boxes.push(await startBoxOfPhones(server, store, options))
  return (await devices()).map(({ id }) => id)
}
const devices = async (): Promise<{ id: number; status: string }[]> =>
  (await server.call('v3/device/list', { token: admin, query: { sort: 'name' } })).data.items
const post = async (path: string, body: object) => (await server.call(`v2/${path}`, { token: admin, body })).data

const statuses = async () => (await devices()).map(({ status }) => status)
const both = <T>(one: T): T[] => [one, one]

describe('a box that is cut off for a minute', { timeout: 300_000 }, () => {
  test('is told of as it is at once, and what its phones were at goes on and is not lost', async () => {
    const line = await Cable.to(Number(new URL(server.url).port))
    const ids = await box({ phones: 2, serverUrl: `http://127.0.0.1:${line.port}` })
    const { id } = await post('script/add', { name: 'long', body: 'echo begun; sleep 30; echo done' })
    const { job_id } = await post('script/run', { id, targets: { device_ids: ids } })
    const outputs = () =>
      Promise.all(
        ids.map(async (device_id) => {
          const { item, output } = await jobOutput(server, admin, { job: job_id, phone: device_id })
          return { state: item.state, output }
        }),
      )
    await expect.poll(outputs, until).toEqual(both({ state: 'running', output: 'begun\n' }))

    line.unplug()
    await expect.poll(statuses, atOnce).toEqual(both('offline'))
    await pause(60_000) // The minute.
    expect(await outputs()).toEqual(both({ state: 'running', output: 'begun\n' }))

    line.plugIn()
    await expect.poll(statuses, until).toEqual(both('idle'))
    await expect.poll(outputs, until).toEqual(both({ state: 'succeeded', output: 'begun\ndone\n' }))
    await line.close()
  })
})

const shiftedBy = (milliseconds: number): string =>
  `data:text/javascript,const now = Date.now; Date.now = () => now() + ${milliseconds}`

describe('a box whose clock is wrong', () => {
  test.each([
    ['an hour ahead', 3_600_000],
    ['an hour behind', -3_600_000],
  ])('%s does what it is told', async (_, milliseconds) => {
    const [id] = await box({ phones: 1, env: { NODE_OPTIONS: `--import "${shiftedBy(milliseconds)}"` } })
    const { output } = await vi.waitFor(() => post('device/shell', { id, command: 'echo here' }), until)
    expect(output).toBe('here\n')
    const { data } = await server.call('v2/device/list', { token: admin, query: { id: Number(id) } })
    expect(Math.abs(data.items[0].last_seen_at - Date.now())).toBeLessThan(60_000)
  })
})
