import { codes } from '../domain/codes.ts'
import { pageSize } from '../src/api/list-calls.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { fillRows } from '../tests/support/many-rows.ts'
import { openTestStore } from '../tests/support/test-store.ts'
import { quantile, type Benchmark, type Figure } from './figure.ts'
import { PgAlone } from './support/pg-alone.ts'
import { residentMb } from './support/resident.ts'

const million = 1_000_000

/** As the console asks for them. */
const limit = pageSize
const rounds = 60
const users = 50
/** How long an operator looks at a page before the next one, in milliseconds: ten pages a second are wild scrolling. */
const look = 500
/** The first warms up connections and the compiler, and is not counted. */
const walks = 5
const pagesOfWalk = 5

type ListQuery = Record<string, string>

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

/** Asks for a page and answers the next one's cursor and how long it took, in milliseconds. */
async function page(server: ServerProcess, path: string, token: string, query: ListQuery) {
  const begun = performance.now()
  const { code, message, data } = await server.call(path, { token, query: { ...query, limit } })
  if (code !== codes.ok) throw new Error(`${path} was refused: ${message}`)
  return { cursor: data.next_cursor as string | null, took: performance.now() - begun } // The contract says so.
}

/** How long the server took for each of its last answers, as its log says, in milliseconds. */
function servedIn(server: ServerProcess, path: string, since: number): number[] {
  const mine = server.lines.slice(since).filter((line) => line.includes('"answered"') && line.includes(path))
  return mine.map((line) => Number(/"ms":([\d.]+)/.exec(line)?.[1]))
}

/** Medians over all rounds: a page further down as the server measures it, and its statements through `pg`. */
async function besidePg(
  server: ServerProcess,
  alone: PgAlone,
  { path, token, queries }: { path: string; token: string; queries: readonly ListQuery[] },
  statementsOf: (query: ListQuery, cursor: string) => Promise<{ text: string; values: unknown[] }[]>,
): Promise<{ served: number; bare: number }> {
  const served: number[] = []
  const bare: number[] = []
  for (const query of queries) {
    const first = await page(server, path, token, query)
    const second = await page(server, path, token, { ...query, cursor: first.cursor ?? '' })
    const cursor = second.cursor ?? ''
    const statements = await statementsOf(query, cursor)
    const since = server.lines.length
    for (let round = 0; round < rounds; round += 1) {
      await page(server, path, token, { ...query, cursor })
      bare.push(await alone.time(statements))
    }
    served.push(...servedIn(server, path, since))
  }
  return { served: quantile(served, 0.5), bare: quantile(bare, 0.5) }
}

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

const pageFigures = (name: string, { served, bare }: { served: number; bare: number }): Figure[] => [
  { name: `${name}, median on the server`, value: served, unit: 'ms' },
  { name: `${name}, its SQL through pg alone`, value: bare, unit: 'ms' },
  { name: `${name}, beside its SQL`, value: served / bare, unit: '×', bound: 2 },
]

/** Lists and files with a million phones and a million environments in the database. */
const millionRows: Benchmark['measure'] = async (): Promise<Figure[]> => {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', DEMO: 'accounts' } })
  const store = openTestStore(server)
  const alone = await PgAlone.open(server)
  try {
    await fillRows(store, million)
    const [admin, manager] = [await server.signIn('admin'), await server.signIn('manager')]
    const [adminUser, managerUser] = [await store.user('admin'), await store.user('manager')]
    const team = await store.user('team-7')
    const body = { user_name: team.user_name, password: 'correct-horse-1' }
    const other: string = (await server.call('v2/user/login', { body })).data.token

    const devices = { path: 'v3/device/list', token: admin, queries: deviceQueries }
    const environments = { path: 'v2/environment/list', token: manager, queries: environmentQueries }
    const devicePage = await besidePg(server, alone, devices, ({ sort, status, region }, cursor) =>
      alone.statementsOf((to) => {
        const filter = { region, status: status === undefined ? undefined : [status] }
        // A sort of the queries above is one of the list's, and so is a state.
        return to.devices.byCursor(adminUser, filter as never, order(sort) as never, { limit, cursor })
      }),
    )
    const environmentPage = await besidePg(server, alone, environments, ({ sort, open, tag, ...query }, cursor) =>
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
    const deviceDelays = await crowd(server, devices.path, [admin, manager, other], deviceQueries)
    const environmentDelays = await crowd(server, environments.path, [manager, other], environmentQueries)
    const file = await takeFile(server, admin)
    if (file.lines !== million + 1) throw new Error(`the file has ${file.lines} lines`)
    return [
      ...pageFigures('page of 1,000,000 phones', devicePage),
      ...pageFigures('page of 1,000,000 environments', environmentPage),
      { name: `page of phones, ${users} users, p99`, value: quantile(deviceDelays, 0.99), unit: 'ms', bound: 50 },
      {
        name: `page of environments, ${users} users, p99`,
        value: quantile(environmentDelays, 0.99),
        unit: 'ms',
        bound: 50,
      },
      { name: 'CSV of 1,000,000 phones, growth of memory', value: file.grown, unit: 'MB', bound: 200 },
      { name: 'CSV of 1,000,000 phones', value: file.seconds, unit: 's' },
    ]
  } finally {
    await alone.close()
    await store.close()
    await server.stop()
  }
}

export default { group: 'Lists and reads', title: 'Lists of many rows', measure: millionRows } satisfies Benchmark
