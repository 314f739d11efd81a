import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { PhoneReport } from '../domain/box-protocol.ts'
import type { TestServer } from '../tests/support/server.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark } from './figure.ts'
import { cpuSeconds, cpuSecondsBelow } from './support/cpu-time.ts'
import { residentMb } from './support/resident.ts'

/** So many boxes one after the other, of which the figures are those of the most. */
const stages = [1, 10, 100, 1_000]
const boxes = 1_000
const phonesPerBox = 100
/** The most are watched for longer. */
const watchedSeconds = { few: 15, all: 60 }
/** Until every box has begun to report, in milliseconds. */
const beginning = 11_000
/** Processor time is counted in these; less than one is not nothing. Seconds. */
const tick = 0.01
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

async function addBoxes(server: TestServer, token: string, from: number, to: number): Promise<string[]> {
  const tokens: string[] = []
  for (let index = from; index < to; index += 1) {
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
const manyBoxes: Benchmark['measure'] = async () => {
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
    /** Adds boxes until there are so many, and answers how long it took until all of their phones were seen, in seconds. */
    const grow = async (from: number, to: number): Promise<number> => {
      const tokens = await addBoxes(server, token, from, to)
      const begun = performance.now()
      const connected = next()
      simulation.send({ url: server.url, tokens, phones: phonesPerBox } satisfies SimulationOrder)
      await connected
      for (;;) {
        const { data } = await server.call('v3/device/thread', { token })
        if (data.thread_number === to * phonesPerBox) break
        await pause(500)
      }
      return (performance.now() - begun) / 1_000
    }
    /** What the server and its PostgreSQL use meanwhile, in % of a core. */
    const watch = async (seconds: number) => {
      await pause(beginning)
      const before = { server: cpuSeconds(server.pid), database: cpuSecondsBelow(server.pid) }
      await pause(seconds * 1_000)
      const share = (used: number): number => (Math.max(tick, used) / seconds) * 100
      return {
        server: share(cpuSeconds(server.pid) - before.server),
        database: share(cpuSecondsBelow(server.pid) - before.database),
      }
    }
    const registered: number[] = []
    const used: ({ size: number } & Awaited<ReturnType<typeof watch>>)[] = []
    for (const [index, size] of stages.entries()) {
      registered.push(await grow(stages[index - 1] ?? 0, size))
      used.push({ size, ...(await watch(size === boxes ? watchedSeconds.all : watchedSeconds.few)) })
    }
    const most = used.at(-1) ?? { server: NaN, database: NaN }
    const added = boxes - (stages.at(-2) ?? 0)

    const ended = next()
    simulation.send('end')
    const last = await ended
    await pause(freshness)
    const wrong = last.type === 'reported' ? await wrongRows(server, token, last.phones) : NaN
    const plot = { plot: 'Boxes of 100 phones that report every 10 s', sizes: 'boxes', unit: '% of a core' }
    return {
      figures: [
        {
          name: `the last ${added} boxes × ${phonesPerBox} phones seen for the first time`,
          value: registered.at(-1) ?? NaN,
          unit: 's',
        },
        { name: `reports of ${boxes} boxes every 10 s, server`, value: most.server, unit: '% of a core', bound: 100 },
        { name: `reports of ${boxes} boxes every 10 s, its PostgreSQL`, value: most.database, unit: '% of a core' },
        {
          name: `reports of ${boxes} boxes every 10 s, memory of the server`,
          value: residentMb(server.pid),
          unit: 'MB',
        },
        {
          name: `rows of the device table that are wrong ${freshness / 1_000} s later`,
          value: wrong,
          unit: '',
          bound: 0,
        },
      ],
      series: [
        { ...plot, name: 'the server', points: used.map(({ size, server: value }) => ({ size, value })) },
        { ...plot, name: 'its PostgreSQL', points: used.map(({ size, database: value }) => ({ size, value })) },
      ],
    }
  } finally {
    simulation.kill()
    await server.stop()
  }
}

export default { group: 'Boxes and phones', title: 'Reports of many boxes', measure: manyBoxes } satisfies Benchmark
