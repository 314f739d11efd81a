import { codes } from '../domain/codes.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from '../tests/support/server.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import { medianOf, type Benchmark } from './figure.ts'
import { readyPhones } from './support/ready-phones.ts'

const megabytes = 50
const rounds = 5
const market = 'amazon'

/** An environment with so much data, opened and closed by its manager. */
class Environment {
  readonly #server: TestServer
  readonly #token: string
  readonly #id: number

  private constructor(server: TestServer, token: string, id: number) {
    this.#server = server
    this.#token = token
    this.#id = id
  }

  static async add(server: TestServer): Promise<Environment> {
    const token = await server.signIn('manager')
    const { data } = await server.call('v2/environment/add', { token, body: { market, name: 'heavy' } })
    return new Environment(server, token, data.id)
  }

  /** Answers how long it took until it was ready, in milliseconds, and the phone. */
  async open(): Promise<{ took: number; phone: number }> {
    const begun = performance.now()
    const { device_id } = await this.#post('environment/open', { id: this.#id })
    const phone = device_id as number // The contract says so.
    await this.#until(phone, 'in_use')
    return { took: performance.now() - begun, phone }
  }

  async close(phone: number): Promise<number> {
    const begun = performance.now()
    await this.#post('environment/close', { id: this.#id })
    await this.#until(phone, 'idle')
    return performance.now() - begun
  }

  /** Puts noise, which nothing compresses, among an app's data. */
  async fill(phone: number): Promise<void> {
    const file = '/data/data/com.phonedeck.notes/files/noise'
    const command = `head -c ${megabytes}000000 /dev/urandom > ${file} && stat -c %s ${file}`
    const { output } = await this.#post('device/shell', { id: phone, command, timeout_seconds: 30 })
    if (Number(output) !== megabytes * 1_000_000) throw new Error(`the phone says: ${output}`)
  }

  async #until(phone: number, status: string): Promise<void> {
    for (;;) {
      const { data } = await this.#server.call('v2/device/list', { token: this.#token, query: { id: phone } })
      if (data.items[0].status === status) return
      if (data.items[0].status === 'faulty') throw new Error(data.items[0].status_reason)
      await pause(20)
    }
  }

  async #post(path: string, body: object) {
    const { code, data, message } = await this.#server.call(`v2/${path}`, { token: this.#token, body })
    if (code !== codes.ok) throw new Error(message)
    return data
  }
}

const secondsOf = (times: number[]) => medianOf(times.map((time) => time / 1_000))

/** An environment whose record is large, put on a phone and taken from it. */
const openEnvironment: Benchmark['measure'] = async () => {
  const server = await spawnServer({ phones: 1, env: { RATE_LIMIT: '10000000' } })
  try {
    await readyPhones(server, 1)
    const environment = await Environment.add(server)
    const { phone } = await environment.open()
    await environment.fill(phone)
    await environment.close(phone)
    const opened: number[] = []
    const closed: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      opened.push((await environment.open()).took)
      closed.push(await environment.close(phone))
    }
    return [
      { name: `open an environment of ${megabytes} MB, median`, ...secondsOf(opened), unit: 's', bound: 6 },
      {
        name: `open an environment of ${megabytes} MB, slowest`,
        value: Math.max(...opened) / 1_000,
        unit: 's',
        bound: 6,
      },
      { name: `close an environment of ${megabytes} MB, median`, ...secondsOf(closed), unit: 's' },
    ]
  } finally {
    await server.stop()
  }
}

export default {
  group: 'Jobs and environments',
  title: 'An environment with much data',
  measure: openEnvironment,
} satisfies Benchmark
