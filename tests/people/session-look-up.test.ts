import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../server/store/store.ts'
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

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

test('a connection plans the look-up of sessions once, and finds whoever is asked for', async () => {
  const tokens = [await server.signIn('admin'), await server.signIn('manager')]
  await store.db.connection().execute(async (connection) => {
    const { sessions } = openStore(connection)
    const found: (string | undefined)[] = []
    // More often than PostgreSQL tries plans before it keeps one.
    for (let round = 0; round < 10; round += 1)
      for (const token of [...tokens, 'of-nobody']) found.push((await sessions.byTokenHash(hashOf(token)))?.user_name)
    expect(found).toEqual(Array.from({ length: 10 }, () => ['admin', 'manager', undefined]).flat())

    const { rows } = await sql`select generic_plans > 0 as kept from pg_prepared_statements`.execute(connection)
    expect(rows).toEqual([{ kept: true }])
  })
})

test('a look-up that is planned already sees at once who was disabled', async () => {
  const manager = await store.user('manager')
  const hash = hashOf(await server.signIn('manager'))
  await store.db.connection().execute(async (connection) => {
    const { sessions, users } = openStore(connection)
    for (let round = 0; round < 10; round += 1) expect((await sessions.byTokenHash(hash))?.enabled).toBe(true)
    await users.setEnabled([manager.id], false)
    expect((await sessions.byTokenHash(hash))?.enabled).toBe(false)
    await users.setEnabled([manager.id], true)
    expect((await sessions.byTokenHash(hash))?.enabled).toBe(true)
  })
})
