import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JobQueue } from '../../server/jobs/queue.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'

const kind = 'tried'
const log = pino({ level: 'silent' })

let database: TestDatabase
let store: Store & { transactions(): Promise<number>; close(): Promise<void> }
const queues: JobQueue[] = []
beforeEach(async () => {
  database = await newDatabase({ isSeeded: true })
  const db = openDatabase(database, (error) => expect.fail(error.message))
  store = {
    ...openStore(db),
    async transactions() {
      const { rows } = await sql<{ count: number }>`
        select xact_commit as count from pg_stat_database where datname = current_database()`.execute(db)
      return rows[0]?.count ?? 0
    },
    close: () => db.destroy(),
  }
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()))
  await store.close()
  await database.drop()
})

async function queueOf(handle: (id: number) => Promise<void>, of = kind): Promise<JobQueue> {
  const queue = new JobQueue(database, log)
  queues.push(queue)
  queue.on(of, ({ id }) => handle(id))
  queue.start()
  await queue.ready()
  return queue
}

const add = (queue: JobQueue, ids: readonly number[], team = 4) =>
  store.transaction(async (tx) => {
    for (const id of ids) await queue.add(tx, kind, team, { id })
  })
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('jobs of a team that wait for each other are all under way, twenty at most, and those behind come when one has ended', async () => {
  const under = new Set<number>()
  const ended: number[] = []
  let most = 0
  const full = Promise.withResolvers<void>()
  const queue = await queueOf(async (id) => {
    under.add(id)
    most = Math.max(most, under.size)
    if (under.size === 20) full.resolve()
    await full.promise
    await pause(50) // A twenty-first would have its chance.
    under.delete(id)
    ended.push(id)
  })
  await add(queue, upTo(25))
  await expect.poll(() => ended.toSorted((a, b) => a - b)).toEqual(upTo(25))
  expect(most).toBe(20)
})

test('a team that has begun more than may be under way keeps none of another team’s waiting, at whichever server', async () => {
  const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: number[] = []
  const handle = async (id: number) => {
    begun.push(id)
    await (id <= 20 ? first : later).promise
  }
  const queue = await queueOf(handle)
  await queueOf(handle)
  await add(queue, upTo(60), 4)
  await expect.poll(() => begun.length).toBe(20)
  await add(queue, [100], 5)
  await expect.poll(() => begun).toContain(100)
  expect(begun).toHaveLength(21)
  first.resolve()
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(41)
  // Looks at the same time, of which each server has four connections, do not see what each other takes.
  expect(begun.length).toBeLessThan(41 + 2 * 4)
  later.resolve()
  await expect.poll(() => begun.toSorted((a, b) => a - b)).toEqual([...upTo(60), 100])
})

test('a job that has ended makes room for the next at once, however many come one by one', async () => {
  const ended: number[] = []
  const queue = await queueOf(async (id) => void ended.push(id))
  for (const id of upTo(3)) {
    await add(queue, [id])
    await expect.poll(() => ended).toContain(id)
  }
  const begun = performance.now()
  await add(
    queue,
    upTo(40).map((id) => id + 100),
  )
  await expect.poll(() => ended.length).toBe(43)
  // Were each looked for at the next regular look, the last would come after two minutes.
  expect(performance.now() - begun).toBeLessThan(60_000)
})

test('queues where nothing happens hardly ask their database anything', async () => {
  await Promise.all([queueOf(() => Promise.resolve()), queueOf(() => Promise.resolve(), 'other')])
  await pause(2_000) // They have begun.
  const before = await store.transactions()
  await pause(6_000)
  // Each looks every three seconds, and for lost jobs every two. Twenty workers that each look would have asked 80 times more.
  expect((await store.transactions()) - before).toBeLessThan(60)
})
