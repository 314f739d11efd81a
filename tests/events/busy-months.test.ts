import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newDatabase } from '../support/database.ts'
import { spawnServer } from '../support/server-process.ts'

const partitions = (table: string) =>
  `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`

test('a server starts while somebody reads a table whose month ahead can not be made', async () => {
  const database = await newDatabase({ isSeeded: true })
  const reader = new Client(database.url)
  await reader.connect()
  const first = await spawnServer({ env: { DATABASE_URL: database.url, SECRET_KEY: '5a'.repeat(32) } })
  await first.stop()
  const { rows } = await reader.query<{ name: string }>(partitions('events'))
  const ahead = rows.map(({ name }) => name).findLast((name) => /\d$/.test(name))
  await reader.query(`drop table ${ahead}`)
  await reader.query('begin; select from events limit 1')
  const server = await spawnServer({ env: { DATABASE_URL: database.url, SECRET_KEY: '5a'.repeat(32) } })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(server.lines.filter((line) => line.includes('a month could not be made yet'))).toHaveLength(1)
  await server.stop()
  await reader.end()
  await database.drop()
})
