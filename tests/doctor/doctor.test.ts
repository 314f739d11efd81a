import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { sessionEndsTopic } from '../../server/broker/broker.ts'
import { readConfig } from '../../server/config/config.ts'
import { lookAtAll } from '../../server/doctor/look-at-all.ts'
import type { Finding } from '../../server/doctor/finding.ts'
import { openLog } from '../../server/start/logging.ts'
import { type BucketCall, startBucket, type TestBucket } from '../support/bucket.ts'
import { databaseUrl, newDatabase, type TestDatabase } from '../support/database.ts'
import { type ReverseProxy, startProxy } from '../support/reverse-proxy.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runProgram, spawnServer } from '../support/server-process.ts'
import { SmallDisks } from '../support/small-disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'phonedeck-doctor-'))
const disks = new SmallDisks()
const pgbouncer = '/usr/sbin/pgbouncer'

/** A broker of one's own, whose rules refuse a topic without a word, or a subscription to one, while that is so. */
let refusedTopic: string | undefined
let unheard: string | undefined
const outer = new Aedes({
  authorizeForward: (_client, packet) => (packet.topic === refusedTopic ? null : packet),
  authorizeSubscribe: (_client, subscription, done) => done(null, subscription.topic === unheard ? null : subscription),
})
const brokerServer = createServer(outer.handle)
let bucket: TestBucket
let proxy: ReverseProxy
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  await outer.listen()
  brokerServer.listen(0, '127.0.0.1')
  await once(brokerServer, 'listening')
  bucket = await startBucket()
  proxy = await startProxy(() => new URL(server.url))
  const { port } = brokerServer.address() as AddressInfo // It listens on TCP, so it has one.
  const settings = {
    MQTT_URL: `mqtt://127.0.0.1:${port}`,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '1',
    ...bucket.env,
  }
  server = await startServer({ env: settings })
  env = {
    ...settings,
    DATA_DIR: server.dataDir,
    DATABASE_URL: 'url' in server.database ? server.database.url : '',
    PORT: new URL(server.url).port,
  }
})
afterEach(() => {
  refusedTopic = unheard = undefined
  bucket.refused.clear()
  bucket.ahead = proxy.ahead = 0
  proxy.appends = proxy.upgrades = true
})
afterAll(async () => {
  await server.stop()
  await Promise.all([proxy.stop(), bucket.stop()])
  brokerServer.close()
  await new Promise<void>((resolve) => outer.close(resolve))
  disks.remove()
  rmSync(folder, { recursive: true })
})

async function dial(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

async function findings(others: Record<string, string> = {}): Promise<Finding[]> {
  await using cleanup = new AsyncDisposableStack()
  const found: Finding[] = []
  for await (const finding of lookAtAll(readConfig({ ...env, ...others }), openLog({ logLevel: 'error' }), cleanup))
    found.push(finding)
  return found
}

/** What is not well, as it is told. */
const ills = async (others?: Record<string, string>): Promise<string[]> =>
  (await findings(others)).flatMap(({ level, check, words }) => (level === 'ok' ? [] : [`${level} ${check}: ${words}`]))

test('of a server that is well, each part is looked at', async () => {
  const found = await findings()
  expect(found.filter(({ level }) => level !== 'ok')).toEqual([])
  expect(found.map(({ check }) => check)).toEqual([
    'server',
    'disk',
    'database',
    'database settings',
    'pooler',
    'locks',
    'key',
    'clock of the database',
    'broker',
    'bucket',
    'clock of the bucket',
    'PUBLIC_URL',
    'clock of PUBLIC_URL',
    'proxies',
    'websockets',
  ])
  expect([bucket.objects.size, bucket.uploads.size]).toEqual([0, 0])
})

test('the program looks at the embedded database with a server and without, and ends with 1 where something has failed', async () => {
  const dataDir = join(folder, 'embedded')
  const running = await spawnServer({ dataDir })
  const settings = { DATA_DIR: dataDir, PORT: new URL(running.url).port }
  const beside = await runProgram(['server/doctor.ts'], settings)
  expect([beside.exitCode, beside.lines.filter((line) => !line.startsWith('ok '))]).toEqual([0, []])
  await running.stop()
  const alone = await runProgram(['server/doctor.ts'], settings)
  expect([alone.exitCode, alone.lines.filter((line) => !line.startsWith('ok '))]).toEqual([
    0,
    [expect.stringMatching(/^warning {2}server: none listens at /)],
  ])
  expect(alone.lines).toContainEqual(expect.stringMatching(/^ok {7}database: PostgreSQL 18/))
  rmSync(join(dataDir, 'secret.key'))
  const keyless = await runProgram(['server/doctor.ts'], settings)
  expect(keyless.exitCode).toBe(1)
  expect(keyless.lines).toContainEqual(expect.stringMatching(/^failed {3}key: .*secret\.key; it is in every backup/))
  const unset = await runProgram(['server/doctor.ts'], { ...settings, PORT: 'none' })
  expect(unset).toEqual({ exitCode: 1, lines: [expect.stringMatching(/^failed {3}settings: PORT=none: /)] })
})

test('a database that is away is told, with nobody’s password', async () => {
  const [first] = await ills({ DATABASE_URL: 'postgres://phonedeck:hunter2@127.0.0.1:1/phonedeck' })
  expect(first).toMatch(/^failed database: DATABASE_URL: (?!.*hunter2).*ECONNREFUSED.*; start it, or mend the address/)
})

test.each<[string, (database: TestDatabase, client: Client) => Promise<unknown>, RegExp]>([
  [
    'of a newer Phonedeck',
    (_database, client) => client.query(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`),
    /^failed database: .*newer Phonedeck .*9999-later/,
  ],
  [
    'that is read-only',
    (_database, client) => client.query(`alter database ${client.database} set default_transaction_read_only = on`),
    /^failed writing: .*set DATABASE_URL to the primary/,
  ],
  [
    // What PostgreSQL says of the time is what its machine's clock says.
    'whose clock is a minute ahead',
    (_database, client) =>
      client.query(`
        create schema ahead;
        create function ahead.clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '60 s' $$;
        alter database ${client.database} set search_path = ahead, pg_catalog, public`),
    /^failed clock of the database: 60 s ahead of .*NTP/,
  ],
  [
    'that is sealed with another key',
    (_database, client) => client.query(`insert into settings (key, value) values ('log_key', '\\x00')`),
    /^failed key: SECRET_KEY: this database was sealed with another key/,
  ],
])('a database %s is told', async (_name, breakIt, words) => {
  const database = await newDatabase({ isSeeded: true })
  const client = new Client(database.url)
  await client.connect()
  await breakIt(database, client)
  await client.end()
  expect(await ills({ DATABASE_URL: database.url })).toEqual([expect.stringMatching(words)])
  await database.drop()
})

test('a database whose texts are not Unicode is told', async () => {
  const client = new Client(databaseUrl(inject('postgresFolder'), 'postgres'))
  await client.connect()
  const name = `ascii_${process.pid}`
  await client.query(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  )
  const DATABASE_URL = databaseUrl(inject('postgresFolder'), name)
  expect(await ills({ DATABASE_URL })).toEqual([
    expect.stringMatching(/^failed encoding: SQL_ASCII; make the database anew/),
  ])
  await client.query(`drop database ${name} with (force)`)
  await client.end()
})

test('a transaction that others wait for is told, with how to end it', async () => {
  const [holder, waiter] = [new Client(env.DATABASE_URL), new Client(env.DATABASE_URL)]
  await Promise.all([holder.connect(), waiter.connect()])
  const { rows } = await holder
    .query('begin; select pg_backend_pid() as pid')
    .then((results) => [results].flat().at(-1) ?? { rows: [] })
  await holder.query('lock table regions')
  const waits = waiter.query('select from regions')
  await vi.waitFor(
    async () =>
      expect(await ills()).toEqual([
        expect.stringMatching(
          new RegExp(
            `^failed locks: process ${rows[0]?.pid} .*and 1 wait for it; .*pg_terminate_backend\\(${rows[0]?.pid}\\)`,
          ),
        ),
      ]),
    { timeout: 60_000, interval: 1_000 },
  )
  await holder.query('rollback')
  await waits
  await Promise.all([holder.end(), waiter.end()])
})

test('a pooler by transactions is told, as is one that refuses what a server asks for', async ({ skip }) => {
  skip(!existsSync(pgbouncer), 'PgBouncer is not installed here')
  const port = 21_000 + (process.pid % 9_000) // Below those that the system hands out.
  const ini = (ignored: string, mode: string) =>
    `
    [databases]
    pooled = host=${inject('postgresFolder')} user=phonedeck dbname=${new URL(env.DATABASE_URL ?? '').pathname.slice(1)}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = ${mode}
    ignore_startup_parameters = ${ignored}
  `.replaceAll(/^ +/gm, '')
  async function through(ignored: string, mode: string): Promise<string[]> {
    const file = join(folder, 'pgbouncer.ini')
    writeFileSync(file, ini(ignored, mode))
    // As root it wants another user, who may not pass this folder; but it is in the folder of its PostgreSQL's user.
    const identity = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    execFileSync('chmod', ['755', folder])
    const pooler = spawn(pgbouncer, [...identity, file], { stdio: 'ignore' })
    try {
      await vi.waitFor(() => dial(port), { timeout: 20_000 })
      return await ills({ DATABASE_URL: `postgres://any@127.0.0.1:${port}/pooled` })
    } finally {
      pooler.kill('SIGKILL')
      await once(pooler, 'close')
    }
  }
  expect((await through('extra_float_digits', 'session'))[0]).toMatch(
    /^failed database: .*ignore_startup_parameters = /,
  )
  const needed = 'extra_float_digits,options,statement_timeout'
  expect(await through(needed, 'transaction')).toEqual([expect.stringMatching(/^failed pooler: .*pool_mode = session/)])
  expect(await through(needed, 'session')).toEqual([])
})

test('a broker whose rules keep a topic back, refuse a subscription, or that is away, is told', async () => {
  refusedTopic = sessionEndsTopic
  expect(await ills()).toEqual([expect.stringMatching(`^failed broker: .*${sessionEndsTopic} does not come back`)])
  refusedTopic = undefined
  unheard = sessionEndsTopic
  expect(await ills()).toEqual([expect.stringMatching(`^failed broker: .*nobody hear ${sessionEndsTopic}`)])
  expect(await ills({ MQTT_URL: 'mqtt://127.0.0.1:1' })).toEqual([
    expect.stringMatching(/^failed broker: .*ECONNREFUSED.*; start it/),
  ])
})

test.each<[BucketCall, string]>([
  ['PutObject', 'PutObject'],
  ['GetObject', 'GetObject'],
  ['DeleteObject', 'DeleteObject'],
  ['CreateMultipartUpload', 'CreateMultipartUpload'],
  ['UploadPart', 'UploadPart'],
  ['AbortMultipartUpload', 'AbortMultipartUpload'],
])('a bucket that refuses %s is told', async (call, named) => {
  bucket.refused.add(call)
  expect(await ills()).toContainEqual(
    expect.stringMatching(`^failed bucket: S3_BUCKET=fleet: .*${named}: .*let the key`),
  )
  bucket.objects.clear()
})

test('a bucket that is away, or whose clock is ahead, is told', async () => {
  expect(await ills({ S3_ENDPOINT: 'http://127.0.0.1:1' })).toContainEqual(
    expect.stringMatching(/^failed bucket: .*ECONNREFUSED/),
  )
  bucket.ahead = 40_000
  expect(await ills()).toEqual([expect.stringMatching(/^failed clock of the bucket: (39|40|41) s ahead/)])
  bucket.ahead = -10_000
  expect(await ills()).toEqual([expect.stringMatching(/^warning clock of the bucket: (9|10|11) s behind/)])
})

test('what is wrong with proxies in front is told', async () => {
  proxy.upgrades = false
  expect(await ills()).toEqual([expect.stringMatching(/^failed websockets: .*Upgrade and Connection/)])
  proxy.upgrades = true
  proxy.appends = false
  expect(await ills()).toEqual([
    expect.stringMatching(/^failed proxies: clients choose their own address; TRUST_PROXY/),
  ])
  proxy.appends = true
  proxy.ahead = 40_000
  expect(await ills()).toEqual([expect.stringMatching(/^failed clock of PUBLIC_URL: /)])
  expect(await ills({ PUBLIC_URL: 'http://127.0.0.1:1' })).toEqual([
    expect.stringMatching(/^failed PUBLIC_URL: .*not reached/),
  ])
  expect(await ills({ PUBLIC_URL: bucket.env.S3_ENDPOINT ?? '' })).toEqual([
    expect.stringMatching(/^failed PUBLIC_URL: .*and no Phonedeck/),
  ])

  const untrusting = await startServer()
  const another = await startProxy(() => new URL(untrusting.url))
  expect(await ills({ PUBLIC_URL: another.url })).toEqual([
    expect.stringMatching(/^failed proxies: everybody is .*set TRUST_PROXY/),
  ])
  await another.stop()
  await untrusting.stop()
})

test('a disk that is nearly full is told', async ({ skip }) => {
  skip(!disks.mayMount(), 'this user may not mount a disk here')
  const DATA_DIR = disks.mount(10)
  const told = await ills({ DATA_DIR, SECRET_KEY: readFileSync(join(server.dataDir, 'secret.key'), 'utf8') })
  expect(told).toEqual([expect.stringMatching(/^failed disk: 0\.0 GB free .*make room/)])
})

const pem = (name: string): string => join(folder, `${name}.pem`)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })

test('certificates that run out, or are not the key’s, are told', async () => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  openssl('req', ...key, '-keyout', pem('other'), '-out', pem('request'))
  openssl('req', ...key, '-keyout', pem('key'), '-out', pem('request'))
  const own = (days: number, keyFile = 'key') => {
    openssl('x509', '-req', '-in', pem('request'), '-signkey', pem('key'), '-days', String(days), '-out', pem('cert'))
    return ills({ TLS_CERT: pem('cert'), TLS_KEY: pem(keyFile) })
  }
  expect(await own(-1)).toEqual([expect.stringMatching(/^failed TLS_CERT: ran out at /)])
  expect(await own(10)).toEqual([expect.stringMatching(/^warning TLS_CERT: valid for 9 more days; renew it/)])
  expect(await own(60, 'other')).toEqual([expect.stringMatching(/^failed TLS_CERT: is not the certificate of TLS_KEY/)])
  expect(await own(60)).toEqual([])

  const cert = { cert: readFileSync(pem('cert')), key: readFileSync(pem('key')) }
  const secure = createSecureServer(cert).listen(0, 'localhost')
  await once(secure, 'listening')
  const PUBLIC_URL = `https://localhost:${(secure.address() as AddressInfo).port}` // It listens on TCP, so it has one.
  const [told] = await ills({ PUBLIC_URL })
  expect(told).toMatch(/^failed certificate of PUBLIC_URL: browsers refuse it .*made for localhost/)
  secure.closeAllConnections()
  secure.close()
})
