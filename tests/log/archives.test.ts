import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ObjectStorage } from '../../server/files/object-storage.ts'
import { LogHeads } from '../../server/log/heads.ts'
import { verifyChain } from '../../server/log/verification.ts'
import type { Store } from '../../server/store/store.ts'
import { entryNamed, openLogDatabase, type LogDatabase } from '../support/log-database.ts'

const day = 86_400_000
const goesOn = new AbortController().signal

let log: LogDatabase
beforeEach(async () => {
  log = await openLogDatabase()
})
afterEach(() => log.close())

const write = (name: string, at: number | string = Date.now()): Promise<number> =>
  log.store.transaction((tx) => tx.operationLog.append(entryNamed(name), typeof at === 'string' ? Date.parse(at) : at))

/** Writes entries of two months that are long over, one of the third and one of today, and chains them; answers their ids. */
async function writeYears(): Promise<number[]> {
  const ids = [
    await write('one', '2024-01-05'),
    await write('two', '2024-01-31T23:59:59.999Z'),
    await write('three', '2024-02-01'),
    await write('four', Date.now() - 390 * day),
    await write('five'),
  ]
  await log.chaining.run()
  return ids
}

const archive = () => log.archives.run(goesOn)
const idsIn = async (table: 'operation_log' | 'operation_chain'): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select ${sql.id(table === 'operation_log' ? 'id' : 'log_id')} as id from ${sql.table(table)} order by 1`.execute(
    log.db,
  )
  return rows.map(({ id }) => id)
}
const folder = () => join(log.dataDir, 'files/log')
/** The files of archives, by their months. */
const files = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder()).map((name) => [name.slice(0, 7), join(folder(), name)]))
const linesOf = (path: string): Record<string, unknown>[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a month that is older than the log is kept', () => {
  test('leaves it, whole, into a file that anybody can read, and the chain goes on', async () => {
    const ids = await writeYears()
    const rows = await log.db.selectFrom('operation_log').selectAll().orderBy('id').execute()
    await archive()
    expect(await idsIn('operation_log')).toEqual(ids.slice(3))
    expect(await idsIn('operation_chain')).toEqual(ids.slice(3))
    expect(Object.keys(files())).toEqual(['2024-01', '2024-02'])

    const [header, first, second, end, ...others] = linesOf(files()['2024-01'] ?? '')
    expect(header).toEqual({ format: 1, month: '2024-01' })
    expect([first?.entry, second?.entry]).toEqual(rows.slice(0, 2))
    expect(first).toMatchObject({ position: 1, previous_hash: '0'.repeat(64) })
    expect(second).toMatchObject({ position: 2, previous_hash: first?.hash })
    expect(end).toEqual({ entries: 2, seal: expect.stringMatching(/^[\da-f]{64}$/) })
    expect(others).toEqual([])

    expect(await log.verdict()).toMatchObject({ whole: true, checked: 5, head: { id: ids[4] } })
    await write('six')
    await log.chaining.run()
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 6 })
    // And nothing more happens.
    await archive()
    expect(Object.keys(files())).toHaveLength(2)
  })

  test('does not wait for what was committed late, which goes with the next one', async () => {
    for (const at of ['2024-01-05', '2024-02-01', '2024-01-31', '2024-03-10']) await write(at, at)
    await write('newest')
    await log.chaining.run()
    await archive()
    const names = Object.entries(files()).map(([month, path]) => [
      month,
      ...linesOf(path).flatMap(({ entry }) => (entry ? [(entry as { target_name: string }).target_name] : [])),
    ])
    expect(names).toEqual([
      ['2024-01', '2024-01-05'],
      ['2024-02', '2024-02-01', '2024-01-31'],
      ['2024-03', '2024-03-10'],
    ])
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 5 })
  })

  test('stays where a younger entry stands before it, so that none goes too early', async () => {
    const ids = [await write('today'), await write('old', '2024-01-05'), await write('newest')]
    await log.chaining.run()
    await archive()
    expect(await idsIn('operation_log')).toEqual(ids)
  })

  test('leaves its last link where nothing was written since, so that the next one follows on it', async () => {
    const ids = [await write('one', '2024-01-05'), await write('two', '2024-01-06')]
    await log.chaining.run()
    await archive()
    expect(await idsIn('operation_chain')).toEqual(ids.slice(1))
    await write('three')
    await log.chaining.run()
    await archive()
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 3 })
    const places = await log.db.selectFrom('operation_chain').select('position').orderBy('position').execute()
    expect(places.map(({ position }) => position)).toEqual([3])
  })

  test('is archived once, by one of two servers', async () => {
    const ids = await writeYears()
    const other = log.archivesOf(log.otherStore)
    await Promise.all([archive(), other.run(goesOn), archive(), other.run(goesOn)])
    expect(readdirSync(folder())).toHaveLength(2)
    expect(await idsIn('operation_log')).toEqual(ids.slice(3))
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 5 })
    expect(await log.db.selectFrom('unwanted_objects').selectAll().execute()).toEqual([])
  })

  test('is removed by the next one where a server ends between archive and removal', async () => {
    const ids = await writeYears()
    const stopping = new AbortController()
    const dying = log.archivesOf({
      ...log.store,
      logArchives: {
        ...log.store.logArchives,
        async removeArchived(limit) {
          stopping.abort()
          expect(limit).toBeGreaterThan(0)
          return limit
        },
      },
    } satisfies Store)
    await dying.run(stopping.signal).catch((error: unknown) => expect(error).toBe(stopping.signal.reason))
    expect(await idsIn('operation_log')).toEqual(ids)
    await archive()
    expect(await idsIn('operation_log')).toEqual(ids.slice(3))
    expect(await log.verdict()).toMatchObject({ whole: true, checked: 5 })
  })

  test('goes without entries that somebody had removed, and what was wrong before shows ever after', async () => {
    const ids = await writeYears()
    await log.db
      .updateTable('operation_log')
      .set({ ip: '10.0.0.1' })
      .where('id', '=', ids[0] ?? 0)
      .execute()
    await log.db
      .deleteFrom('operation_log')
      .where('id', '=', ids[1] ?? 0)
      .execute()
    const before = await log.verdict()
    expect(before.gaps.map(({ id, kind }) => [id, kind])).toEqual([
      [ids[0], 'altered'],
      [ids[2], 'missing'],
    ])
    await archive()
    expect((await log.verdict()).gaps).toEqual(before.gaps)
  })
})

const january = () => files()['2024-01'] ?? ''
const rewrite = (change: (lines: string) => string) =>
  writeFileSync(january(), gzipSync(change(gunzipSync(readFileSync(january())).toString())))

describe('an archive that is', () => {
  let ids: number[]
  beforeEach(async () => {
    ids = await writeYears()
    await archive()
  })
  const damages: Record<string, () => void> = {
    gone: () => rmSync(january()),
    'cut off': () => writeFileSync(january(), readFileSync(january()).subarray(0, -20)),
    empty: () => writeFileSync(january(), ''),
    'not compressed': () => writeFileSync(january(), '{"format":1,"month":"2024-01"}\n'),
    'altered in an entry': () => rewrite((text) => text.replace('"one"', '"eno"')),
    'shortened by an entry': () => rewrite((text) => text.split('\n').toSpliced(2, 1).join('\n')),
    'without its end': () => rewrite((text) => text.split('\n').slice(0, 3).join('\n')),
    'longer than it was': () => rewrite((text) => `${text}{}\n`),
    'of other words altogether': () => rewrite(() => 'null\n{"position":"x"}\n{"seal":1}\n'),
    'that of another month': () => writeFileSync(january(), readFileSync(files()['2024-02'] ?? '')),
  }
  test.each(Object.keys(damages))('%s is found', async (name) => {
    expect(await log.verdict()).toMatchObject({ whole: true })
    damages[name]?.()
    const verdict = await log.verdict()
    expect(verdict.whole).toBe(false)
    // Only the other one's is sealed: its links are then not those that should be there.
    if (name === 'that of another month') return expect(verdict.gaps[0]).toMatchObject({ id: ids[2], kind: 'missing' })
    expect(verdict.gaps).toEqual([{ after_id: 0, id: ids[1], at: Date.parse('2024-01-01'), kind: 'archive' }])
    expect(verdict.checked).toBe(3)
  })

  test('no longer named is found, and so is one that is named otherwise', async () => {
    await log.db
      .updateTable('log_archives')
      .set({ hash: Buffer.alloc(32) })
      .execute()
    expect(await log.verdict()).toMatchObject({ whole: true })
    await log.db.deleteFrom('log_archives').where('month', '=', '2024-02').execute()
    expect(await log.verdict()).toMatchObject({ gaps: [{ after_id: ids[1], id: ids[3], kind: 'missing' }] })
    await log.db.deleteFrom('log_archives').execute()
    expect(await log.verdict()).toMatchObject({ gaps: [{ after_id: 0, id: ids[3], kind: 'missing' }] })
  })

  test('away says nothing: the check fails', async () => {
    const away = log.archivesOf(log.store, { ...log.objects, read: () => Promise.reject(new Error('it is away')) })
    const { operationChain: chain } = log.store
    await expect(verifyChain({ chain, archives: away, logKey: log.logKey, receipts: [] })).rejects.toThrow('it is away')
  })
})

describe('whoever has the database and not the key', () => {
  test('puts an entry back otherwise than it was archived, and it shows', async () => {
    const ids = await writeYears()
    const entry = await log.db
      .selectFrom('operation_log')
      .selectAll()
      .where('id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow()
    const link = await log.db
      .selectFrom('operation_chain')
      .selectAll()
      .where('position', '=', 1)
      .executeTakeFirstOrThrow()
    await archive()
    await log.db.insertInto('operation_chain').values(link).execute()
    await log.db.insertInto('operation_log').values(entry).execute()
    expect(await log.verdict()).toMatchObject({ whole: true }) // As it would be in the middle of the removal.
    await log.db.updateTable('operation_log').set({ ip: '10.0.0.1' }).where('id', '=', entry.id).execute()
    expect((await log.verdict()).gaps).toMatchObject([{ id: entry.id, kind: 'altered' }])
  })

  test('puts an entry at a place before the first, and it shows', async () => {
    await writeYears()
    await sql`insert into operation_log select (jsonb_populate_record(operation_log, '{"id": 77}')).*
      from operation_log limit 1`.execute(log.db)
    await sql`insert into operation_chain values (-1, 77, 'whole', '', '')`.execute(log.db)
    expect((await log.verdict()).gaps).toMatchObject([{ id: 77, kind: 'unvouched' }])
  })
})

describe('a storage', () => {
  const failing: Record<string, (objects: ObjectStorage) => ObjectStorage> = {
    'that cannot be written to': (objects) => ({
      ...objects,
      write: () => Promise.reject(new Error('the bucket is away')),
    }),
    'that loses what it took': (objects) => ({ ...objects, write: async () => undefined }),
    'that gives other bytes than it took': (objects) => ({
      ...objects,
      read: async () => Readable.from([gzipSync('{"entries":0,"seal":"00"}\n')]),
    }),
  }
  test.each(Object.entries(failing))(
    '%s keeps every entry in the log, says so, and makes it good',
    async (_, wrong) => {
      const ids = await writeYears()
      const away = log.archivesOf(log.store, wrong(log.objects))
      expect(await away.problem()).toMatch('2024-01 has not been archived yet')
      await expect(away.run(goesOn)).rejects.toThrow()
      expect(await away.problem()).toMatch(/^the operation log grows: 2024-01 could not be archived: .+/)
      expect(await idsIn('operation_log')).toEqual(ids)
      expect(await idsIn('operation_chain')).toEqual(ids)
      expect(await log.db.selectFrom('log_archives').selectAll().execute()).toEqual([])
      expect(await log.verdict()).toMatchObject({ whole: true, checked: 5 })
      await archive()
      expect(await idsIn('operation_log')).toEqual(ids.slice(3))
      expect(await log.verdict()).toMatchObject({ whole: true, checked: 5 })
      await away.run(goesOn)
      expect(await away.problem()).toBeUndefined()
    },
  )

  test('is asked for nothing where the log is kept for ever', async () => {
    const ids = await writeYears()
    const forEver = log.archivesOf(log.store, log.objects, 0)
    await forEver.run(goesOn)
    expect(await idsIn('operation_log')).toEqual(ids)
    expect(await forEver.problem()).toBeUndefined()
  })
})

test('a head that was kept before its entry was archived vouches for it still', async () => {
  const lines: string[] = []
  const first = await write('one', '2024-01-05')
  await log.chaining.run()
  const heads = new LogHeads(log.dataDir, log.store, log.archives, {
    ...log.log,
    error: (...words: unknown[]) => lines.push(JSON.stringify(words)),
  })
  await heads.publish()
  const { kept } = heads
  expect(kept?.id).toBe(first)
  await writeYears()
  await archive()
  expect(await idsIn('operation_log')).not.toContain(first)
  const { operationChain: chain } = log.store
  const receipts = kept === undefined ? [] : [kept]
  const check = (given: typeof receipts) =>
    verifyChain({ chain, archives: log.archives, logKey: log.logKey, receipts: given })
  expect(await check(receipts)).toMatchObject({ whole: true })
  expect(await check(receipts.map((head) => ({ ...head, hash: '0'.repeat(64) })))).toMatchObject({
    gaps: [{ id: first, kind: 'altered' }],
  })
  await heads.publish()
  expect(lines).toEqual([])
  expect(heads.kept?.id).toBeGreaterThan(first)
})
