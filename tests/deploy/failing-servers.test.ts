import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asWritten, makeCertificate, missing, programOf } from '../support/deployed.ts'
import { Engine } from '../support/engine.ts'
import { freePort } from '../support/free-port.ts'
import { startNginx } from '../support/nginx.ts'

const lacks = missing('nginx', 'haproxy')
/** How late a busy server answers a check. Milliseconds. */
const late = 1_500

type Manner = 'well' | 'rubbish' | 'half an answer' | 'no answer' | 'late to checks'

/** What a proxy takes for a server, which fails as a test wants. */
class Pretender {
  readonly port: number
  manner: Manner = 'well'
  /** Calls that have reached it, checks left out. */
  calls = 0
  #server: Server | undefined

  constructor(port: number) {
    this.port = port
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  async #answer({ url, socket }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url === '/readyz') {
      if (this.manner === 'late to checks') await pause(late)
      return void response.end('ready')
    }
    this.calls += 1
    if (this.manner === 'rubbish') return void socket.end('HTTP/1.1 200 OK\r\n\0\r\n\r\n')
    if (this.manner === 'no answer') return void socket.destroy()
    if (this.manner !== 'half an answer') return void response.end('whole')
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('half', () => socket.destroy())
  }
}

describe.skipIf(lacks !== undefined)(`a server that fails behind${lacks ? ` (${lacks})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-failing-servers-'))
  const known = getCACertificates('default')
  const engines: Engine[] = []
  let one: Pretender
  let two: Pretender
  const urls: Record<'nginx' | 'HAProxy', string> = { nginx: '', HAProxy: '' }

  beforeAll(async () => {
    const certificate = makeCertificate(folder, 'localhost')
    setDefaultCACertificates([...known, readFileSync(certificate, 'utf8')])
    one = new Pretender(await freePort())
    two = new Pretender(await freePort())
    const addresses = [
      ['10.0.0.11:8080', `127.0.0.1:${one.port}`],
      ['10.0.0.12:8080', `127.0.0.1:${two.port}`],
    ] as const
    const ofNginx: [number, number] = [await freePort(), await freePort()]
    const servers = asWritten('three-machines/nginx-servers.conf', addresses)
    engines.push(await startNginx(folder, { ports: ofNginx, servers }))

    writeFileSync(
      join(folder, 'haproxy.pem'),
      readFileSync(certificate, 'utf8') + readFileSync(join(folder, 'privkey.pem'), 'utf8'),
    )
    const [plain, secure] = [await freePort(), await freePort()]
    const settings = asWritten('three-machines/haproxy.cfg', [
      ['bind :80', `bind 127.0.0.1:${plain}`],
      ['bind :443', `bind 127.0.0.1:${secure}`],
      ['/etc/haproxy/phonedeck.pem', join(folder, 'haproxy.pem')],
      ...addresses,
    ])
    writeFileSync(join(folder, 'haproxy.cfg'), settings)
    engines.push(await Engine.start([programOf('haproxy'), '-db', '-f', join(folder, 'haproxy.cfg')], secure))
    urls.nginx = `https://localhost:${ofNginx[1]}`
    urls.HAProxy = `https://localhost:${secure}`
  })
  afterAll(async () => {
    for (const engine of engines) await engine.stop()
    setDefaultCACertificates(known)
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    for (const server of [one, two]) {
      server.manner = 'well'
      await server.start()
    }
    // Either proxy has forgotten what it held against one.
    for (const name of ['nginx', 'HAProxy'] as const)
      await expect
        .poll(async () => {
          const before = [one.calls, two.calls]
          for (let call = 0; call < 4; call += 1) await ask(name)
          return [one.calls - (before[0] ?? 0), two.calls - (before[1] ?? 0)]
        })
        .toEqual([2, 2])
    for (const server of [one, two]) server.calls = 0
  })
  afterEach(async () => {
    for (const server of [one, two]) await server.stop()
  })

  /** Calls through a proxy: what came, or the status of what the proxy says itself. */
  async function ask(name: keyof typeof urls, method: 'GET' | 'POST' = 'GET'): Promise<string> {
    try {
      const response = await fetch(`${urls[name]}/api/restful/v2/user/info`, { method })
      const body = await response.text()
      return response.status === 200 ? body : String(response.status)
    } catch {
      return 'broken off'
    }
  }
  /** What so many calls are answered, one after the other. */
  async function answers(name: keyof typeof urls, count: number, method: 'GET' | 'POST' = 'GET'): Promise<string[]> {
    const all: string[] = []
    for (let call = 0; call < count; call += 1) all.push(await ask(name, method))
    return all
  }

  // The first: it begins with an nginx that holds nothing against either.
  test('nginx, again and again, is asked once in two seconds, and the other meanwhile', async () => {
    two.manner = 'no answer'
    expect(new Set(await answers('nginx', 30))).toEqual(new Set(['whole']))
    expect(two.calls).toBeLessThan(4)
  })

  describe.each(['nginx', 'HAProxy'] as const)('%s', (name) => {
    test.each(['rubbish', 'no answer', 'half an answer'] as const)(
      'with %s: a change that it may have made is sent to nobody else, and its caller knows',
      async (manner) => {
        two.manner = manner
        const given = await answers(name, 6, 'POST')
        expect(one.calls + two.calls).toBe(6)
        expect(two.calls).toBeGreaterThan(0)
        expect(given.filter((answer) => answer === 'whole')).toHaveLength(one.calls)
      },
    )

    test('while the other is gone, once with rubbish: what comes next is answered', async () => {
      await two.stop()
      expect(await ask(name)).toBe('whole')
      expect(await ask(name)).toBe('whole')
      one.manner = 'rubbish'
      expect(await ask(name)).toBe('502')
      one.manner = 'well'
      expect(new Set(await answers(name, 10))).toEqual(new Set(['whole']))
    })

    test('as the other does, both for a moment: calls are answered as soon as one is back', async () => {
      await one.stop()
      await two.stop()
      for (let call = 0; call < 4; call += 1) expect(await ask(name)).toMatch(/50[23]/)
      await one.start()
      const from = performance.now()
      await expect.poll(() => ask(name), { interval: 20 }).toBe('whole')
      expect(performance.now() - from).toBeLessThan(1_000)
    })
  })

  test('HAProxy by answering checks late, as all do that are busy, is asked all the same', async () => {
    for (const server of [one, two]) server.manner = 'late to checks'
    // Three checks that count as failed would be over by then.
    const until = performance.now() + 6_000
    const given: string[] = []
    while (performance.now() < until) {
      given.push(await ask('HAProxy'))
      await pause(100)
    }
    expect(new Set(given)).toEqual(new Set(['whole']))
    expect(Math.min(one.calls, two.calls)).toBeGreaterThan(5)
  })
})
