import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { codes } from '../domain/codes.ts'
import { socketFolderOf } from '../server/embedded/postgres.ts'
import { keyFileOf } from '../server/start/keys.ts'
import { databaseUrl } from '../tests/support/database.ts'
import { programOf } from '../tests/support/deployed.ts'
import { freePort } from '../tests/support/free-port.ts'
import { fillRows } from '../tests/support/many-rows.ts'
import { hearPatches, type Patches } from '../tests/support/patches.ts'
import { callServer } from '../tests/support/server.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { openTestStore } from '../tests/support/test-store.ts'
import type { Benchmark } from './figure.ts'
import type { SimulationAnswer, SimulationOrder } from './many-boxes.ts'
import { cpuSeconds, cpuSecondsBelow } from './support/cpu-time.ts'

/** Phones and environments in the lists. */
const rows = 20_000
/** Boxes that report every ten seconds. */
const boxes = 60
const phonesPerBox = 100
/** Consoles that hear of changes, each of a session of its own. */
const consoles = 10
/** Calls a second, whatever the servers can do, for work to be the same: as many as one server does in half of its time. */
const pace = 240
/** Milliseconds. */
const duration = 20_000
/** Until every box has begun to report. Milliseconds. */
const beginning = 11_000

/** Has a server note how long its event loop keeps others waiting. */
const noting = (file: string) => ({
  NODE_OPTIONS: `--import=${new URL('support/loop-delay.ts', import.meta.url).href}`,
  LOOP_DELAY: file,
})

interface Work {
  /** Processor time of each server, and of PostgreSQL, in seconds. */
  servers: number[]
  database: number
}

/** A broker that joins the servers; answers its address. */
async function startBus(folder: string) {
  const port = await freePort()
  writeFileSync(join(folder, 'bus.conf'), `listener ${port} 127.0.0.1\nallow_anonymous true\n`)
  const mosquitto = spawn(programOf('mosquitto'), ['-c', join(folder, 'bus.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(mosquitto.stderr)) if (line.includes('running')) break
  return { url: `mqtt://127.0.0.1:${port}`, stop: () => mosquitto.kill() }
}

async function addBoxes(server: ServerProcess, token: string): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < boxes; index += 1) {
    const body = { code: `S${index}`, name: `Box ${index}`, region: 'us-west', slots: phonesPerBox }
    tokens.push((await server.call('v2/box/add', { token, body })).data.enrolment_token)
  }
  return tokens
}

/** What people ask for in turn: of twenty calls, eight lists of phones, four of shops, six of themselves and two changes. */
const turn =
  'phones phones self shops phones change self phones shops self phones phones self shops phones change self phones shops self'.split(
    ' ',
  )

/** The same work for one server or several: calls in turn, and boxes and consoles of which each has as many. */
async function workOf(servers: readonly ServerProcess[], tokens: readonly string[]): Promise<Work> {
  const [first] = servers
  if (first === undefined) throw new Error('there is no server')
  const simulation = fork(new URL('support/simulated-boxes.ts', import.meta.url))
  const heard: Patches[] = []
  try {
    const share = Math.ceil(tokens.length / servers.length)
    for (const [index, { url }] of servers.entries()) {
      const some = tokens.slice(index * share, (index + 1) * share)
      simulation.send({ url, tokens: [...some], phones: phonesPerBox } satisfies SimulationOrder)
      const [answer] = (await once(simulation, 'message')) as [SimulationAnswer] // The other side has the same type.
      if (answer.type === 'failed') throw new Error(answer.reason)
    }
    const token = await first.signIn('manager')
    for (let index = 0; index < consoles; index += 1) {
      const server = servers[index % servers.length] ?? first
      heard.push(await hearPatches(server, await server.signIn('manager')))
    }
    const { data } = await first.call('v3/device/list', { token, query: { limit: 100, sort: 'name' } })
    const ids: number[] = data.items.map(({ id }: { id: number }) => id)
    const calls = {
      phones: { path: 'v3/device/list', options: { query: { limit: 100, sort: 'name' } } },
      shops: { path: 'v2/environment/list', options: { query: { market: 'amazon', limit: 100, sort: 'name' } } },
      self: { path: 'v2/user/info', options: {} },
    }
    const ask = async (count: number): Promise<void> => {
      const { url } = servers[count % servers.length] ?? first
      const what = turn[count % turn.length]
      const { path, options } =
        what === 'change'
          ? { path: 'v2/device/edit', options: { body: { id: ids[count % ids.length], note: `turn ${count}` } } }
          : calls[what as keyof typeof calls] // The rest of the words above.
      const { code, message } = await callServer(url, path, { token, ...options })
      if (code !== codes.ok) throw new Error(`${path} was refused: ${message}`)
    }
    await pause(beginning)
    const used = () => ({ servers: servers.map(({ pid }) => cpuSeconds(pid)), database: cpuSecondsBelow(first.pid) })
    const before = used()
    for (const { pid } of servers) process.kill(pid, 'SIGUSR2')
    const begun = performance.now()
    const asked: Promise<void>[] = []
    for (let count = 0; count < (pace * duration) / 1_000; count += 1) {
      await pause(Math.max(0, begun + (count * 1_000) / pace - performance.now()))
      asked.push(ask(count))
    }
    await Promise.all(asked)
    await pause(Math.max(0, begun + duration - performance.now()))
    const after = used()
    return {
      servers: after.servers.map((seconds, index) => seconds - (before.servers[index] ?? 0)),
      database: after.database - before.database,
    }
  } finally {
    for (const patches of heard) await patches.close()
    simulation.kill()
  }
}

const percent = (seconds: number): number => (seconds / duration) * 100_000
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** What a second server adds, on a machine where neither has a processor of its own: what is left for the busiest of them to do. */
const secondServer: Benchmark['measure'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-second-server-'))
  const bus = await startBus(folder)
  const env = { RATE_LIMIT: '10000000', LOG_LEVEL: 'warn', MQTT_URL: bus.url }
  const loop = join(folder, 'loop')
  const one = await spawnServer({ env: { ...env, ...noting(loop) } })
  const store = openTestStore(one)
  let two: ServerProcess | undefined
  try {
    await fillRows(store, rows)
    const tokens = await addBoxes(one, await one.signIn('admin'))
    const alone = await workOf([one], tokens)
    const delay = Number(readFileSync(loop, 'utf8'))
    two = await spawnServer({
      dataDir: join(folder, 'two'),
      env: {
        ...env,
        ...noting(join(folder, 'another loop')),
        DATABASE_URL: databaseUrl(socketFolderOf(one.dataDir), 'postgres'),
        SECRET_KEY: readFileSync(keyFileOf(one.dataDir), 'utf8'),
      },
    })
    await workOf([one, two], tokens) // Code that has just been loaded is slower than what runs for long.
    const shared = await workOf([one, two], tokens)
    await two.stop()
    // Once more, since a database that has been at work for longer takes longer, and so does a machine that others use.
    const again = await workOf([one], tokens)
    const busy = mean([alone, again].map(({ servers: [seconds = Number.NaN] }) => seconds))
    const sum = shared.servers.reduce((all, seconds) => all + seconds, 0)
    const name = 'the same work'
    return [
      {
        name: 'what two servers can do by the busiest one’s processor time, beside one',
        value: busy / Math.max(...shared.servers),
        unit: '×',
        bound: 1.7,
        atLeast: true,
      },
      { name: `${name}, one server`, value: percent(busy), unit: '% of a core' },
      { name: `${name}, one server: its event loop keeps waiting, p99`, value: delay, unit: 'ms', bound: 20 },
      { name: `${name}, two servers together`, value: percent(sum), unit: '% of a core' },
      {
        name: `${name}, PostgreSQL of two servers`,
        value: percent(shared.database),
        unit: '% of a core',
        peer: { name: 'of one', value: percent(mean([alone.database, again.database])) },
      },
    ]
  } finally {
    await store.close()
    await two?.stop()
    await one.stop()
    bus.stop()
    rmSync(folder, { recursive: true })
  }
}

export default { group: 'Operations', title: 'A second server', measure: secondServer } satisfies Benchmark
