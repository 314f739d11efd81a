import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Broker } from '../../server/broker/broker.ts'
import { BoxEvents, type Listeners } from '../../server/boxes/events.ts'
import { openLog } from '../../server/start/logging.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  vi.useRealTimers()
  await store.close()
  await server.stop()
})

test('a box is lost by the database’s clock, and after 90 s in which the database was there', async () => {
  const body = { name: '盒子', code: 'SILENT', region: 'jp-east', slots: 20 }
  const { data } = await server.call('v2/box/add', { token: await server.signIn('agent'), body })
  const { id } = data.box
  const row = () => store.boxes.byId(id)
  // Nobody listens.
  const broker = { publish: () => {} } as unknown as Broker
  const listeners = { onPhones: () => {}, onAgentLost: async () => {} } as unknown as Listeners
  const events = new BoxEvents(store, broker, {} as never, listeners, openLog({ logLevel: 'error' }))
  const sweepAfter = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000)
    await events.sweep()
  }
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  vi.setSystemTime(Date.now() + 3_600_000) // This server's clock is an hour ahead.
  await store.boxes.noteSeen(id, { agent_version: '0.1.0', health: {} })
  for (let time = 0; time <= 120; time += 20) await sweepAfter(20)
  expect(await row()).toMatchObject({ online: true })
  const { now } = await store.db.selectNoFrom(({ fn }) => fn<number>('now_ms').as('now')).executeTakeFirstOrThrow()
  await store.db
    .updateTable('boxes')
    .set({ last_seen_at: now - 91_000 })
    .where('id', '=', id)
    .execute()
  await sweepAfter(31) // A gap.
  await sweepAfter(30)
  await sweepAfter(29)
  await sweepAfter(30)
  expect(await row()).toMatchObject({ online: true })
  await sweepAfter(2)
  await expect.poll(row).toMatchObject({ online: false })
})
