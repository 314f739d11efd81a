import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { codes } from '../domain/codes.ts'
import { fillRows } from '../tests/support/many-rows.ts'
import { signInAt } from '../tests/support/server.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { openTestStore, type TestStore } from '../tests/support/test-store.ts'
import type { Benchmark, Figure } from './figure.ts'
import { againAndAgain, type Done } from './support/again-and-again.ts'
import { cpuSeconds, cpuSecondsBelow } from './support/cpu-time.ts'

/** Phones, and environments; lists are as fast at a million (`many-rows`). */
const rows = 100_000
/** Phones of a small team: as many as a box has. */
const smallTeam = 18
/** Connections that ask without a pause. */
const connections = 16
/** How long they ask, and before that warm up, in milliseconds: a server's code is as fast as it gets after some thousand calls. */
const period = { warmUp: 10_000, duration: 8_000 }

interface Read {
  name: string
  path: string
  token: string
  /** The least that a second shall answer, and the most of PostgreSQL's processor, in milliseconds, that one may take. */
  atLeast: number
  database: number
}

/** Asks once; what was answered. */
const ask = (agent: Agent, url: string, token: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-token': token } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })

/** The envelope's code, which stands first: the rest is not what is measured. */
const codeOf = (answer: Buffer): number =>
  Number(/^\{"code":(\d+)/.exec(answer.toString('latin1', 0, 32).replaceAll(/\s/g, ''))?.[1])

/** Has all connections ask again and again; what came, of which `begun` hears when it begins to count. */
async function answersOf(url: string, token: string, begun?: () => void): Promise<Done> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const askOnce = async (): Promise<void> => {
    const code = codeOf(await ask(agent, url, token))
    if (code !== codes.ok) throw new Error(`${url} was refused: ${code}`)
  }
  try {
    return await againAndAgain(connections, period, askOnce, begun)
  } finally {
    agent.destroy()
  }
}

/** How many answers a second `node:http` gives that has nothing to do but to send the same. */
async function plainly(url: string, token: string): Promise<number> {
  const agent = new Agent()
  const plain = fork(new URL('support/plain-http.ts', import.meta.url))
  try {
    const listening = once(plain, 'message')
    plain.send((await ask(agent, url, token)).toString())
    const [port] = (await listening) as [number] // It says nothing else.
    return (await answersOf(`http://127.0.0.1:${port}`, token)).perSecond
  } finally {
    agent.destroy()
    plain.kill()
  }
}

async function measure(server: ServerProcess, read: Read): Promise<Figure[]> {
  const url = `${server.url}/api/restful/${read.path}`
  const used = () => ({ node: cpuSeconds(server.pid), database: cpuSecondsBelow(server.pid) })
  let before = used()
  const { count, perSecond } = await answersOf(url, read.token, () => (before = used()))
  const after = used()
  const each = (what: 'node' | 'database') => ((after[what] - before[what]) / count) * 1_000
  return [
    {
      name: `${read.name} a second`,
      value: perSecond,
      unit: '/s',
      bound: read.atLeast,
      atLeast: true,
      peer: { name: 'node:http alone with the same answer', value: await plainly(url, read.token) },
    },
    { name: `${read.name}, processor of the server`, value: each('node'), unit: 'ms' },
    { name: `${read.name}, processor of PostgreSQL`, value: each('database'), unit: 'ms', bound: read.database },
  ]
}

/** A manager beside the others with so few phones; answers its name. */
async function addSmallTeam(store: TestStore, phones: number): Promise<string> {
  const { id, user_name, path } = await store.addUser(
    { user_name: 'small', role: 'manager', modules: ['amazon'] },
    'agent',
  )
  const some = store.db.selectFrom('devices').select('id').orderBy('id').limit(phones)
  await store.db.updateTable('devices').set({ owner_id: id, owner_path: path }).where('id', 'in', some).execute()
  return user_name
}

/** What the console asks for most, as fast as one server answers it. */
const reads: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { RATE_LIMIT: '100000000', LOG_LEVEL: 'warn', DEMO: 'accounts' } })
  const store = openTestStore(server)
  try {
    await fillRows(store, rows)
    const [admin, manager] = [await server.signIn('admin'), await server.signIn('manager')]
    const small = await signInAt(server.url, await addSmallTeam(store, smallTeam))
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
        name: `the same for one with ${smallTeam} phones`,
        path: 'v3/device/list?limit=100&sort=name',
        token: small,
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
