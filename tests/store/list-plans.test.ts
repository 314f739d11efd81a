import { sql } from 'kysely'
import { Client, escapeLiteral } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { isFoundBy } from '../../domain/pinyin.ts'
import { roles } from '../../domain/roles.ts'
import type { startSweeps } from '../../server/start/sweeps.ts'
import { connectionOf, roleOptions } from '../../server/store/database.ts'
import { filterValues } from '../support/filter-values.ts'
import { listCalls, type ListCall } from '../support/list-calls.ts'
import { fillRows } from '../support/many-rows.ts'
import { fillOtherRows } from '../support/other-rows.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** Enough for the planner to choose as it does among a million. */
const many = 40_000
/** Rows that a statement may pass, whether it takes them or not: those of a walk, which ends at 20,000 (keyset.ts). */
const passedAtMost = 22_000
/** Has a row of each day, of which a report sums up those of all people in its span. */
const summedUp = 'report_days'
const bigTables = new Set(['devices', 'environment_rows', 'operation_log', 'device_addresses', 'events_other'])

/** A city, a word and a kind, so that some readings are of many rows and others of few. */
const chineseName = `
  (array['深圳', '上海', '北京', '广州', '杭州', '成都', '西安'])[1 + id % 7]
  || (array['大树', '海洋', '王记', '白云', '青山', '金星', '福满', '小熊', '旺旺', '东风', '南木'])[1 + id / 7 % 11]
  || (array['旗舰店', '百货', '家居'])[1 + id / 77 % 3]`

/** Plain data as EXPLAIN (FORMAT JSON) answers it, as far as it is looked at. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Plan Width'?: number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

interface Statement {
  text: string
  values: unknown[]
  /** Under which a connection keeps its plan, for all values. */
  name?: string | undefined
}

let server: TestServer
let store: TestStore
let client: Client
let calls: ListCall[]
let stopListening: () => void
const tokens = new Map<string, string>()
/** What calls have said to the database; emptied before each. */
const said: Statement[] = []

/** What of it is kept, and the connections on which it was said. */
const keptTexts = new Set<string>()
const keptOn = new Set<Client>()
/** Who says it, as a stack shows it. */
let speaker = /contract-routes/

const { sweeps } = vi.hoisted(() => ({ sweeps: [] as Parameters<typeof startSweeps>[0][number][] }))
vi.mock(import('../../server/start/sweeps.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return {
    startSweeps: (all, log) => {
      sweeps.push(...all)
      return original.startSweeps(all, log)
    },
  }
})

/** Notes what the server says to the database when it is asked for something; it says more by itself. */
function listen(): () => void {
  // Its own are called on it.
  // oxlint-disable-next-line typescript/unbound-method
  const { query } = Client.prototype
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const listening: typeof query = function (this: Client, ...args: unknown[]) {
    // As the queue of jobs asks, and as Kysely does.
    const [asked, given] = args as [string | Partial<Statement>, unknown]
    const {
      text = '',
      values = [],
      name,
    } = typeof asked === 'string' ? { text: asked, values: Array.isArray(given) ? given : [] } : asked
    if (/^\s*(select|with|update|delete)\b/i.test(text) && speaker.test(new Error('asked').stack ?? '')) {
      said.push({ text, values, name })
      if (name !== undefined) {
        keptTexts.add(text)
        keptOn.add(this)
      }
    }
    return Reflect.apply(query, this, args)
  }
  Client.prototype.query = listening
  return () => {
    Client.prototype.query = query
    Error.stackTraceLimit = limit
  }
}

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: '10000000' } })
  store = openTestStore(server)
  await fillRows(store, many)
  await fillOtherRows(store, many)
  // A third have Chinese names, of many kinds.
  for (const table of ['environment_rows', 'devices'])
    await sql.raw(`update ${table} set name = ${chineseName} || name where id % 3 = 0`).execute(store.db)
  await sql`vacuum analyze environment_rows, devices`.execute(store.db)
  calls = listCalls(await filterValues(store, many))
  for (const role of roles) tokens.set(role, await server.signIn(role))
  client = new Client({ ...connectionOf(server.database), options: roleOptions })
  await client.connect()
  stopListening = listen()
})

afterAll(async () => {
  stopListening()
  await client.end()
  await store.close()
  await server.stop()
})

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const explain = 'explain (analyze, timing off, format json)'

const literalOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  return escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
}

/** What is done for these values by the plan that is kept for all of them. */
async function explainKept({ text, values }: Statement) {
  await client.query(`prepare kept as ${text}`)
  await client.query('set plan_cache_mode = force_generic_plan')
  const given = values.length === 0 ? '' : `(${values.map(literalOf).join()})`
  const explained = await client.query(`${explain} execute kept${given}`)
  await client.query('reset plan_cache_mode')
  await client.query('deallocate kept')
  return explained
}

/** What a statement does that takes the longer the more rows there are; and whether it writes thousands wider than so many bytes down. */
async function faultsOf(statement: Statement, { widest = Infinity } = {}): Promise<string[]> {
  const { text, values, name } = statement
  const isKept = name !== undefined && !values.some((value) => Buffer.isBuffer(value))
  const { rows } = await (isKept ? explainKept(statement) : client.query(`${explain} ${text}`, values))
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  const faults = nodes.flatMap((node) => {
    const table = node['Relation Name'] ?? ''
    const loops = node['Actual Loops'] ?? 0
    const passed =
      loops *
      ((node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0))
    return [
      ...(/Seq Scan/.test(node['Node Type']) && bigTables.has(table) && loops > 0 ? [`reads all of ${table}`] : []),
      ...(passed > passedAtMost && table !== summedUp
        ? [`passes ${passed} rows of ${table || node['Node Type']}`]
        : []),
      ...(node['Node Type'] === 'CTE Scan' && passed > 2_000 && (node['Plan Width'] ?? 0) > widest
        ? [`writes down ${passed} rows of ${node['Plan Width']} bytes`]
        : []),
    ]
  })
  return /\boffset\b/i.test(text) ? [...faults, 'has an offset'] : faults
}

test('every page of every list, in every order and behind every filter, passes few rows on its way', async () => {
  const seen = new Map<string, string[]>()
  const faults: string[] = []
  for (const { id, path, role, query } of calls) {
    said.length = 0
    const answer = await server.call(path.replace('/api/restful/', ''), { token: tokens.get(role) ?? '', query })
    if (answer.code !== codes.notFound)
      expect(answer, `${id} as ${role} with ${JSON.stringify(query)}`).toMatchObject({ code: codes.ok })
    for (const statement of said) {
      const key = JSON.stringify(statement)
      if (!seen.has(key)) seen.set(key, await faultsOf(statement))
      for (const fault of seen.get(key) ?? []) faults.push(`${id} ${role} ${JSON.stringify(query)} ${fault}`)
    }
  }
  expect(seen.size).toBeGreaterThan(500)
  expect(faults).toEqual([])
})

test('rows that stand together are not walked to from the other end of their order', async () => {
  const faults: string[] = []
  for (const role of ['admin', 'agent'] as const)
    for (const [path, query] of [
      // The first ten boxes of forty, whose phones are named after them.
      ['v3/device/list', { keyword: 'X000', sort: '-name' }],
      ['v3/device/list', { keyword: 'X000', sort: 'name' }],
      ['v2/device/list', { keyword: 'X000', sort: '-name' }],
      ['v2/report/ip', { keyword: 'X000', sort: '-name' }],
    ] as const) {
      const token = tokens.get(role) ?? ''
      said.length = 0
      const { data } = await server.call(path, { token, query: { ...query, limit: 100 } })
      expect(data.items).toHaveLength(100)
      if (data.next_cursor !== undefined)
        await server.call(path, { token, query: { ...query, limit: 100, cursor: data.next_cursor } })
      else await server.call(path, { token, query: { ...query, limit: 100, skip: 5_000 } })
      for (const statement of said)
        for (const fault of await faultsOf(statement)) faults.push(`${role} ${path} ${JSON.stringify(query)} ${fault}`)
    }
  expect(faults).toEqual([])
})

test('a plan that is kept for all pages of a list passes few rows for each', async () => {
  tokens.set(
    'team-7',
    (await server.call('v2/user/login', { body: { user_name: 'team-7', password: testPassword } })).data.token,
  )
  const faults: string[] = []
  let kept = 0
  for (const who of ['admin', 'agent', 'manager', 'team-7'])
    for (const [path, query, sorts] of [
      ['v3/device/list', {}, ['name', '-last_seen_at', 'model', '-battery']],
      ...(who === 'admin' || who === 'agent'
        ? []
        : [['v2/environment/list', { market: 'amazon' }, ['name', '-created_at', 'region']] as const]),
    ] as const)
      for (const sort of sorts) {
        const token = tokens.get(who) ?? ''
        const ask = (cursor: object) => server.call(path, { token, query: { ...query, sort, limit: 100, ...cursor } })
        said.length = 0
        const { data } = await ask({})
        await ask({ cursor: data.next_cursor })
        for (const statement of said) {
          if (statement.name !== undefined) kept += 1
          for (const fault of await faultsOf(statement)) faults.push(`${who} ${path} ${sort} ${fault}`)
        }
      }
  expect(kept).toBeGreaterThan(100)
  expect(faults).toEqual([])
})

test('a plan that is kept is never made again for values', async () => {
  const token = tokens.get('manager') ?? ''
  for (const path of ['v3/device/list?sort=-name&limit=100', 'v2/environment/list?market=amazon&sort=name&limit=100'])
    for (let round = 0; round < 20; round += 1)
      expect(await server.call(path, { token })).toMatchObject({ code: codes.ok })
  const plans: { statement: string; generic_plans: number; custom_plans: number }[] = []
  for (const connection of keptOn) {
    const { rows } = await connection.query(
      'select statement, generic_plans::integer, custom_plans::integer from pg_prepared_statements',
    )
    plans.push(...rows.filter(({ statement }) => keptTexts.has(statement)))
  }
  expect(plans.reduce((sum, { generic_plans }) => sum + generic_plans, 0)).toBeGreaterThan(100)
  expect(plans.filter(({ custom_plans }) => custom_plans > 0)).toEqual([])
})

/** How often chores are run that may not read whole tables, in milliseconds: others have the night. */
const oftenAtMost = 60_000

test('no chore of every minute reads a whole table again', async () => {
  const { signal } = new AbortController()
  const often = sweeps.filter(({ every }) => every <= oftenAtMost)
  expect(often.length).toBeGreaterThan(10)
  const faults: string[] = []
  let looked = 0
  speaker = /sweeps|list-plans/
  for (const sweep of often) {
    await sweep.run(signal) // The first after a start may have to make up for what it has missed.
    said.length = 0
    await sweep.run(signal)
    for (const statement of said) {
      looked += 1
      await client.query('begin')
      try {
        for (const fault of await faultsOf(statement)) faults.push(`${sweep.name}: ${fault}`)
      } finally {
        await client.query('rollback')
      }
    }
  }
  speaker = /contract-routes/
  expect(looked).toBeGreaterThan(often.length)
  expect(faults).toEqual([])
})

test('more than 10,000 rows are told as an estimate, and fewer are counted', async () => {
  const token = tokens.get('admin')
  const totalOf = async (keyword: string) => {
    const { data } = await server.call('v3/device/list', { token, query: { keyword, limit: 1 } })
    return { total: data.total, total_is_estimate: data.total_is_estimate }
  }
  const { rows } = await client.query(`select count(*)::integer as n from devices where name like '%X0015%'`)
  expect(rows[0].n).toBeGreaterThan(100)
  expect(await totalOf('X0015')).toEqual({ total: rows[0].n, total_is_estimate: false })
  const all = await totalOf('X00')
  expect(all.total_is_estimate).toBe(true)
  expect(Math.abs(all.total - many)).toBeLessThan(many / 5)
})

/** As PostgreSQL's "C" has it: only letters of English have capitals. */
const small = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

test('one character or two find what has them, in whatever script, by an index', async () => {
  await client.query(`update devices set name = '深圳大树 100% É_' || id where id % 4000 = 7`)
  await client.query(`update environment_rows set account = $1 where id % 4000 = 10`, [String.raw`深大\🌳`])
  const { rows: phones } = await client.query(
    `select name, serial, egress_ip from devices where removed_at is null and status <> 'deleted'`,
  )
  const { rows: shops } = await client.query(
    `select name, account from environment_rows where market = 'amazon' and trashed_at is null
       and manager_id = (select id from users where user_name = 'manager')`,
  )
  const faults: string[] = []
  for (const keyword of ['深圳', '圳大', '树', '0%', '%', '_', 'É', 'é', '🌳', String.raw`\🌳`, 'q0', 'd7', 'D7'])
    for (const [role, path, query, rows] of [
      ['admin', 'v3/device/list', {}, phones],
      ['manager', 'v2/environment/list', { market: 'amazon' }, shops],
    ] as const) {
      const fitting = rows.filter((row) =>
        Object.values<string | null>(row).some((text) => small(text ?? '').includes(small(keyword))),
      )
      said.length = 0
      const { data } = await server.call(path, {
        token: tokens.get(role) ?? '',
        query: { ...query, keyword, limit: 500 },
      })
      const names = new Set(fitting.map(({ name }) => name))
      expect(
        data.items.filter(({ name }: { name: string }) => !names.has(name)),
        keyword,
      ).toEqual([])
      expect(data.total, keyword).toBe(fitting.length)
      for (const statement of said) faults.push(...(await faultsOf(statement)))
    }
  expect(faults).toEqual([])
})

test('names are found by how they are read, in full or by initials, by an index', async () => {
  const { rows: phones } = await client.query(
    `select name, serial, egress_ip from devices where removed_at is null and status <> 'deleted'`,
  )
  const { rows: shops } = await client.query(
    `select name, account from environment_rows where market = 'amazon' and trashed_at is null
       and manager_id = (select id from users where user_name = 'manager')`,
  )
  const faults: string[] = []
  // Of many rows, of some, of few and of none.
  for (const keyword of ['sz', 'd', 'shenzhen', 'szds', 'wjqjd', 'haiyangqijian', 'zzz', 'zq'])
    for (const [role, path, query, rows] of [
      ['admin', 'v3/device/list', { sort: '-battery' }, phones],
      ['manager', 'v2/environment/list', { market: 'amazon', sort: 'name' }, shops],
      ['manager', 'v2/environment/list', { market: 'amazon', sort: '-created_at' }, shops],
    ] as const) {
      const fitting = rows.filter((row) =>
        Object.values<string | null>(row).some((text) => isFoundBy(text ?? '', keyword)),
      )
      said.length = 0
      const { data } = await server.call(path, {
        token: tokens.get(role) ?? '',
        query: { ...query, keyword, limit: 100 },
      })
      const names = new Set(fitting.map(({ name }) => name))
      expect(
        data.items.filter(({ name }: { name: string }) => !names.has(name)),
        keyword,
      ).toEqual([])
      if (!data.total_is_estimate) expect(data.total, keyword).toBe(fitting.length)
      for (const statement of said)
        for (const fault of await faultsOf(statement, { widest: 100 }))
          faults.push(`${role} ${JSON.stringify(query)} ${keyword} ${fault}`)
    }
  expect(faults).toEqual([])
})

test('what is skipped is passed over in the same order, up to 10,000 rows', async () => {
  const token = tokens.get('admin')
  const { rows } = await client.query('select name from devices order by battery desc, id desc limit 7 offset 9000')
  const page = await server.call('v2/device/list', { token, query: { sort: '-battery', skip: 9_000, limit: 7 } })
  expect(page.data.items.map(({ name }: { name: string }) => name)).toEqual(rows.map(({ name }) => name))
  const tooFar = await server.call('v2/device/list', { token, query: { skip: 10_001 } })
  expect(tooFar.code).toBe(codes.invalidInput)
})

/** The phones of two boxes, as their list counts them. */
const listed = () =>
  Promise.all(
    [1_001, 1_002].map(async (id) => {
      const { data } = await server.call('v2/box/list', { token: tokens.get('admin'), query: { id } })
      const [{ phone_count, online_phone_count }] = data.items
      return { id, phone_count, online_phone_count }
    }),
  )

test('a box says how many phones it has and how many are online, whatever happened to them', async () => {
  const inBox = 'update devices set'
  await client.query(`${inBox} status = 'offline' where box_id = 1001 and slot <= 10`)
  await client.query(`${inBox} status = 'idle' where box_id = 1001 and slot between 11 and 30`)
  await client.query(`${inBox} removed_at = 1 where box_id = 1001 and slot between 25 and 28`)
  await client.query(`${inBox} box_id = 1002, slot = 5000 + slot where box_id = 1001 and slot = 33`)
  await client.query(`
    insert into devices (box_id, slot, serial, name, owner_id, owner_path, region, status)
    select 1001, 6000, 'NEW', 'new', owner_id, owner_path, region, 'idle' from devices limit 1`)
  const { rows: counted } = await client.query(`
    select box_id::integer as id, count(*)::integer as phone_count,
           (count(*) filter (where status <> 'offline'))::integer as online_phone_count
    from devices where box_id in (1001, 1002) and removed_at is null group by 1 order by 1`)
  expect(await listed()).toEqual(counted)
  await store.reportRolls.compactTallies()
  expect(await listed()).toEqual(counted)
  const { rows: left } = await client.query('select count(*)::integer as n from box_tallies where box_id = 1001')
  expect(left[0].n).toBe(1)
})
