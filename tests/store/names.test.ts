import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

test('no table, column, index, constraint or sequence has a name that docs/glossary.md has given up', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select attname from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
    union select conname from pg_constraint where connamespace = 'public'::regnamespace`.execute(store.db)
  const names = rows.map(({ name }) => name)
  expect(names).toContain('job_items_pkey')
  const givenUp = /(^|_)(runs?|parts?|works?|phone_operations|operation_id)(_|$)/
  expect(names.filter((name) => givenUp.test(name) && !/next_run_at/.test(name))).toEqual([])
})
