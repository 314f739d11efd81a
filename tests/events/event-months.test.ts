import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import type { TestStore } from '../support/test-store.ts'

let database: TestDatabase
let db: TestStore['db']
let store: Store
beforeEach(async () => {
  database = await newDatabase({ isSeeded: true })
  db = openDatabase(database, () => {})
  store = openStore(db)
  // As before anything happened: what databases of tests are copies of has months.
  for (const month of await store.eventMonths.made()) await sql`drop table ${sql.id(month)}`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const november = Date.UTC(2026, 10, 17)

const prepare = (now: number) => store.transaction((tx) => tx.eventMonths.prepare(now))
const forget = (before: number) => store.transaction((tx) => tx.eventMonths.forget(before))
const happen = (...times: number[]) =>
  sql`insert into events (at, kind, subject_id, owner_path)
    select at, 'offline', 1, '1' from unnest(${times}::bigint[]) as at`.execute(db)

/** Where the events are, by when they were. */
async function places(): Promise<[month: string, table: string][]> {
  const { rows } = await sql<{ at: number; place: string }>`
    select at, tableoid::regclass::text as place from events order by at`.execute(db)
  return rows.map(({ at, place }) => [new Date(at).toISOString().slice(0, 7), place])
}

test('each month has a partition before anything happens in it, with what happened before there was one', async () => {
  await happen(november, Date.UTC(2026, 10, 1), Date.UTC(2026, 9, 31))
  await prepare(november)
  expect(await store.eventMonths.made()).toEqual(['events_2026_11', 'events_2026_12', 'events_2027_01'])
  await happen(Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1))
  expect(await places()).toEqual([
    ['2026-10', 'events_other'],
    ['2026-11', 'events_2026_11'],
    ['2026-11', 'events_2026_11'],
    ['2026-11', 'events_2026_11'],
    ['2026-12', 'events_2026_12'],
  ])
  await prepare(Date.UTC(2026, 11, 1))
  expect(await store.eventMonths.made()).toContain('events_2027_02')
})

test('a month goes as a whole once all of it is too old, and what is of no month row by row', async () => {
  await prepare(november)
  await happen(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 5) + 1, Date.UTC(2026, 10, 30), Date.UTC(2027, 3, 1))
  await forget(Date.UTC(2026, 10, 30) + 1)
  expect(await places()).toEqual([
    ['2026-11', 'events_2026_11'],
    ['2026-12', 'events_2026_12'],
    ['2027-04', 'events_other'],
  ])
  await forget(Date.UTC(2026, 11, 1))
  expect(await store.eventMonths.made()).toEqual(['events_2026_12', 'events_2027_01'])
  expect(await places()).toEqual([
    ['2026-12', 'events_2026_12'],
    ['2027-04', 'events_other'],
  ])
})

test('is left to the server that is at it', async () => {
  await store.transaction(async (tx) => {
    await tx.eventMonths.prepare(november)
    await prepare(november)
    expect(await store.eventMonths.made()).toEqual([]) // As others see it.
  })
  expect(await store.eventMonths.made()).toHaveLength(3)
})

test('a server makes the months before anything happens, and removes those that its setting lets go', async () => {
  await prepare(Date.UTC(2020, 0, 1))
  await happen(Date.UTC(2020, 0, 1), Date.UTC(2019, 0, 1))
  const server = await startServer({ env: { DATABASE_URL: database.url, KEEP_EVENTS_DAYS: '100' } })
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  expect(await store.eventMonths.made()).toContain(`events_${month}`)
  await expect.poll(places).toEqual([])
  expect(await store.eventMonths.made()).not.toContain('events_2020_01')
  await server.stop()
})
