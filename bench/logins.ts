import { codes } from '../domain/codes.ts'
import { callServer, testPassword } from '../tests/support/server.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark } from './figure.ts'
import { againAndAgain } from './support/again-and-again.ts'
import { cpuSeconds } from './support/cpu-time.ts'

/** People who sign in at a time. */
const people = 16
/** How long they do, and before that warm up, in milliseconds. */
const period = { warmUp: 2_000, duration: 8_000 }

/** How many sign in a second: passwords are hashed slowly on purpose, beside the server's thread. */
const logins: Benchmark['measure'] = async () => {
  // Everybody comes from another network, as the proxy says: of one, logins are few.
  const proxy = { PUBLIC_URL: 'http://127.0.0.1', TRUST_PROXY: '1' }
  const server = await spawnServer({ env: { RATE_LIMIT: '100000000', LOG_LEVEL: 'warn', DEMO: 'accounts', ...proxy } })
  try {
    let before = 0
    let asked = 0
    const signIn = async (): Promise<void> => {
      asked += 1
      const headers = { 'X-Forwarded-For': `10.${(asked >> 8) & 255}.${asked & 255}.1` }
      const body = { user_name: 'manager', password: testPassword }
      const { code, message } = await callServer(server.url, 'v2/user/login', { body, headers })
      if (code !== codes.ok) throw new Error(`a login was refused: ${message}`)
    }
    const { count, perSecond } = await againAndAgain(people, period, signIn, () => (before = cpuSeconds(server.pid)))
    return [
      { name: 'logins a second', value: perSecond, unit: '/s', bound: 100, atLeast: true },
      {
        name: 'of one, processor of the server and its workers',
        value: ((cpuSeconds(server.pid) - before) / count) * 1_000,
        unit: 'ms',
      },
    ]
  } finally {
    await server.stop()
  }
}

export default { group: 'Lists and reads', title: 'Logins', measure: logins } satisfies Benchmark
