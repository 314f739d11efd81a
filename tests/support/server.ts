import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The password of all five accounts, unless a test sets another SEED_PASSWORD. */
export const testPassword = 'correct-horse-1'

/** An answer of the server: the envelope, and the HTTP status it came with; of a file, its text as the data. */
export interface Answer {
  status: number
  code: number
  message: string
  // The contract has the shape of each answer; a test that reads one says what it expects by asserting it.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

export interface CallOptions {
  token?: string | undefined
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  body?: unknown
  headers?: Record<string, string>
}

export interface TestServer {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  url: string
  dataDir: string
  pid: number
  /** Everything it has printed, line by line: JSON logs on standard output, words for people on standard error. */
  lines: string[]
  /** Resolves with the first line, past or to come, that matches. */
  line(pattern: RegExp): Promise<string>
  /** Calls `/api/restful/<path>`: GET, or POST where there is a body. */
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Signs in as one of the first accounts; answers the token. */
  signIn(role: Role): Promise<string>
  /** Ends it as Ctrl-C does, and answers its exit code. Its data go with it, unless they were given. */
  stop(): Promise<number | null>
  /** Lets go of it as a parent does that has died, and answers its exit code. Its data stay. */
  abandon(): Promise<number | null>
  /** Ends it as a power cut does. Its data stay. */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** Virtual phones; none unless asked for. */
  phones?: number
  env?: Record<string, string>
  /** Data of an earlier server, to start on again; the caller removes them. */
  dataDir?: string
  /** A command that runs the one behind it, as `nice` does. */
  within?: readonly string[]
}

function queryString(query: CallOptions['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) parameters.append(name, String(one))
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** Calls a server by its URL, as `TestServer.call` does. */
export async function callServer(url: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { token, query, body, headers } = options
  const response = await fetch(`${url}/api/restful/${path}${queryString(query)}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token !== undefined && { 'X-Token': token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isFile = response.headers.get('content-type')?.startsWith('text/csv') ?? false
  if (isFile) return { status: response.status, code: codes.ok, message: '', data: await response.text() }
  // Each other answer is an envelope; tests assert its fields.
  const envelope = (await response.json()) as Omit<Answer, 'status'>
  return { ...envelope, status: response.status }
}

/** What a process prints, so that tests can wait for a line. */
export class Output {
  readonly lines: string[] = []
  readonly #waiting = new Set<(line: string | undefined) => void>()
  #ended = false

  read(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface(stream).on('line', (line) => {
          this.lines.push(line)
          for (const look of this.#waiting) look(line)
        })
    child.once('close', () => {
      this.#ended = true
      for (const look of this.#waiting) look(undefined)
    })
  }

  line(pattern: RegExp): Promise<string> {
    const past = this.lines.find((line) => pattern.test(line))
    if (past !== undefined) return Promise.resolve(past)
    return new Promise((resolve, reject) => {
      const look = (line: string | undefined): void => {
        if (line !== undefined && !pattern.test(line)) return
        this.#waiting.delete(look)
        if (line === undefined) reject(new Error(`it ended without ${pattern}:\n${this.lines.join('\n')}`))
        else resolve(line)
      }
      if (this.#ended) look(undefined)
      else this.#waiting.add(look)
    })
  }
}

/** Runs `node server/main.ts` to its end; for servers that are not to start. */
export async function runServer(env: Record<string, string>): Promise<{ exitCode: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env: { ...process.env, ...env } })
  const output = new Output()
  output.read(child)
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, lines: output.lines }
}

/** Starts a real server on a free port, with an embedded PostgreSQL in a folder of its own and no captcha. */
export async function startServer({
  phones = 0,
  env = {},
  dataDir,
  within = [],
}: ServerOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'phonedeck-test-'))
  const [program, ...args] = [...within, process.execPath, 'server/main.ts']
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      PHONES: String(phones),
      DEMO: 'accounts',
      SEED_PASSWORD: testPassword,
      CAPTCHA: 'off',
      LOG_LEVEL: 'debug',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // The channel: no server outlives its test.
  })
  const output = new Output()
  output.read(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = /https?:\S+/.exec(await output.line(/^Phonedeck is ready: /))?.[0] ?? ''
  const call = (path: string, options?: CallOptions): Promise<Answer> => callServer(url, path, options)

  return {
    url,
    dataDir: folder,
    pid: child.pid ?? 0,
    lines: output.lines,
    line: (pattern) => output.line(pattern),
    call,
    async signIn(role) {
      const body = { user_name: role, password: env.SEED_PASSWORD ?? testPassword }
      const { code, message, data } = await call('v2/user/login', { body })
      if (code !== 20000) throw new Error(`${role} could not sign in: ${message}`)
      return data.token
    },
    async stop() {
      child.kill('SIGINT')
      const exitCode = await ended
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
      return exitCode
    },
    abandon() {
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.disconnect() // After this Node emits no `close` any more.
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
