import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { runServer } from '../support/server-process.ts'

let database: TestDatabase
let client: Client
beforeEach(async () => {
  database = await newDatabase({ isSeeded: true })
  client = new Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const refusal = () =>
  runServer({ DATA_DIR: '/dev/null/none', DATABASE_URL: database.url, PORT: '0', PHONES: '0', LOG_LEVEL: 'error' })

test('a database that a newer Phonedeck has brought up to date is refused in one line, and left as it is', async () => {
  await client.query(`insert into kysely_migration (name, timestamp) values ('9998-later', ''), ('9999-last', '')`)
  expect(await refusal()).toEqual({
    exitCode: 2,
    lines: [expect.stringMatching(/^DATABASE_URL: a newer Phonedeck .*\(9998-later, 9999-last\); start that version/)],
  })
  expect((await client.query('select from kysely_migration')).rowCount).toBeGreaterThan(20)
})

test('a PostgreSQL below 16 is refused in one line', async () => {
  // What it says of its version is what a server asks it for.
  await client.query(`
    create schema older;
    create function older.current_setting(name text) returns text language sql as $$
      select case name when 'server_version' then '15.18' when 'server_version_num' then '150018'
        else pg_catalog.current_setting(name) end $$;
    alter database ${client.database} set search_path = older, pg_catalog, public`)
  expect(await refusal()).toEqual({
    exitCode: 2,
    lines: ['DATABASE_URL: PostgreSQL 15.18 is too old; 16 or later is needed'],
  })
})
