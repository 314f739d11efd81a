import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import type { Tables } from '../../server/store/tables.ts'
import { databaseUrl, newDatabase, type TestDatabase } from '../support/database.ts'

// Between the store and PostgreSQL stands somebody who counts how often the line turns: how often something is asked after an answer.

let database: TestDatabase
let between: Server
let folder: string
let db: Kysely<Tables>
let store: Store
let turns = 0
/** What was asked, as far as it can be read. */
let asked = ''

beforeAll(async () => {
  database = await newDatabase({ isSeeded: true })
  folder = mkdtempSync(join(tmpdir(), 'phonedeck-line-'))
  const [socket, real] = [folder, inject('postgresFolder')].map((place) => join(place, '.s.PGSQL.5432'))
  between = createServer((near) => {
    const far = connect(real ?? '')
    let isAsked = false
    near.on('data', (data) => {
      turns += isAsked ? 0 : 1
      isAsked = true
      asked += data.toString('latin1')
      far.write(data)
    })
    far.on('data', (data) => {
      isAsked = false
      near.write(data)
    })
    near.on('close', () => far.destroy()).on('error', () => {})
    far.on('close', () => near.destroy()).on('error', () => {})
  })
  await new Promise<void>((resolve) => between.listen(socket, resolve))
  db = openDatabase({ url: databaseUrl(folder, database.name) }, () => {})
  store = openStore(db)
  await sql`create table notes (text text not null)`.execute(db)
  // Each statement is known to the one connection that there is.
  await store.transaction((tx) => tx.statement('insert into notes values ($1)', ['first']))
})
afterAll(async () => {
  await db.destroy()
  between.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  turns = 0
  asked = ''
})

/** What others see, through a line of their own. */
async function seen(): Promise<unknown[]> {
  const own = openDatabase({ url: database.url }, () => {})
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(own)
  await own.destroy()
  return rows.map(({ text }) => text)
}

test('a transaction of one statement takes the line twice: it begins with it', async () => {
  await store.transaction((tx) => tx.statement('insert into notes values ($1)', ['second']))
  expect(turns).toBe(2)
  expect(await seen()).toEqual(['first', 'second'])
})

test('what is done before a mistake is undone, whichever statement it is', async () => {
  const write = (...texts: (string | null)[]) =>
    store.transaction(async (tx) => {
      for (const text of texts) await tx.statement('insert into notes values ($1)', [text])
    })
  await expect(write(null)).rejects.toMatchObject({ code: '23502' })
  await expect(write('third', null)).rejects.toMatchObject({ code: '23502' })
  await expect(
    store.transaction(async (tx) => {
      await tx.statement('insert into notes values ($1)', ['third'])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await seen()).toEqual(['first', 'second'])
  // And the connection is as good as before.
  await write('third')
  expect(await seen()).toEqual(['first', 'second', 'third'])
})

test('what is asked of a row found by its key is asked in the transaction, too', async () => {
  const name = await store.transaction(async (tx) => {
    await tx.statement('update users set user_name = $1 where user_name = $2', ['changed', 'element'])
    return (await tx.users.byName('changed'))?.user_name
  })
  expect(name).toBe('changed')
})

test('a transaction in which nothing is asked takes no line', async () => {
  expect(await store.transaction(() => Promise.resolve('done'))).toBe('done')
  await expect(store.transaction(() => Promise.reject(new Error('changed my mind')))).rejects.toThrow('changed my mind')
  expect(turns).toBe(0)
})

test('a transaction begins as it is asked to', async () => {
  const begun = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const level = await begun.execute(async (tx) => {
    const { rows } = await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(tx)
    return rows[0]?.transaction_isolation
  })
  expect(level).toBe('repeatable read')
  expect(asked).toContain('start transaction isolation level repeatable read read only')
})
