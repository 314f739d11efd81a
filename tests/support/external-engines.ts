import { randomUUID } from 'node:crypto'
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { keyFileOf } from '../../server/start/keys.ts'
import type { RunningServer } from '../../server/start/server.ts'
import { startBucket, type TestBucket } from './bucket.ts'
import type { TestDatabase } from './database.ts'
import { asWritten, programOf } from './deployed.ts'
import { Engine } from './engine.ts'
import { freePort } from './free-port.ts'
import { startMosquitto } from './mosquitto.ts'
import { startPgbouncer } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether servers of the run's tests are each one alone, or two on what deploy/three-machines puts around them. */
    engines: 'embedded' | 'external'
  }
}

interface TwoServers {
  /** Where the proxy in front of both listens. */
  url: string
  bucket: TestBucket
  stop(): Promise<void>
}

const password = 'correct-horse-2'

/** What database.sql gives the role, for one database: PostgreSQL and its role belong to other tests as well. */
async function setUp({ url, name }: Pick<TestDatabase, 'url' | 'name'>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const [, setting] of asWritten('three-machines/database.sql').matchAll(/^alter role phonedeck (set .*);$/gm))
    await client.query(`alter role phonedeck in database ${name} ${setting}`)
  await client.end()
}

/** haproxy.cfg without its HTTPS, which is tried in tests/deploy. */
const proxySettings = (port: number, servers: readonly [string, string]): string =>
  asWritten('three-machines/haproxy.cfg', [
    ['    bind :443 ssl crt /etc/haproxy/phonedeck.pem alpn h2,http/1.1\n', ''],
    [
      '    http-request redirect scheme https code 301 unless { ssl_fc } or { path_beg /.well-known/acme-challenge/ }\n',
      '',
    ],
    ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
    ['bind :80', `bind 127.0.0.1:${port}`],
    ['10.0.0.11:8080', servers[0]],
    ['10.0.0.12:8080', servers[1]],
  ])

const at = (port: number) => ({ PORT: String(port), ADVERTISE_URL: `http://127.0.0.1:${port}` })

/**
 * Starts two servers on a database, with a PgBouncer, a Mosquitto and a bucket of their own, and HAProxy in front. The first has the
 * data folder and the phones of `env`.
 */
export async function startOnEngines(
  { database, env }: { database: TestDatabase; env: Record<string, string> },
  start: (env: Record<string, string>) => Promise<RunningServer>,
): Promise<TwoServers> {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-engines-'))
  const [pool, bus, front, one, two] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  await setUp(database)
  const bucket = await startBucket()
  const around = await Promise.all([
    startPgbouncer(folder, {
      port: pool,
      postgresFolder: inject('postgresFolder'),
      database: database.name,
      users: `"phonedeck" "${password}"\n`,
    }),
    startMosquitto(folder, { port: bus, password }),
  ])
  const url = `http://127.0.0.1:${front}`
  const shared = {
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    DATABASE_URL: `postgresql://phonedeck:${password}@127.0.0.1:${pool}/${database.name}`,
    MQTT_URL: `mqtt://phonedeck:${password}@127.0.0.1:${bus}`,
    ...bucket.env,
  }
  const first = await start({ ...env, ...shared, ...at(one) })
  const ofSecond = {
    DATA_DIR: join(folder, randomUUID()),
    PHONES: '0',
    SECRET_KEY: readFileSync(keyFileOf(env.DATA_DIR ?? ''), 'utf8'),
  }
  const second = await start({ ...env, ...shared, ...at(two), ...ofSecond })
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(settings, proxySettings(front, [`127.0.0.1:${one}`, `127.0.0.1:${two}`]))
  const proxy = await Engine.start([programOf('haproxy'), '-db', '-f', settings], front)
  return {
    url,
    bucket,
    async stop() {
      await Promise.all([first.stop(), second.stop()])
      for (const engine of [proxy, ...around]) await engine.stop()
      await bucket.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
