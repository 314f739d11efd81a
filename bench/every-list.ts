import { codes } from '../domain/codes.ts'
import { roles, type Role } from '../domain/roles.ts'
import { filterValues } from '../tests/support/filter-values.ts'
import { listCalls, type ListCall } from '../tests/support/list-calls.ts'
import { fillRows } from '../tests/support/many-rows.ts'
import { fillOtherRows } from '../tests/support/other-rows.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { openTestStore } from '../tests/support/test-store.ts'
import { quantile, type Benchmark, type Figure } from './figure.ts'
import { cpuClock } from './support/cpu-time.ts'
import { limit } from './support/list-pages.ts'

const million = 1_000_000
const bound = 50
/** So many calls may pass over at most (`skip` of the contract). */
const maxSkip = 10_000
/** Those of each list that took most of the processor are asked again so often: a page is slow that is slow each time. */
const suspected = 4
const again = 5

/** A page of a list, and how long it took each time, in milliseconds; and what of the processor the first time. */
interface Page {
  call: ListCall
  place: Record<string, string>
  took: number[]
  cpu: number
}

/** The pages that the console asks for behind a first one: the next, by cursor or by what is skipped, and the last that can be skipped to. */
function placesBehind({ next_cursor, total }: { next_cursor?: string | null; total?: number }): Page['place'][] {
  if (typeof next_cursor === 'string') return [{ cursor: next_cursor }]
  if (next_cursor === null || total === undefined || total <= limit) return []
  const last = Math.min(maxSkip, Math.floor((total - 1) / limit) * limit)
  return [...new Set([limit, last])].map((skip) => ({ skip: String(skip) }))
}

/** Asks every list for its pages one after the other, each of which nobody has asked for before. */
async function pagesOf(server: ServerProcess, calls: readonly ListCall[], tokens: ReadonlyMap<Role, string>) {
  let cpu = cpuClock(server.pid)
  const ask = async ({ path, role, query }: ListCall, place: Page['place']) => {
    const [begun, used] = [performance.now(), cpu()]
    const { code, message, data } = await server.call(path.replace('/api/restful/', ''), {
      token: tokens.get(role) ?? '',
      query: { ...query, limit, ...place },
    })
    const took = performance.now() - begun
    if (code !== codes.ok && code !== codes.notFound) throw new Error(`${path} was refused: ${message}`)
    return { took, cpu: cpu() - used, behind: code === codes.ok ? placesBehind(data) : [] }
  }
  const pages: Page[] = []
  for (const [index, call] of calls.entries()) {
    if (call.id !== calls[index - 1]?.id) cpu = cpuClock(server.pid) // There may be connections by now that were not.
    const first = await ask(call, {})
    pages.push({ call, place: {}, took: [first.took], cpu: first.cpu })
    for (const place of first.behind) {
      const next = await ask(call, place)
      pages.push({ call, place, took: [next.took], cpu: next.cpu })
    }
  }
  for (const some of ofLists(pages).values())
    for (const { call, place, took } of some.toSorted((one, other) => other.cpu - one.cpu).slice(0, suspected))
      while (took.length <= again) took.push((await ask(call, place)).took)
  return pages
}

const nameOf = ({ call: { id, role, query }, place }: Page): string => {
  const asked = Object.entries(query).map(([name, value]) => `${name} ${value}`)
  const where = 'cursor' in place ? 'second page' : place.skip === undefined ? 'first page' : `behind ${place.skip}`
  return `${[`${id} as ${role}`, ...asked].join(', ')}: ${where}`
}

/** Pages by the list that they are of. */
const ofLists = (pages: readonly Page[]): Map<string, Page[]> => Map.groupBy(pages, ({ call }) => call.id)

/** The page of a list that is slow each time, and how long it takes. */
function slowestOf(pages: readonly Page[]): Figure[] {
  const [slowest] = pages
    .filter(({ took }) => took.length > 1)
    .map((page) => ({ page, value: quantile(page.took, 0.5) }))
    .toSorted((one, other) => other.value - one.value)
  return slowest === undefined
    ? []
    : [
        {
          name: `the slowest, ${nameOf(slowest.page)}, median of ${again + 1}`,
          value: slowest.value,
          unit: 'ms',
          bound,
        },
      ]
}

const firstTimes = (pages: readonly Page[]): number[] => pages.flatMap(({ took }) => took.slice(0, 1))
const cpuOf = (pages: readonly Page[]): number[] => pages.map(({ cpu }) => cpu)

/** Every list as every role may ask for it, in every order and behind every filter, among a million phones, environments and entries of the log. */
const everyList: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', LOG_LEVEL: 'warn', DEMO: 'accounts' } })
  const store = openTestStore(server)
  try {
    await fillRows(store, million)
    await fillOtherRows(store, million)
    const calls = listCalls(await filterValues(store, million), { everyOrder: true })
    const tokens = new Map<Role, string>()
    for (const role of roles) tokens.set(role, await server.signIn(role))
    const pages = await pagesOf(server, calls, tokens)
    const p99 = (name: string, some: readonly Page[]): Figure[] => [
      { name: `${name}, p99`, value: quantile(firstTimes(some), 0.99), unit: 'ms', bound },
      { name: `${name}, processor of server and PostgreSQL, p99`, value: quantile(cpuOf(some), 0.99), unit: 'ms' },
    ]
    return [
      { name: 'pages that were asked for', value: pages.length, unit: '' },
      ...p99('every list', pages),
      ...[...ofLists(pages)].flatMap(([id, some]) => [...p99(id, some), ...slowestOf(some)]),
    ]
  } finally {
    await store.close()
    await server.stop()
  }
}

export default { group: 'Lists and reads', title: 'Every page of every list', measure: everyList } satisfies Benchmark
