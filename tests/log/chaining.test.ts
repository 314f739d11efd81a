import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashOfLink } from '../../server/store/operation-hashes.ts'
import type { Store } from '../../server/store/store.ts'
import { expectUnbrokenChain } from '../support/log-check.ts'
import { entryNamed, openLogDatabase, type LogDatabase } from '../support/log-database.ts'

let log: LogDatabase
beforeEach(async () => {
  log = await openLogDatabase()
})
afterEach(() => log.close())

const write = (name: string): Promise<number> =>
  log.store.transaction((tx) => tx.operationLog.append(entryNamed(name), Date.now()))

/** Writes an entry whose transaction stays open until it is told to commit or to roll back. */
async function begin(name: string) {
  const written = Promise.withResolvers<number>()
  const ending = Promise.withResolvers<void>()
  const transaction = log.store.transaction(async (tx) => {
    written.resolve(await tx.operationLog.append(entryNamed(name), Date.now()))
    await ending.promise
  })
  transaction.catch(() => undefined)
  return {
    id: await written.promise,
    async commit() {
      ending.resolve()
      await transaction
    },
    async rollBack() {
      ending.reject(new Error('it is not to be'))
      await expect(transaction).rejects.toThrow('it is not to be')
    },
  }
}

const chained = async () =>
  (await log.db.selectFrom('operation_chain').select('log_id').orderBy('position').execute()).map(
    ({ log_id }) => log_id,
  )

describe('entries of the log', () => {
  test('do not wait for the transactions of others to be written', async () => {
    const first = await begin('is still at it')
    let second = 0
    const writing = write('is done').then((id) => (second = id))
    try {
      await expect.poll(() => second).toBeGreaterThan(first.id)
    } finally {
      await first.commit()
    }
    await writing
  })

  test('that are committed late are chained behind those that were found before', async () => {
    const late = await begin('late')
    const early = await write('early')
    await log.chaining.run()
    expect(await chained()).toEqual([early])
    await late.commit()
    await log.chaining.run()
    expect(await chained()).toEqual([early, late.id])
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 2, waiting: 0 })
  })

  test('that are rolled back leave no gap', async () => {
    const before = await write('before')
    await (await begin('never')).rollBack()
    const after = await write('after')
    await log.chaining.run()
    expect(await chained()).toEqual([before, after])
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 2 })
  })

  test('that many write while two servers chain them stand in one chain, each once', async () => {
    const written = new AbortController()
    const lead = async (chaining: LogDatabase['chaining']) => {
      while (!written.signal.aborted) await chaining.run()
    }
    const leaders = Promise.all([lead(log.chaining), lead(log.otherChaining)])
    const names = Array.from({ length: 20 }, (_, writer) => `writer ${writer}`)
    const writers = names.map(async (name) => {
      for (let turn = 0; turn < 20; turn += 1) {
        if (turn % 5 === 4) await (await begin(name)).rollBack()
        else await write(name)
      }
    })
    await Promise.all(writers)
    written.abort()
    await leaders
    await log.chaining.run()
    expect(await chained()).toHaveLength(20 * 16)
    await expectUnbrokenChain(log.db)
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 20 * 16 })
  })

  test('are chained by another server where the one that was at it dies', async () => {
    const ids = [await write('one'), await write('two')]
    const dying: Store = {
      ...log.store,
      transaction: (work) =>
        log.store.transaction(async (tx) => {
          await work(tx)
          const { rows } = await tx.statement('select pg_backend_pid() as pid')
          const [{ pid }] = rows as [{ pid: number }] // PostgreSQL's own.
          await log.otherChaining.run() // Leaves them to the one that is at it.
          await sql`select pg_terminate_backend(${pid})`.execute(log.db)
          return tx.statement('select') as never // It has no connection any more.
        }),
    }
    await expect(log.chainingOf(dying).run()).rejects.toThrow()
    expect(await chained()).toEqual([])
    await log.otherChaining.run()
    expect(await chained()).toEqual(ids)
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 2 })
  })

  test('that wait for a minute are told as a problem', async () => {
    expect(await log.chaining.problem()).toBeUndefined()
    await write('waits')
    expect(await log.chaining.problem()).toBeUndefined()
    await log.db
      .updateTable('operation_log_waiting')
      .set({ written_at: sql`now_ms() - 61000` })
      .execute()
    expect(await log.chaining.problem()).toMatch(/^no entry of the operation log has been chained for 61 s$/)
    await log.chaining.run()
    expect(await log.chaining.problem()).toBeUndefined()
  })
})

describe('whoever has the database and not the key', () => {
  /** What is done to the second of three entries, whose ids these are, and how it is told from then on. */
  const whileWaiting: Record<string, { meddle: (ids: number[]) => Promise<unknown>; kind: string }> = {
    'alters an entry': {
      meddle: ([, id = 0]) =>
        log.db.updateTable('operation_log').set({ ip: '10.0.0.1' }).where('id', '=', id).execute(),
      kind: 'altered',
    },
    'removes an entry': {
      meddle: ([, id = 0]) => log.db.deleteFrom('operation_log').where('id', '=', id).execute(),
      kind: 'missing',
    },
    'removes what vouches for an entry': {
      meddle: ([, id = 0]) => log.db.deleteFrom('operation_log_waiting').where('log_id', '=', id).execute(),
      kind: 'unvouched',
    },
    'gives one entry the seal of another': {
      meddle: ([first = 0, second = 0]) =>
        sql`update operation_log_waiting set seal = (select seal from operation_log_waiting where log_id = ${first})
          where log_id = ${second}`.execute(log.db),
      kind: 'altered',
    },
  }

  test.each(Object.entries(whileWaiting))('%s that waits, and it shows, also once it is chained', async (_, given) => {
    const ids = [await write('one'), await write('two'), await write('three')]
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 0, waiting: 3, head: null })
    await given.meddle(ids)
    expect(await log.verdict()).toMatchObject({ whole: false, gaps: [{ id: ids[1], kind: given.kind }] })
    await log.chaining.run()
    expect(await log.verdict()).toMatchObject({ whole: false, waiting: 0, gaps: [{ id: ids[1], kind: given.kind }] })
    await write('four')
    await log.chaining.run()
    expect(await log.verdict()).toMatchObject({ whole: false, gaps: [{ id: ids[1], kind: given.kind }] })
  })

  test('puts an entry in, and it shows', async () => {
    await write('one')
    await log.chaining.run()
    await sql`insert into operation_log select (jsonb_populate_record(operation_log, '{"id": 77}')).*
      from operation_log`.execute(log.db)
    expect(await log.verdict()).toMatchObject({ whole: false, gaps: [{ id: 77, kind: 'unvouched' }] })
    await sql`insert into operation_log_waiting values (77, ${Buffer.alloc(32)})`.execute(log.db)
    await log.chaining.run()
    expect(await log.verdict()).toMatchObject({ whole: false, gaps: [{ id: 77, kind: 'altered' }] })
  })

  test('takes back that an entry was altered before it was chained, and it shows', async () => {
    const id = await write('one')
    await log.db.updateTable('operation_log').set({ ip: '10.0.0.1' }).execute()
    await log.chaining.run()
    await log.db.updateTable('operation_chain').set({ found: 'whole' }).execute()
    expect(await log.verdict()).toMatchObject({ whole: false, gaps: [{ id, kind: 'altered' }] })
  })

  test('removes an entry with its link, or exchanges two, and it shows', async () => {
    const ids = [await write('one'), await write('two'), await write('three')]
    await log.chaining.run()
    const [first = 0, second = 0, third = 0] = ids
    const exchange = () =>
      sql`update operation_chain set log_id = case log_id when ${first} then -${second}::bigint else -${first}::bigint end
        where log_id in (${first}, ${second})`.execute(log.db)
    const settle = () => sql`update operation_chain set log_id = abs(log_id)`.execute(log.db)
    await exchange()
    await settle()
    expect((await log.verdict()).gaps.map(({ kind }) => kind)).toEqual(['altered', 'altered'])
    await exchange()
    await settle()
    expect(await log.verdict()).toMatchObject({ whole: true })
    await log.db.deleteFrom('operation_chain').where('log_id', '=', second).execute()
    await log.db.deleteFrom('operation_log').where('id', '=', second).execute()
    expect(await log.verdict()).toMatchObject({ gaps: [{ after_id: first, id: third, kind: 'missing' }] })
  })

  test('removes the last entry and leaves its link, or gives an entry another number, and it shows', async () => {
    const [first, second] = [await write('one'), await write('two')]
    await log.chaining.run()
    const renumber = (from: number, to: number) =>
      sql`with entry as (update operation_log set id = ${to} where id = ${from})
        update operation_chain set log_id = ${to} where log_id = ${from}`.execute(log.db)
    await renumber(second, 999)
    expect(await log.verdict()).toMatchObject({ gaps: [{ after_id: first, id: 999, kind: 'altered' }] })
    await renumber(999, second)
    await log.db.deleteFrom('operation_log').where('id', '=', second).execute()
    expect(await log.verdict()).toMatchObject({ gaps: [{ after_id: first, id: second, kind: 'missing' }] })
  })

  test('replaces the beginning, of which the plain hashes need no key, and it shows', async () => {
    await write('one')
    await log.chaining.run()
    const [found] = await log.store.operationChain.behind(0, 1)
    if (found?.entry === undefined) throw new Error('nothing was chained')
    const entry = { ...found.entry, ip: '10.0.0.1' }
    const hash = hashOfLink(found.link, entry, { ...log.logKey, from: 2 })
    await log.db.updateTable('operation_log').set({ ip: entry.ip }).execute()
    await log.db.updateTable('operation_chain').set({ hash }).execute()
    expect(await log.verdict()).toMatchObject({ whole: false, gaps: [{ id: entry.id, kind: 'altered' }] })
  })
})
