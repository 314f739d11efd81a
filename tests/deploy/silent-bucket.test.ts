import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Cable } from '../support/cable.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { asWritten, makeCertificate, missing, programOf } from '../support/deployed.ts'
import { Engine } from '../support/engine.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'

const lacks = missing('haproxy')

interface Ready {
  status: string
  parts: Record<string, boolean>
  problems?: Record<string, string>
}

describe.skipIf(lacks !== undefined)(`HAProxy before a server${lacks ? ` (${lacks})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-silent-bucket-'))
  const known = getCACertificates('default')
  /** It takes every connection, and never says a word. */
  const sockets = new Set<Socket>()
  const bucket = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // Whoever gave it up knows.
    socket.resume()
  })
  let database: TestDatabase
  let cable: Cable
  let server: ServerProcess
  let haproxy: Engine
  let front: string
  const asked = async (headers: Record<string, string>): Promise<Ready> =>
    (await (await fetch(`${server.url}/readyz`, { headers })).json()) as Ready

  beforeAll(async () => {
    await once(bucket.listen(0, '127.0.0.1'), 'listening')
    const [plain, secure] = [await freePort(), await freePort()]
    front = `https://localhost:${secure}`
    database = await newDatabase({ isSeeded: true })
    cable = await Cable.to(join(inject('postgresFolder'), '.s.PGSQL.5432'))
    const { port } = bucket.address() as AddressInfo // It listens on TCP.
    server = await spawnServer({
      env: {
        DATABASE_URL: `postgres://phonedeck@127.0.0.1:${cable.port}/${database.name}`,
        SECRET_KEY: '5a'.repeat(32),
        PUBLIC_URL: front,
        TRUST_PROXY: '1',
        S3_BUCKET: 'silent',
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
    })
    const certificate = makeCertificate(folder, 'localhost')
    setDefaultCACertificates([...known, readFileSync(certificate, 'utf8')])
    const both = readFileSync(certificate, 'utf8') + readFileSync(join(folder, 'privkey.pem'), 'utf8')
    writeFileSync(join(folder, 'haproxy.pem'), both)
    const { host } = new URL(server.url)
    const settings = asWritten('three-machines/haproxy.cfg', [
      ['bind :80', `bind 127.0.0.1:${plain}`],
      ['bind :443', `bind 127.0.0.1:${secure}`],
      ['/etc/haproxy/phonedeck.pem', join(folder, 'haproxy.pem')],
      ['10.0.0.11:8080', host],
      ['10.0.0.12:8080', host],
    ])
    writeFileSync(join(folder, 'haproxy.cfg'), settings)
    haproxy = await Engine.start([programOf('haproxy'), '-db', '-f', join(folder, 'haproxy.cfg')], secure)
  })
  afterAll(async () => {
    await haproxy?.stop()
    await server?.stop()
    for (const socket of sockets) socket.destroy()
    bucket.close()
    await cable?.close()
    await database?.drop()
    setDefaultCACertificates(known)
    rmSync(folder, { recursive: true })
  })

  test('whose bucket is silent goes on asking it: no call fails', async () => {
    const given: number[] = []
    // By then three checks that wait for the bucket have failed, however long each may wait.
    for (let second = 0; second < 20; second += 1) {
      given.push((await fetch(`${front}/healthz`)).status)
      await pause(1_000)
    }
    expect(new Set(given)).toEqual(new Set([200]))
    const from = performance.now()
    const ready = await fetch(`${front}/readyz`)
    expect(performance.now() - from).toBeLessThan(2_000)
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'degraded', parts: { database: true, files: false } },
    ])
  })

  test('tells strangers which part is away and not where it is, and whoever may read the figures both', async () => {
    cable.unplug()
    await expect
      .poll(() => asked({ 'x-forwarded-for': '203.0.113.7' }))
      .toEqual({
        status: 'not ready',
        parts: { database: false, writing: false, broker: true, operation_log: false, files: false },
      })
    expect((await asked({})).problems?.database).toBeTruthy()
    cable.plugIn()
    await expect.poll(async () => (await asked({})).parts.database).toBe(true)
  })
})
