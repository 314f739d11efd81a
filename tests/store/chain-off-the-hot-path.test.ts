import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyChain } from '../../server/log/verification.ts'
import { chainOffTheHotPath } from '../../server/store/migrations/0033-chain-off-the-hot-path.ts'
import { entryNamed, openLogDatabase, type LogDatabase } from '../support/log-database.ts'

let log: LogDatabase
beforeEach(async () => {
  log = await openLogDatabase()
})
afterEach(() => log.close())

/** The tables as they were before the migration. */
const before = [
  'drop table operation_chain, operation_log_waiting, log_checks',
  'drop sequence operation_log_id cascade',
  `alter table operation_log add column previous_hash bytea not null, add column hash bytea not null,
     add constraint operation_log_user_id_fkey foreign key (user_id) references users`,
  'create index operation_log_at on operation_log (at)',
]

/** Writes entries as an older server did: the first of a time when there was no key. */
async function writeOld(names: readonly string[], from: number): Promise<string[]> {
  const hashes: string[] = []
  let previous: Buffer = Buffer.alloc(32)
  for (const [index, name] of names.entries()) {
    const id = index + 1
    const made = id < from ? createHash('sha256') : createHmac('sha256', log.logKey.key)
    const plain = [id, 1_000 + id, null, '', '', 'notice.edit', 'notice:*', '10.0.0.1', '']
    const hash = made
      .update(previous)
      .update(JSON.stringify(name === '' ? plain : [...plain, 'ok', name]))
      .digest()
    await sql`insert into operation_log (id, at, user_name, user_path, action, target, target_name, ip, detail, previous_hash, hash)
      values (${id}, ${1_000 + id}, '', '', 'notice.edit', 'notice:*', ${name}, '10.0.0.1', '', ${previous}, ${hash})`.execute(
      log.db,
    )
    previous = hash
    hashes.push(hash.toString('hex'))
  }
  return hashes
}

test('a log of an older version keeps its places and hashes, what was altered of it shows, and it goes on', async () => {
  for (const statement of before) await sql.raw(statement).execute(log.db)
  const hashes = await writeOld(['', 'first', 'second', '', 'third'], 3)
  await log.db.transaction().execute((tx) => chainOffTheHotPath.up(tx))

  const logKey = { key: log.logKey.key, from: 3 }
  const receipts = hashes.map((hash, index) => ({ id: index + 1, at: 0, hash }))
  const verdict = () => verifyChain({ chain: log.store.operationChain, archives: log.archives, logKey, receipts })
  expect(await verdict()).toMatchObject({ whole: true, checked: 5, head: { id: 5, hash: hashes[4] } })

  const id = await log.store.transaction((tx) => tx.operationLog.append(entryNamed('new'), Date.now()))
  expect(id).toBe(6)
  await log.chaining.run()
  expect(await verdict()).toMatchObject({ whole: true, checked: 6 })
  await log.db.updateTable('operation_log').set({ target_name: 'another' }).where('id', '=', 3).execute()
  expect(await verdict()).toMatchObject({ whole: false, gaps: [{ after_id: 2, id: 3, kind: 'altered' }] })
})

test('an empty log begins with 1', async () => {
  for (const statement of before) await sql.raw(statement).execute(log.db)
  await log.db.transaction().execute((tx) => chainOffTheHotPath.up(tx))
  expect(await log.store.transaction((tx) => tx.operationLog.append(entryNamed('new'), Date.now()))).toBe(1)
})
