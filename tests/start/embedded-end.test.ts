import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '../../server/embedded/postgres.ts'
import { openLog } from '../../server/start/logging.ts'
import { openDatabase } from '../../server/store/database.ts'

let folder: string
let postgres: EmbeddedPostgres
let client: Client
/** What the server would log of it, and what its connection hears. */
let logged: string[]
let heard: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phonedeck-end-'))
  logged = []
  heard = []
  postgres = await startPostgres(folder, pino({ level: 'warn' }, { write: (line) => void logged.push(line) }))
  client = new Client({ host: postgres.socketDir, user: 'phonedeck', database: 'postgres' })
  client.on('error', ({ message }) => heard.push(message))
  await client.connect()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('PostgreSQL ends once a connection has that is still being closed, which nobody hears anything of', async () => {
  const stopped = postgres.stop()
  await pause(300)
  await client.end()
  await stopped
  expect([...heard, ...logged]).toEqual([])
})

test('a connection that stays is cut off, of which the log has the error and not the whole connection', async () => {
  const lines: string[] = []
  const log = openLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) })
  const db = openDatabase({ socketDir: postgres.socketDir }, (err) => log.error({ err }, 'cut off'))
  await sql`select 1`.execute(db)
  await postgres.stop()
  expect(heard[0]).toBe('terminating connection due to administrator command')
  await expect.poll(() => lines.join()).toContain('57P01')
  expect(lines.join()).not.toContain('connectionParameters')
  await db.destroy()
})
