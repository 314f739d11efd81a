import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { roleOptions } from '../../server/store/database.ts'
import { type BoxOfPhones, startBoxOfPhones } from '../support/box-of-phones.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { databaseUrl } from '../support/database.ts'
import { asWritten, makeCertificate, missing, programOf, settingsIn } from '../support/deployed.ts'
import { Engine } from '../support/engine.ts'
import { freePort } from '../support/free-port.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { startMosquitto } from '../support/mosquitto.ts'
import { startNginx } from '../support/nginx.ts'
import { startPgbouncer } from '../support/pgbouncer.ts'
import { reachedAt, type Reached } from '../support/reached.ts'
import { type Answer, type CallOptions } from '../support/server.ts'
import { expectConformance } from '../support/conformance.ts'
import { runProgram, type ServerProcess, spawnServer } from '../support/server-process.ts'
import { SteadyWriter } from '../support/steady-writer.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { thereAndBack } from '../support/upload.ts'
import { type Viewer, watch } from '../support/viewer.ts'

const lacks = missing('nginx', 'haproxy', 'mosquitto', 'pgbouncer')
/** What a browser of ours sends at once. */
const part = 8 * 1024 ** 2
const secret = 'correct-horse-2'
/** So that no server refuses a write for there being too many. Milliseconds. */
const writerRest = 150
/** Each server lets an address ask 6,000 times a minute. Milliseconds. */
const readerRest = 10

/** The PostgreSQL of the run, as its superuser. */
const inCluster = (database: string): Client => new Client(databaseUrl(inject('postgresFolder'), database))

describe.skipIf(lacks !== undefined)(
  `three machines, as deploy/three-machines has them${lacks ? ` (${lacks})` : ''}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'phonedeck-three-machines-'))
    const known = getCACertificates('default')
    /** In a cluster that other tests use as well, database and role need a name of their own. */
    const name = `deck_${randomUUID().slice(0, 8)}`
    const write = (file: string, text: string): string => {
      const path = join(folder, file)
      writeFileSync(path, text)
      return path
    }
    const engines: Engine[] = []
    const certificate = join(folder, 'fullchain.pem')
    let bucket: TestBucket
    let settings: Record<string, string>[]
    let servers: ServerProcess[]
    let store: TestStore
    let box: BoxOfPhones
    let deck: Reached
    let token: string
    let pooled: string

    /** Makes role and database; answers the line that PgBouncer has of the role. */
    async function makeDatabase(): Promise<string> {
      const client = inCluster('postgres')
      await client.connect()
      const statements = asWritten('three-machines/database.sql', [['phonedeck', name]]).replaceAll(/^--.*\n/gm, '')
      for (const statement of statements.split(';')) if (statement.trim() !== '') await client.query(statement)
      await client.query(`alter role ${name} password '${secret}'`)
      const { rows } = await client.query(
        `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname = '${name}'`,
      )
      await client.end()
      return rows[0].line
    }

    beforeAll(async () => {
      bucket = await startBucket()
      const [poolPort, busPort, plainPort, securePort] = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ]
      const ports = [await freePort(), await freePort()]

      engines.push(
        await startPgbouncer(folder, {
          port: poolPort,
          postgresFolder: inject('postgresFolder'),
          database: name,
          users: await makeDatabase(),
        }),
      )
      engines.push(await startMosquitto(folder, { port: busPort, password: secret }))

      makeCertificate(folder, 'localhost')
      setDefaultCACertificates([...known, readFileSync(certificate, 'utf8')])
      write('haproxy.pem', readFileSync(certificate, 'utf8') + readFileSync(join(folder, 'privkey.pem'), 'utf8'))
      const proxy = asWritten('three-machines/haproxy.cfg', [
        ['bind :80', `bind 127.0.0.1:${plainPort}`],
        ['bind :443', `bind 127.0.0.1:${securePort}`],
        ['/etc/haproxy/phonedeck.pem', join(folder, 'haproxy.pem')],
        // Not from where clients and the doctor come, who are not to be trusted.
        ['10.0.0.11:8080', `127.0.0.1:${ports[0]} source 127.0.0.3`],
        ['10.0.0.12:8080', `127.0.0.1:${ports[1]} source 127.0.0.3`],
      ])
      const haproxy = [programOf('haproxy'), '-db', '-f', write('haproxy.cfg', proxy)] as const
      deck = reachedAt(`https://localhost:${securePort}`)

      const secretKey = randomBytes(32).toString('hex')
      settings = ['three-machines/server-1.env', 'three-machines/server-2.env'].map((file, index) => ({
        ...settingsIn(
          asWritten(file, [
            [`10.0.0.1${index + 1}:8080`, `127.0.0.1:${ports[index]}`],
            [`10.0.0.1${index + 1}`, '127.0.0.1'],
            ['PORT=8080', `PORT=${ports[index]}`],
            ['10.0.0.10:6432/phonedeck', `127.0.0.1:${poolPort}/${name}`],
            ['postgresql://phonedeck:CHANGE-ME', `postgresql://${name}:${secret}`],
            ['10.0.0.10:1883', `127.0.0.1:${busPort}`],
            ['mqtt://phonedeck:CHANGE-ME', `mqtt://phonedeck:${secret}`],
            ['TRUST_PROXY=10.0.0.10', 'TRUST_PROXY=127.0.0.3'],
            ['https://deck.example.com', deck.url],
            ['SECRET_KEY=CHANGE-ME', `SECRET_KEY=${secretKey}`],
            ['/var/lib/phonedeck', join(folder, `data-${index}`)],
            ['DEMO=0', 'DEMO=accounts'],
          ]),
        ),
        ...bucket.env,
      }))
      // One after the other: the first makes the tables.
      servers = []
      for (const env of settings) mkdirSync(env.DATA_DIR ?? '') // As StateDirectory= does.
      for (const env of settings) servers.push(await spawnServer({ env, dataDir: env.DATA_DIR ?? '' }))
      engines.push(await Engine.start(haproxy, securePort))
      pooled = settings[0]?.DATABASE_URL ?? ''

      store = openTestStore({ ...nth(0), database: { url: pooled } })
      // The proxy finds them ready within a second or two.
      await vi.waitFor(async () => (token = await deck.signIn('manager')), { timeout: 20_000 })
      box = await startBoxOfPhones(nth(0), store, {
        phones: 1,
        serverUrl: deck.url,
        env: { NODE_EXTRA_CA_CERTS: certificate },
      })
    })
    afterAll(async () => {
      await box?.stop()
      await store?.close()
      await Promise.all(servers.map((server) => server.kill()))
      for (const engine of engines) await engine.stop()
      await bucket.stop()
      setDefaultCACertificates(known)
      const client = inCluster('postgres')
      await client.connect()
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role ${name}`)
      await client.end()
      rmSync(folder, { recursive: true })
    })

    function nth(index: number): ServerProcess {
      const server = servers[index]
      if (server === undefined) throw new Error(`there is no server ${index}`)
      return server
    }
    const startAgain = async (index: number): Promise<void> => {
      const env = settings[index] ?? {}
      servers[index] = await spawnServer({ env, dataDir: env.DATA_DIR ?? '' })
    }
    /** Asks a server to end as systemd does, waits until it has, and starts it anew. */
    async function restart(index: number): Promise<void> {
      process.kill(nth(index).pid, 'SIGTERM')
      expect(await nth(index).stop()).toBe(0)
      await startAgain(index)
    }

    test('the doctor finds all of it well', async () => {
      const looked = await runProgram(['server/doctor.ts'], { ...settings[0], NODE_EXTRA_CA_CERTS: certificate })
      expect(looked.lines.filter((line) => !line.startsWith('ok '))).toEqual([])
      expect(looked.lines.map((line) => /^ok +(.*?):/.exec(line)?.[1])).toEqual(
        expect.arrayContaining(['database', 'pooler', 'broker', 'bucket', 'PUBLIC_URL', 'proxies', 'websockets']),
      )
    })

    test('the role has what servers ask for and PgBouncer does not pass on', async () => {
      const client = new Client(pooled)
      await client.connect()
      for (const [, option, value] of roleOptions.matchAll(/-c (\w+)=(\S+)/g))
        expect((await client.query(`show ${option}`)).rows).toEqual([{ [option ?? '']: value }])
      expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }])
      await client.end()
    })

    test('both servers are asked, and know where a client is', async () => {
      const trusted = { client: '127.0.0.9', hops: 2, is_proxy_trusted: true }
      expect(await Promise.all([1, 2, 3, 4].map(() => seenBy(deck)))).toEqual([trusted, trusted, trusted, trusted])
      for (const server of servers) {
        const figures = await (await fetch(`${server.url}/metrics`)).text()
        expect(figures).toMatch(/_requests_total\{route="\/seen",method="GET",status="200"\} [1-9]/)
      }
    })

    test('a file goes up in parts, now at one server and now at the other, and comes down whole', async () => {
      const { answers, sent, received } = await thereAndBack(deck, token, part)
      expect(answers).toEqual([204, 204, 204])
      expect(received).toBe(sent)
    })

    test('a server is replaced after the other: no call fails, and whoever controls a phone goes on', async () => {
      const id = await onlyPhone(deck, token)
      const writer = new SteadyWriter(deck, token, writerRest)
      const reader = new SteadyReader(deck, token)
      await writer.start()
      const over = new AbortController()
      let current: Viewer | undefined
      const modes: string[] = []
      let pictured = 0
      const controlling = (async () => {
        while (!over.signal.aborted) {
          current = await watch(deck, token, { id, mode: 'control' })
          modes.push((await current.state()).mode)
          await current.picture()
          pictured += 1
          await current.closed
        }
      })()
      await expect.poll(() => modes).toEqual(['control'])
      await restart(0)
      await restart(1)
      // Whoever leaves before its first picture would seem to have been given none.
      await expect.poll(() => modes.length - pictured, { timeout: 30_000 }).toBe(0)
      over.abort()
      await Promise.all([writer.stop(), reader.stop()])
      current?.close()
      await controlling
      expect([writer.failures, reader.failures, await writer.losses()]).toEqual([[], [], 0])
      expect(writer.acknowledged).toBeGreaterThan(20)
      expect(reader.answered).toBeGreaterThan(100)
      expect(modes.length).toBeGreaterThan(1)
      expect(new Set(modes)).toEqual(new Set(['control']))
    })

    test('a server is killed in the middle of calls: what was acknowledged is there, and the other goes on', async () => {
      const writer = new SteadyWriter(deck, await deck.signIn('element'), writerRest)
      await writer.start()
      await expect.poll(() => writer.acknowledged).toBeGreaterThan(20)
      await nth(0).kill()
      const before = writer.acknowledged
      await expect.poll(() => writer.acknowledged).toBeGreaterThan(before + 20)
      await startAgain(0)
      await writer.stop()
      expect(await writer.losses()).toBe(0)
    })

    test('with nginx, which is told before, no call fails either', async () => {
      const ports: [number, number] = [await freePort(), await freePort()]
      const [first = '', second = ''] = settings.map(({ PORT }) => `127.0.0.1:${PORT}`)
      const nginx = await startNginx(folder, {
        ports,
        servers: asWritten('three-machines/nginx-servers.conf', [
          ['10.0.0.11:8080', first],
          ['10.0.0.12:8080', second],
        ]),
      })
      engines.push(nginx)
      const tell = asWritten('three-machines/nginx-server.sh', [
        ['/etc/nginx/conf.d/phonedeck-servers.conf', join(folder, 'nginx-servers.conf')],
        ['nginx -t -q', `nginx -t -q -p ${folder} -c ${join(folder, 'nginx.conf')}`],
        ['systemctl reload nginx', `kill -HUP $(cat ${join(folder, 'nginx.pid')})`],
      ])
      const say = (what: 'out' | 'in', server: string) =>
        execFileSync('sh', [write('nginx-server.sh', tell), what, server], { stdio: 'pipe' })
      const behindNginx = { call: (path: string, options?: CallOptions) => callAnew(ports[1], path, options) }
      const writer = new SteadyWriter(behindNginx, token, writerRest)
      const reader = new SteadyReader(behindNginx, token)
      await writer.start()
      say('out', second)
      // From some moment on it is asked nothing, while the other goes on answering.
      await expect
        .poll(async () => {
          const [before, answered] = [await readsAt(nth(1)), reader.answered]
          await vi.waitFor(() => expect(reader.answered).toBeGreaterThan(answered + 10), { timeout: 20_000 })
          return (await readsAt(nth(1))) - before
        })
        .toBe(0)
      await restart(1)
      say('in', second)
      await Promise.all([writer.stop(), reader.stop()])
      expect([writer.failures, reader.failures, await writer.losses()]).toEqual([[], [], 0])
      expect(writer.acknowledged).toBeGreaterThan(20)
      expect(reader.answered).toBeGreaterThan(100)
    })

    test('after all that, everything has moved as the charts say', () => expectConformance({ url: pooled }))
  },
)

/** Whom a server takes for the client, who comes from 127.0.0.9 and says otherwise. */
async function seenBy({ url }: Reached): Promise<unknown> {
  const to = {
    host: 'localhost',
    port: new URL(url).port,
    family: 4,
    localAddress: '127.0.0.9',
    path: '/seen',
  }
  const [answer] = await once(request({ ...to, headers: { 'X-Forwarded-For': '203.0.113.7' } }).end(), 'response')
  return json(answer)
}

/** How many calls of a reader a server has answered. */
async function readsAt({ url }: { url: string }): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  return Number(
    /_requests_total\{route="\/api\/restful\/v2\/user\/info",method="GET",status="200"\} (\d+)/.exec(figures)?.[1],
  )
}

/** Somebody who asks without end. */
class SteadyReader {
  readonly failures: string[] = []
  answered = 0
  #isOver = false
  readonly #reading: Promise<void>

  constructor(deck: Pick<Reached, 'call'>, token: string) {
    this.#reading = this.#read(deck, token)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#reading
  }

  async #read(deck: Pick<Reached, 'call'>, token: string): Promise<void> {
    while (!this.#isOver)
      try {
        await pause(readerRest)
        const { code, message } = await deck.call('v2/user/info', { token })
        if (code === codes.ok) this.answered += 1
        else this.failures.push(message)
      } catch (error) {
        this.failures.push(String(error))
      }
  }
}

/** Calls with a connection of its own: nginx closes kept ones when it is told something, whoever has just begun to use one. */
async function callAnew(port: number, path: string, { token, query, body }: CallOptions = {}): Promise<Answer> {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]))
  const asked = request({
    agent: new Agent({ keepAlive: false }),
    host: 'localhost',
    port,
    family: 4,
    path: `/api/restful/${path}?${search}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-Token': token, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  })
  const [answer] = await once(asked.end(body === undefined ? undefined : JSON.stringify(body)), 'response')
  // Each answer is an envelope; tests assert its fields.
  return { status: answer.statusCode, ...((await json(answer)) as Omit<Answer, 'status'>) }
}
