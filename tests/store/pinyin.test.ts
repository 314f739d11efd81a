import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { initialsOf, isFoundBy, pinyinOf } from '../../domain/pinyin.ts'
import { advisoryLocks } from '../../server/store/advisory-locks.ts'
import { fillPinyin } from '../../server/store/fill-pinyin.ts'
import { openStore } from '../../server/store/store.ts'
import { commonReadings, commonWords } from '../support/common-readings.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam('amazon')
})
afterAll(() => team.stop())
beforeEach(async () => {
  await sql`delete from environment_rows`.execute(team.store.db)
})

const goesOn = new AbortController().signal

/** What the database says of texts: the lines of initials and of all letters. */
async function saidOf(texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ said: string | null }>`
    select pinyin_of(text) as said from unnest(${texts}::text[]) with ordinality as texts (text, place) order by place`.execute(
    team.store.db,
  )
  return rows.map(({ said }) => (said ?? '').split('\n').slice(0, 2))
}

const shopsFound = async (keyword: string): Promise<string[]> => {
  const query = { market: 'amazon', sort: 'name', keyword, limit: 500 }
  const { data } = await team.server.call('v2/environment/list', { token: team.manager, query })
  expect(data.total).toBe(data.items.length)
  return data.items.map(({ name }: { name: string }) => name)
}

/** As a server of before this version wrote it, where nothing read names yet. */
const withoutTrigger = (statement: string) =>
  team.store.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql.raw(statement).execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })

const pinyinIn = async (table: string): Promise<(string | null)[]> => {
  const { rows } = await sql<{ said: string | null }>`
    select split_part(pinyin, E'\n', 1) as said from ${sql.table(table)} order by id`.execute(team.store.db)
  return rows.map(({ said }) => said)
}

test('the database reads common characters as people do', async () => {
  const said = await saidOf(commonReadings.map(([character]) => character))
  expect(said).toEqual(commonReadings.map(([, syllable]) => [syllable.slice(0, 1), syllable]))
})

test('the database and the console read every character alike', async () => {
  const all = Array.from({ length: 0x9fff - 0x4e00 + 1 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  expect(await saidOf(all)).toEqual(all.map((one) => [initialsOf(one), pinyinOf(one)]))
})

test('the database and the console read words as people do', async () => {
  const words = commonWords.map(([word]) => word)
  const read = commonWords.map(([, syllables]) => syllables.replaceAll(' ', ''))
  expect((await saidOf(words)).map(([, all]) => all)).toEqual(read)
  expect(words.map(pinyinOf)).toEqual(read)
  expect(words.map(initialsOf)).toEqual(commonWords.map(([, syllables]) => syllables.replaceAll(/(\w)\w* ?/g, '$1')))
})

test('what has no Chinese in it costs no row anything', async () => {
  expect(await saidOf(['', 'Shop-1', 'Été', 'カメラ', '한국', '🌳'])).toEqual([[''], [''], [''], [''], [''], ['']])
})

test('shops are found by initials, in full, and by their account', async () => {
  await team.add('深圳大树')
  await team.add('上海大楼', { account: '王小明' })
  await team.add('Shenzhen outlet')
  expect(await shopsFound('szds')).toEqual(['深圳大树'])
  expect(await shopsFound('SZDS')).toEqual(['深圳大树'])
  expect(await shopsFound('shenzhen')).toEqual(['Shenzhen outlet', '深圳大树'])
  expect(await shopsFound('wxm')).toEqual(['上海大楼'])
  expect(await shopsFound('sz')).toEqual(['深圳大树'])
  expect(await shopsFound('en')).toEqual(['Shenzhen outlet'])
  expect(await shopsFound('dw')).toEqual([]) // The name's last with the account's first.
  expect(await shopsFound('szdb')).toEqual([])
})

test('bars in a name are no more to it than blanks', async () => {
  await team.add('|步|布')
  expect(await shopsFound('bu')).toEqual([])
  expect(await shopsFound('b')).toEqual(['|步|布'])
  expect(await shopsFound('|步')).toEqual(['|步|布'])
})

test('any shop is found by exactly what the console would find it by', async () => {
  const characters = [
    ...Array.from('深圳大树旺店王记海安一二三abz19 -%_|\\'),
    ...commonReadings.slice(0, 40).map(([one]) => one),
  ]
  const name = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 })
  const known = fc.sample(name, 200).map((text, at) => `${text}·${at}`)
  const { id, path } = await team.store.user('manager')
  await sql`
    insert into environment_rows (market, manager_id, owner_id, owner_path, name)
    select 'amazon', ${id}, ${id}, ${path}, name from unnest(${known}::text[]) as names (name)`.execute(team.store.db)
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('abdhwsyz1')), minLength: 1, maxLength: 4 })
  const parts = fc.constantFrom(...known).chain((one) => {
    const said = fc.constantFrom(initialsOf(one), pinyinOf(one), one)
    return fc
      .tuple(said, fc.nat(6), fc.integer({ min: 1, max: 9 }))
      .map(([text, at, length]) => text.slice(at, at + length))
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(letters, parts), async (wanted) => {
      fc.pre(wanted.trim() !== '')
      expect(new Set(await shopsFound(wanted))).toEqual(new Set(known.filter((one) => isFoundBy(one, wanted))))
    }),
    { numRuns: 100 },
  )
})

test('people and phones are found so, too, also in what was deleted and in reports', async () => {
  const { store, server } = team
  const admin = await server.signIn('admin')
  await store.addUser({ user_name: '李小龙', role: 'element' }, 'manager')
  const people = await server.call('v2/user/list', { token: admin, query: { user_name: 'lxl' } })
  expect(people.data.items.map((one: { user_name: string }) => one.user_name)).toEqual(['李小龙'])
  const [{ id } = { id: 0 }] = (
    await sql<{ id: number }>`
      insert into devices (box_id, slot, serial, name, owner_id, owner_path, region, status)
      select id, 77, 'S77', '华强北一号', owner_id, owner_path, region, 'idle' from boxes limit 1 returning id`.execute(
      store.db,
    )
  ).rows
  const phones = await server.call('v3/device/list', { token: admin, query: { keyword: 'huaqiang' } })
  expect(phones.data.items.map((one: { id: number }) => one.id)).toEqual([id])
  const shop = await team.add('深圳大树')
  await team.post('environment/del', { ids: [shop] })
  const trash = await server.call('v2/environment/trash', {
    token: team.manager,
    query: { market: 'amazon', keyword: 'szds' },
  })
  expect(trash.data.items.map((one: { id: number }) => one.id)).toEqual([shop])
})

test('a name that changes is found as it is now, whoever writes it', async () => {
  const id = await team.add('深圳大树')
  await sql`update environments set name = '上海大楼' where id = ${id}`.execute(team.store.db)
  expect(await shopsFound('szds')).toEqual([])
  expect(await shopsFound('shdl')).toEqual(['上海大楼'])
  await sql`update environments set name = 'Tower', note = 'x' where id = ${id}`.execute(team.store.db)
  expect(await pinyinIn('environment_rows')).toEqual([null])
})

test('names that were read otherwise before are read anew', async () => {
  await team.add('重庆小面')
  await withoutTrigger("update environment_rows set pinyin = E'zqxm\\nzhongqingxiaomian\\n|z|q|x|m|\\n'")
  await sql`delete from settings where key like 'words read in %'`.execute(team.store.db)
  await fillPinyin(openStore(team.store.db), goesOn)
  expect(await shopsFound('chongqing')).toEqual(['重庆小面'])
  expect(await shopsFound('zhongqing')).toEqual([])
})

test('names of before are read a few at a time, and those that others hold later', async () => {
  const { db } = team.store
  const store = openStore(db)
  for (const name of ['深圳大树', 'Plain', '上海大楼', '旺店', '王记']) await team.add(name)
  await withoutTrigger('update environment_rows set pinyin = null')
  await sql`delete from settings where key like 'words read in %'`.execute(db)
  expect(await shopsFound('szds')).toEqual([])

  const [held, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writer = db.transaction().execute(async (tx) => {
    await sql`select id from environment_rows where name = '旺店' for update`.execute(tx)
    held.resolve()
    await holding.promise
  })
  await held.promise
  await fillPinyin(store, goesOn, 2)
  expect(await pinyinIn('environment_rows')).toEqual(['szds', null, 'shdl', null, 'wj'])
  expect(await store.settings.isDone('words read in environment_rows')).toBe(false)
  holding.resolve()
  await writer
  await fillPinyin(store, goesOn, 2)
  expect(await pinyinIn('environment_rows')).toEqual(['szds', null, 'shdl', 'wd', 'wj'])
  expect(await store.settings.isDone('words read in environment_rows')).toBe(true)
  expect(await shopsFound('wd')).toEqual(['旺店'])
})

test('one server at a time reads the names of before', async () => {
  const { db } = team.store
  const store = openStore(db)
  await team.add('深圳大树')
  await withoutTrigger('update environment_rows set pinyin = null')
  await sql`delete from settings where key like 'words read in %'`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.pinyin}, 0)`.execute(tx)
    await fillPinyin(store, goesOn)
    expect(await store.settings.isDone('words read in environment_rows')).toBe(false)
  })
  await fillPinyin(store, goesOn)
  expect(await shopsFound('szds')).toEqual(['深圳大树'])
})
