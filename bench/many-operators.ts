import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { codes } from '../domain/codes.ts'
import { freePort } from '../tests/support/free-port.ts'
import { programOf } from '../tests/support/deployed.ts'
import { brokerCredentials } from '../tests/support/patches.ts'
import { type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { openTestStore, type TestStore } from '../tests/support/test-store.ts'
import { quantile, type Benchmark, type Point } from './figure.ts'
import { changeNamed, type OperatorsMessage, type OperatorsOrder } from './support/operators.ts'
import { residentMb } from './support/resident.ts'

/** Operators that are connected, one number after the other. */
const sizes = [10, 100, 1_000, 10_000]
/** As many tabs of each session, of 16 that it may have. */
const tabs = 10
const rounds = 20
/** Between two changes, in milliseconds. */
const between = 50
/** In milliseconds. */
const patience = 180_000

/** Operators in a process of their own, who listen to one broker. */
class Operators {
  readonly #process: ChildProcess = fork(new URL('support/operators.ts', import.meta.url))
  readonly #broker: Pick<OperatorsOrder, 'url' | 'topic'>
  /** How many changes there were. */
  #changes = 0

  constructor(broker: Pick<OperatorsOrder, 'url' | 'topic'>) {
    this.#broker = broker
  }

  async #next(): Promise<Exclude<OperatorsMessage, { type: 'failed' }>> {
    const signal = AbortSignal.timeout(patience)
    const [news] = (await once(this.#process, 'message', { signal })) as [OperatorsMessage] // The other side has the same type.
    if (news.type === 'failed') throw new Error(news.reason)
    return news
  }

  async add(operators: OperatorsOrder['operators']): Promise<void> {
    const listening = this.#next()
    this.#process.send({ ...this.#broker, operators } satisfies OperatorsOrder)
    await listening
  }

  /** From the moment at which something is changed until each operator has heard of it, in milliseconds, of all changes. */
  async delaysOf(change: (note: string) => Promise<unknown>): Promise<number[]> {
    const delays: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await pause(between)
      const heard = this.#next()
      const changed = performance.timeOrigin + performance.now()
      const name = changeNamed((this.#changes += 1))
      await change(name)
      const news = await heard
      if (news.type !== 'heard' || news.change !== name)
        throw new Error(`${name} was not heard, but ${JSON.stringify(news)}`)
      delays.push(...news.at.map((at) => at - changed))
    }
    return delays
  }

  stop(): void {
    this.#process.kill()
  }
}

const pointOf = (size: number, delays: number[]): Point => ({
  size,
  value: quantile(delays, 0.99),
  spread: [quantile(delays, 0), quantile(delays, 1)],
})

/** Sessions as signing in makes them, of the user `manager`; answers their tokens. */
async function addSessions(store: TestStore, count: number): Promise<string[]> {
  const { id } = await store.user('manager')
  const tokens = Array.from({ length: count }, (_, index) => `bench-${index}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await sql`
    insert into sessions (id, user_id, role, token_hash, last_seen_at, expires_at, ip)
    select gen_random_uuid(), ${id}, 'manager', hash, now_ms(), now_ms() + 3600000, '192.0.2.1' from unnest(${hashes}::bytea[]) as hash`.execute(
    store.db,
  )
  return tokens
}

/** A phone of the manager; answers its id. */
async function addPhone(store: TestStore): Promise<number> {
  const [box, owner] = [await store.boxes.byCode('B01'), await store.user('manager')]
  const { id } = await store.db
    .insertInto('devices')
    .values({
      box_id: box?.id ?? 0,
      slot: 1,
      serial: 'BENCH',
      name: 'P1',
      owner_id: owner.id,
      owner_path: owner.path,
      region: 'us-west',
      status: 'idle',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Who may listen: so many tabs of these sessions. */
async function operatorsOf(server: ServerProcess, tokens: readonly string[]) {
  const operators: OperatorsOrder['operators'][number][] = []
  let broker = { url: '', topic: '' }
  for (const token of tokens) {
    const { url, topic, options } = await brokerCredentials(server, token)
    broker = { url, topic }
    for (let tab = 0; tab < tabs; tab += 1)
      operators.push({ clientId: `${options.clientId}-${tab}`, userName: options.username, password: options.password })
  }
  return { broker, operators }
}

/** The same operators at Mosquitto and nothing else, where it is installed. */
async function atMosquitto(operators: OperatorsOrder['operators']): Promise<Point[] | undefined> {
  if (!existsSync(programOf('mosquitto'))) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-mosquitto-'))
  const [port, tcp] = [await freePort(), await freePort()]
  const listeners = `listener ${tcp} 127.0.0.1\nlistener ${port} 127.0.0.1\nprotocol websockets\n`
  writeFileSync(join(folder, 'conf'), `${listeners}allow_anonymous true\n`)
  const mosquitto = spawn(programOf('mosquitto'), ['-c', join(folder, 'conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(mosquitto.stderr)) if (line.includes('running')) break
  const topic = 'fleet/1/changes/device'
  const audience = new Operators({ url: `ws://127.0.0.1:${port}`, topic })
  const publisher = await mqtt.connectAsync(`mqtt://127.0.0.1:${tcp}`, { protocolVersion: 4, reconnectPeriod: 0 })
  try {
    const points: Point[] = []
    for (const [index, size] of sizes.entries()) {
      await audience.add(operators.slice(sizes[index - 1] ?? 0, size))
      points.push(pointOf(size, await audience.delaysOf((note) => publisher.publishAsync(topic, note))))
    }
    return points
  } finally {
    await publisher.endAsync(true)
    audience.stop()
    mosquitto.kill()
    rmSync(folder, { recursive: true })
  }
}

/** How soon all operators hear of a change, however many are connected. */
const manyOperators: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { RATE_LIMIT: '100000000', LOG_LEVEL: 'warn' } })
  const store = openTestStore(server)
  let listeners: Operators | undefined
  try {
    const [most = 0] = sizes.slice(-1)
    const { broker, operators } = await operatorsOf(server, await addSessions(store, most / tabs))
    const id = await addPhone(store)
    const token = await server.signIn('admin')
    const change = async (note: string): Promise<void> => {
      const { code, message } = await server.call('v2/device/edit', { token, body: { id, note } })
      if (code !== codes.ok) throw new Error(`the note was refused: ${message}`)
    }
    listeners = new Operators(broker)
    const before = residentMb(server.pid)
    const points: Point[] = []
    for (const [index, size] of sizes.entries()) {
      await listeners.add(operators.slice(sizes[index - 1] ?? 0, size))
      points.push(pointOf(size, await listeners.delaysOf(change)))
    }
    const grown = residentMb(server.pid) - before
    listeners.stop()
    const alone = await atMosquitto(operators)
    const [largest, peer] = [points.at(-1), alone?.at(-1)]
    const all = `${most.toLocaleString('en')} operators`
    const plot = { plot: 'From a change until every operator has heard of it', sizes: 'operators', unit: 'ms' }
    return {
      figures: [
        {
          name: `from the call that changes a phone until ${all} have heard of it, p99`,
          value: largest?.value ?? Number.NaN,
          spread: largest?.spread,
          unit: 'ms',
          bound: 250,
          // Within 80 % of its pace.
          ...(peer && { peer: { name: 'Mosquitto alone, from publishing', value: peer.value, most: 1 / 0.8 } }),
        },
        { name: `${all}, growth of the server's memory`, value: grown, unit: 'MB' },
      ],
      series: [
        { ...plot, name: 'from the call, p99', points },
        ...(alone === undefined
          ? []
          : [{ ...plot, name: 'Mosquitto alone, p99', points: alone, isPeer: true } as const]),
      ],
    }
  } finally {
    listeners?.stop()
    await store.close()
    await server.stop()
  }
}

export default {
  group: 'Boxes and phones',
  title: 'Changes that many operators hear of',
  measure: manyOperators,
} satisfies Benchmark
