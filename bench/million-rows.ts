import { sql } from 'kysely'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { fillRows } from '../tests/support/many-rows.ts'
import { testPassword } from '../tests/support/server.ts'
import { openTestStore, type TestStore } from '../tests/support/test-store.ts'
import { medianOf, quantile, type Benchmark, type Figure, type Series } from './figure.ts'
import { besidePg, limit, page, pagesOf, type List, type ListQuery } from './support/list-pages.ts'
import { PgAlone } from './support/pg-alone.ts'
import { residentMb } from './support/resident.ts'

const million = 1_000_000
/** Rows of each list, of which the figures are those of a million. */
const sizes = [1_000, 10_000, 100_000, million]

const users = 50
/** How long an operator looks at a page before the next one, in milliseconds: ten pages a second are wild scrolling. */
const look = 500
/** The first warms up connections and the compiler, and is not counted. */
const walks = 5
const pagesOfWalk = 5

/** Lists as operators have them: sorted and narrowed. */
const deviceQueries: readonly ListQuery[] = [
  { sort: 'name', region: 'us-west' },
  { sort: '-last_seen_at', status: 'idle' },
  { sort: 'battery', status: 'offline' },
  { sort: '-name' },
  { sort: 'model', region: 'jp-east' },
]
const environmentQueries: readonly ListQuery[] = [
  { market: 'amazon', sort: '-last_opened_at', region: 'us-west' },
  { market: 'amazon', sort: 'name', tag: '11' },
  { market: 'amazon', sort: '-created_at' },
  { market: 'tiktok', sort: 'account', open: 'false' },
  { market: 'temu', sort: '-updated_at', region: 'us-west' },
]

const logQueries: readonly ListQuery[] = [{}, { result: 'failed' }, { action: 'device.edit' }]
const userQueries: readonly ListQuery[] = [{}, { sort: '-user_name' }, { role: 'element' }]

/** Fifty operators walk through lists at the same time; how long each page took. */
async function crowd(server: ServerProcess, path: string, tokens: readonly string[], queries: readonly ListQuery[]) {
  const delays: number[] = []
  const operator = async (index: number) => {
    const token = tokens[index % tokens.length] ?? ''
    await new Promise((resolve) => setTimeout(resolve, (index * look) / users))
    for (let walk = 0; walk < walks; walk += 1) {
      const query = queries[(index + walk) % queries.length] ?? {}
      let cursor: string | null = null
      for (let step = 0; step < pagesOfWalk; step += 1) {
        const got = await page(server, path, token, cursor === null ? query : { ...query, cursor })
        if (walk > 0) delays.push(got.took)
        cursor = got.cursor
        await new Promise((resolve) => setTimeout(resolve, look))
      }
    }
  }
  await Promise.all(Array.from({ length: users }, (_, index) => operator(index)))
  return delays
}

/** Takes a file of all phones away; the most that the server's memory grew by meanwhile, in MB. */
async function takeFile(
  server: ServerProcess,
  token: string,
): Promise<{ grown: number; lines: number; seconds: number }> {
  const before = residentMb(server.pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 100)
  const begun = performance.now()
  let lines = 0
  const response = await fetch(`${server.url}/api/restful/v2/device/export?sort=name`, {
    headers: { 'X-Token': token },
  })
  for await (const chunk of response.body ?? []) for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1
  clearInterval(watch)
  return { grown: most - before, lines, seconds: (performance.now() - begun) / 1_000 }
}

const order = (sort = '') => ({ field: sort.replace('-', ''), descending: sort.startsWith('-') })

/** Adds people below a manager until there are so many users. */
async function fillUsers(store: TestStore, many: number): Promise<void> {
  const above = await store.user('manager')
  await store.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`
      insert into users (id, user_name, password_hash, role, parent_id, path, modules, thread_number)
      select 10000000 + n, 'person-' || n, ${above.password_hash}, 'element', ${above.id},
             ${`${above.path}/`} || (10000000 + n), ${above.modules}, 0
      from generate_series(1, ${many} - (select count(*) from users)) as n`.execute(db)
    await sql`vacuum analyze users`.execute(db)
    await sql`checkpoint`.execute(db)
  })
}

const p99 = (delays: number[]) => ({ value: quantile(delays, 0.99), unit: 'ms', bound: 50 })

/** What only the largest lists are asked: pages while fifty operators walk through them, and a file of all. */
async function underLoad(server: ServerProcess, store: TestStore, devices: List, environments: List) {
  const team = await store.user('team-7')
  const body = { user_name: team.user_name, password: testPassword }
  const other: string = (await server.call('v2/user/login', { body })).data.token
  const tokens = [devices.token, environments.token, other]
  const deviceDelays = await crowd(server, devices.path, tokens, devices.queries)
  const environmentDelays = await crowd(server, environments.path, [environments.token, other], environments.queries)
  const file = await takeFile(server, devices.token)
  if (file.lines !== million + 1) throw new Error(`the file has ${file.lines} lines`)
  return [
    { name: `page of phones, ${users} users, p99`, ...p99(deviceDelays) },
    { name: `page of environments, ${users} users, p99`, ...p99(environmentDelays) },
    { name: 'CSV of 1,000,000 phones, growth of memory', value: file.grown, unit: 'MB', bound: 200 },
    { name: 'CSV of 1,000,000 phones', value: file.seconds, unit: 's' },
  ]
}

/** Lists with so many phones, environments, entries of the log and users in the database. */
async function measureAt(many: number) {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', DEMO: 'accounts' } })
  const store = openTestStore(server)
  const alone = await PgAlone.open(server)
  try {
    await fillRows(store, many)
    const [admin, manager] = [await server.signIn('admin'), await server.signIn('manager')]
    const [adminUser, managerUser] = [await store.user('admin'), await store.user('manager')]
    const devices = { path: 'v3/device/list', token: admin, queries: deviceQueries }
    const environments = { path: 'v2/environment/list', token: manager, queries: environmentQueries }
    const devicePages = await besidePg(server, alone, devices, ({ sort, status, region }, cursor) =>
      alone.statementsOf((to) => {
        const filter = { region, status: status === undefined ? undefined : [status] }
        // A sort of the queries above is one of the list's, and so is a state.
        return to.devices.byCursor(adminUser, filter as never, order(sort) as never, { limit, cursor })
      }),
    )
    const environmentPages = await besidePg(server, alone, environments, ({ sort, open, tag, ...query }, cursor) =>
      alone.statementsOf((to) => {
        const filter = {
          open: open === undefined ? undefined : false,
          tag: tag === undefined ? undefined : Number(tag),
        }
        return to.environments.byCursor(managerUser, { ...query, ...filter } as never, order(sort) as never, {
          limit,
          cursor,
        })
      }),
    )
    const logPages = await pagesOf(server, { path: 'v2/log/list', token: admin, queries: logQueries })
    const figures = many === million ? await underLoad(server, store, devices, environments) : []
    await fillUsers(store, many)
    const userPages = await pagesOf(server, { path: 'v2/user/list', token: admin, queries: userQueries })
    return { many, devicePages, environmentPages, logPages, userPages, figures }
  } finally {
    await alone.close()
    await store.close()
    await server.stop()
  }
}

/** A page on the server, of which its SQL through `pg` alone has to be half at least. */
const pageFigure = (name: string, { served, bare }: { served: number[]; bare: number[] }): Figure => ({
  name,
  ...medianOf(served),
  unit: 'ms',
  peer: { name: 'its SQL through pg alone', ...medianOf(bare), most: 2 },
})

/** Lists and files with up to a million phones, environments, entries of the log and users in the database. */
const millionRows: Benchmark['measure'] = async () => {
  const all: Awaited<ReturnType<typeof measureAt>>[] = []
  for (const many of sizes) all.push(await measureAt(many))
  const largest = all.at(-1)
  if (largest === undefined) throw new Error('nothing was measured')
  const plot = { plot: 'A page of a list', sizes: 'rows', unit: 'ms' }
  const seriesOf = (name: string, of: (one: (typeof all)[number]) => number[]): Series => ({
    ...plot,
    name,
    points: all.map((one) => ({ size: one.many, ...medianOf(of(one)) })),
  })
  return {
    figures: [
      pageFigure('page of 1,000,000 phones', largest.devicePages),
      pageFigure('page of 1,000,000 environments', largest.environmentPages),
      { name: 'page of 1,000,000 entries of the log', ...medianOf(largest.logPages), unit: 'ms' },
      { name: 'page of 1,000,000 users', ...medianOf(largest.userPages), unit: 'ms' },
      ...largest.figures,
    ],
    series: [
      seriesOf('phones', (one) => one.devicePages.served),
      seriesOf('environments', (one) => one.environmentPages.served),
      seriesOf('entries of the log', (one) => one.logPages),
      seriesOf('users', (one) => one.userPages),
      { ...seriesOf('SQL of phones through pg alone', (one) => one.devicePages.bare), isPeer: true },
    ],
  }
}

export default { group: 'Lists and reads', title: 'Lists of many rows', measure: millionRows } satisfies Benchmark
