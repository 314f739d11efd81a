import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { PhoneReport } from '../domain/box-protocol.ts'
import type { TestServer } from '../tests/support/server.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark, Figure } from './figure.ts'
import { cpuSeconds, cpuSecondsBelow } from './support/cpu-time.ts'
import { residentMb } from './support/resident.ts'

const boxes = 1_000
const phonesPerBox = 100
const watchedSeconds = 60
/** How old the device table may be, in milliseconds. */
const freshness = 5_000

export interface SimulationOrder {
  url: string
  tokens: string[]
  /** Of each box. */
  phones: number
}

export type SimulationAnswer =
  | { type: 'connected' }
  | { type: 'reported'; phones: PhoneReport[] }
  | { type: 'failed'; reason: string }

async function addBoxes(server: TestServer, token: string): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < boxes; index += 1) {
    const code = `S${index}`
    const body = { code, name: `S-${code}`, region: 'us-west', slots: phonesPerBox }
    const { code: answered, message, data } = await server.call('v2/box/add', { token, body })
    if (answered !== 20_000) throw new Error(message)
    tokens.push(data.enrolment_token)
  }
  return tokens
}

async function* devices(server: TestServer, token: string) {
  let cursor: string | undefined
  do {
    const { data } = await server.call('v3/device/list', { token, query: { sort: 'serial', limit: 500, cursor } })
    yield* data.items
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** Phones of which the table says something else than their agents. */
async function wrongRows(server: TestServer, token: string, reported: readonly PhoneReport[]): Promise<number> {
  const expected = new Map(reported.map((phone) => [phone.serial, phone]))
  let right = 0
  for await (const { serial, status, battery, cpu, memory } of devices(server, token)) {
    const phone = expected.get(serial)
    if (status === 'idle' && battery === phone?.battery && cpu === phone?.cpu && memory === phone?.memory) right += 1
  }
  return reported.length - right
}

/** What a fleet costs its server while every box reports every ten seconds. */
const manyBoxes: Benchmark['measure'] = async (): Promise<Figure[]> => {
  const port = '18180' // Known before the server starts, for boxes that are told its public address.
  const proxied = { TRUST_PROXY: '1', PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', LOG_LEVEL: 'warn', ...proxied } })
  const simulation = fork(new URL('support/simulated-boxes.ts', import.meta.url))
  const next = async (): Promise<SimulationAnswer> => {
    const [answer] = (await once(simulation, 'message')) as [SimulationAnswer] // The other side has the same type.
    if (answer.type === 'failed') throw new Error(answer.reason)
    return answer
  }
  try {
    const token = await server.signIn('admin')
    const tokens = await addBoxes(server, token)
    const begun = performance.now()
    simulation.send({ url: server.url, tokens, phones: phonesPerBox } satisfies SimulationOrder)
    await next()
    for (;;) {
      const { data } = await server.call('v3/device/thread', { token })
      if (data.thread_number === boxes * phonesPerBox) break
      await pause(500)
    }
    const registered = (performance.now() - begun) / 1_000

    await pause(15_000) // Until every box has begun to report.
    const before = { server: cpuSeconds(server.pid), database: cpuSecondsBelow(server.pid) }
    await pause(watchedSeconds * 1_000)
    const share = (used: number): number => (used / watchedSeconds) * 100
    const used = share(cpuSeconds(server.pid) - before.server)
    const database = share(cpuSecondsBelow(server.pid) - before.database)

    const ended = next()
    simulation.send('end')
    const last = await ended
    await pause(freshness)
    const wrong = last.type === 'reported' ? await wrongRows(server, token, last.phones) : NaN
    return [
      { name: `${boxes} boxes × ${phonesPerBox} phones seen for the first time`, value: registered, unit: 's' },
      { name: 'reports of all every 10 s, server', value: used, unit: '% of a core', bound: 100 },
      { name: 'reports of all every 10 s, its PostgreSQL', value: database, unit: '% of a core' },
      { name: 'reports of all every 10 s, memory of the server', value: residentMb(server.pid), unit: 'MB' },
      {
        name: `rows of the device table that are wrong ${freshness / 1_000} s later`,
        value: wrong,
        unit: '',
        bound: 0,
      },
    ]
  } finally {
    simulation.kill()
    await server.stop()
  }
}

export default { group: 'Boxes and phones', title: 'Reports of many boxes', measure: manyBoxes } satisfies Benchmark
