import { Agent, get } from 'node:http'
import { codes } from '../domain/codes.ts'
import { fillRows } from '../tests/support/many-rows.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { openTestStore } from '../tests/support/test-store.ts'
import type { Benchmark, Figure } from './figure.ts'
import { cpuSeconds, cpuSecondsBelow } from './support/cpu-time.ts'

/** Phones, and environments; lists are as fast at a million (`many-rows`). */
const rows = 100_000
/** Connections that ask without a pause. */
const connections = 16
/** How long they ask, and before that warm up, in milliseconds. */
const duration = 8_000
const warmUp = 2_000

interface Read {
  name: string
  path: string
  token: string
  /** The least that a second shall answer, and the most of PostgreSQL's processor, in milliseconds, that one may take. */
  atLeast: number
  database: number
}

/** Asks once; the envelope's code. */
const ask = (agent: Agent, url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-token': token } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        // The code stands first: the rest is not what is measured.
        resolve(Number(/^\{"code":(\d+)/.exec(Buffer.concat(chunks).toString('latin1', 0, 32).replace(/\s/g, ''))?.[1]))
      })
    }).on('error', reject)
  })

async function measure(server: ServerProcess, read: Read): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const url = `${server.url}/api/restful/${read.path}`
  const from = performance.now() + warmUp
  const until = from + duration
  let answers = 0
  const asker = async (): Promise<void> => {
    while (performance.now() < until) {
      const code = await ask(agent, url, read.token)
      if (code !== codes.ok) throw new Error(`${read.path} was refused: ${code}`)
      if (performance.now() >= from) answers += 1
    }
  }
  const used = () => ({ node: cpuSeconds(server.pid), database: cpuSecondsBelow(server.pid) })
  const warm = new Promise<ReturnType<typeof used>>((resolve) => {
    setTimeout(() => resolve(used()), warmUp)
  })
  await Promise.all(Array.from({ length: connections }, asker))
  const [before, after] = [await warm, used()]
  agent.destroy()
  const each = (what: 'node' | 'database') => ((after[what] - before[what]) / answers) * 1_000
  return [
    {
      name: `${read.name} a second`,
      value: answers / (duration / 1_000),
      unit: '/s',
      bound: read.atLeast,
      atLeast: true,
    },
    { name: `${read.name}, processor of the server`, value: each('node'), unit: 'ms' },
    { name: `${read.name}, processor of PostgreSQL`, value: each('database'), unit: 'ms', bound: read.database },
  ]
}

/** What the console asks for most, as fast as one server answers it. */
const reads: Benchmark['measure'] = async (): Promise<Figure[]> => {
  const server = await spawnServer({ env: { RATE_LIMIT: '100000000', LOG_LEVEL: 'warn', DEMO: 'accounts' } })
  const store = openTestStore(server)
  try {
    await fillRows(store, rows)
    const [admin, manager] = [await server.signIn('admin'), await server.signIn('manager')]
    const lists: Read[] = [
      {
        name: 'first pages of phones',
        path: 'v3/device/list?limit=100&sort=name',
        token: admin,
        atLeast: 2_500,
        database: 0.6,
      },
      {
        name: 'the same for a manager',
        path: 'v3/device/list?limit=100&sort=name',
        token: manager,
        atLeast: 2_500,
        database: 0.6,
      },
      {
        name: 'first pages of environments',
        path: 'v2/environment/list?market=amazon&limit=100&sort=name',
        token: manager,
        atLeast: 3_000,
        database: 0.6,
      },
      { name: 'user/info', path: 'v2/user/info', token: manager, atLeast: 6_000, database: 0.6 },
    ]
    const figures: Figure[] = []
    for (const read of lists) figures.push(...(await measure(server, read)))
    return figures
  } finally {
    await store.close()
    await server.stop()
  }
}

export default { group: 'Lists and reads', title: 'Reads of one server', measure: reads } satisfies Benchmark
