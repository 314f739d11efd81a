import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../domain/roles.ts'
import { readConfig } from '../../server/config/config.ts'
import { startServer } from '../../server/start/server.ts'
import { callServer, testPassword } from './server.ts'

export interface ServerHere {
  url: string
  tokens: Record<Role, string>
  /** Sends a body; answers with what came, and what it cost. */
  send(request: { path: string; token?: string | undefined; text: string }): Promise<Measured>
  stop(): Promise<void>
}

export interface Measured {
  status: number
  /** Bytes, with its headers. */
  size: number
  /** Milliseconds of processor time that the server's only thread, which is the sender's too, worked at one go. */
  cpu: number
}

const roles = ['admin', 'security', 'agent', 'manager', 'element'] as const

async function answerOn(socket: Socket, request: Buffer): Promise<{ status: number; size: number }> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {}) // The server may close before it has read everything.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(request)
  await closed
  const [head] = chunks
  return {
    status: Number(head?.toString('latin1', 9, 12)),
    size: chunks.reduce((sum, { length }) => sum + length, 0),
  }
}

/** Measures the longest that this thread works without looking at anything else. */
class Turns {
  #longest = 0
  #last = process.threadCpuUsage()
  readonly #clock = setInterval(() => this.#look(), 1)

  #look(): void {
    const { user, system } = process.threadCpuUsage(this.#last)
    this.#longest = Math.max(this.#longest, (user + system) / 1_000)
    this.#last = process.threadCpuUsage()
  }

  longest(): number {
    clearInterval(this.#clock)
    this.#look()
    return this.#longest
  }
}

/** Starts a real server on the thread of this test, so that its processor time can be measured. */
export async function startServerHere(): Promise<ServerHere> {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-here-'))
  const server = await startServer(
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      PHONES: '0',
      DEMO: 'accounts',
      SEED_PASSWORD: testPassword,
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '100000000',
    }),
    () => Promise.resolve(), // Who is there is known.
  )
  const { host, port } = new URL(server.url)
  const signIn = async (role: Role): Promise<[Role, string]> => {
    const body = { user_name: role, password: testPassword }
    const { data } = await callServer(server.url, 'v2/user/login', { body })
    return [role, data.token]
  }
  return {
    url: server.url,
    // There is one of each role.
    tokens: Object.fromEntries(await Promise.all(roles.map(signIn))) as Record<Role, string>,
    async send({ path, token, text }) {
      const body = Buffer.from(text)
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: close',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        ...(token === undefined ? [] : [`X-Token: ${token}`]),
      ]
      const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      const turns = new Turns()
      const answer = await answerOn(socket, request)
      return { ...answer, cpu: turns.longest() }
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
