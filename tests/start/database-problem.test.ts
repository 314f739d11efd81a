import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { runProgram, runServer } from '../support/server-process.ts'

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

/** Debian 12's. */
const older = '/usr/lib/postgresql/15/bin'
const nobody = 65_534

const refusal = (url = database.url) =>
  runServer({ DATA_DIR: '/dev/null/none', DATABASE_URL: url, PORT: '0', PHONES: '0', LOG_LEVEL: 'error' })

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

test('so is a real one, by server and doctor', async ({ skip }) => {
  skip(!existsSync(join(older, 'initdb')), 'there is no PostgreSQL 15 here')
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-older-'))
  const isRoot = process.getuid?.() === 0 // Whom it refuses to run for.
  if (isRoot) chownSync(folder, nobody, nobody)
  const identity = { ...(isRoot && { uid: nobody, gid: nobody }), cwd: folder }
  const data = join(folder, 'data')
  execFileSync(join(older, 'initdb'), ['-D', data, '-U', 'phonedeck', '-A', 'trust', '--no-sync'], {
    ...identity,
    stdio: 'ignore',
  })
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const postgres = spawn(join(older, 'postgres'), args, { ...identity, stdio: 'ignore' })
  const url = `postgres://phonedeck@localhost/postgres?host=${folder}`
  const isThere = async (): Promise<void> => {
    const visitor = new Client(url)
    await visitor.connect()
    await visitor.end()
  }
  await vi.waitFor(isThere, { timeout: 60_000 })
  const words = /^DATABASE_URL: PostgreSQL 15\.\d+ .*is too old; 16 or later is needed$/
  expect(await refusal(url)).toEqual({ exitCode: 2, lines: [expect.stringMatching(words)] })
  const doctor = await runProgram(['server/doctor.ts'], { DATA_DIR: folder, DATABASE_URL: url, PORT: '1' })
  expect(doctor.lines).toContainEqual(expect.stringMatching(/^failed {3}database: DATABASE_URL: PostgreSQL 15/))
  postgres.kill('SIGQUIT')
  await once(postgres, 'close')
  rmSync(folder, { recursive: true })
})
