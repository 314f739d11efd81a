import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { readConfig } from '../../server/config/config.ts'
import { type RunningServer, startServer as start } from '../../server/start/server.ts'
import type { DatabaseAddress } from '../../server/store/database.ts'
import type { TestBucket } from './bucket.ts'
import { newDatabase } from './database.ts'
import { startOnEngines } from './external-engines.ts'
import { Lines } from './lines.ts'
import { removeFolder } from './remove-folder.ts'

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
  database: DatabaseAddress
  /** Where it keeps files; undefined where that is its data folder. */
  bucket?: TestBucket | undefined
  /** Everything it has logged, line by line; of a process, also its words for people. */
  lines: string[]
  /** Resolves with the first line, past or to come, that matches. */
  line(pattern: RegExp): Promise<string>
  /** Calls `/api/restful/<path>`: GET, or POST where there is a body. */
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Signs in as one of the first accounts; answers the token. */
  signIn(role: Role): Promise<string>
  /** Ends it in order. Its data go with it, unless they were given. */
  stop(): Promise<unknown>
}

export interface ServerOptions {
  /** Virtual phones; none unless asked for. */
  phones?: number
  env?: Record<string, string>
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
  const text = await response.text()
  try {
    // Each other answer is an envelope; tests assert its fields.
    return { ...(JSON.parse(text) as Omit<Answer, 'status'>), status: response.status }
  } catch {
    // It is of somebody between: a proxy that found no server, or would not wait.
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  }
}

/** Signs in at a server by its URL, by the name of a role's first account or another; answers the token. */
export async function signInAt(url: string, userName: string, password = testPassword): Promise<string> {
  const { code, message, data } = await callServer(url, 'v2/user/login', { body: { user_name: userName, password } })
  if (code !== codes.ok) throw new Error(`${userName} could not sign in: ${message}`)
  return data.token
}

/** The environment of a server that tests start: on a free port, with the five accounts and no captcha. */
export const testEnvironment = ({ phones = 0, env = {} }: ServerOptions, dataDir: string): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: dataDir,
  PHONES: String(phones),
  DEMO: 'accounts',
  SEED_PASSWORD: testPassword,
  CAPTCHA: 'off',
  LOG_LEVEL: 'debug',
  ...env,
})

/**
 * Starts a real server on the thread of this test, with a database of its own in the PostgreSQL of the run. Where it has to be a
 * process, `spawnServer` starts one. In the project `external` it is two servers on the engines of deploy/, reached through a proxy.
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-test-'))
  const env = testEnvironment(options, dataDir)
  const database = await newDatabase({ isSeeded: env.DEMO === 'accounts' })
  const lines = new Lines()
  const startHere = (settings: Record<string, string>): Promise<RunningServer> =>
    start(
      readConfig(settings),
      () => Promise.resolve(), // Who is there is known.
      { write: (line) => lines.add(line.trimEnd()) },
    )
  const isExternal = inject('engines') === 'external'
  const started = isExternal
    ? await startOnEngines({ database, env }, startHere)
    : { ...(await startHere({ DATABASE_URL: database.url, ...env })), bucket: undefined }
  const { url, bucket } = started
  return {
    url,
    dataDir,
    database,
    bucket,
    lines: lines.all,
    line: (pattern) => lines.first(pattern),
    call: (path, callOptions) => callServer(url, path, callOptions),
    signIn: (role) => signInAt(url, role, env.SEED_PASSWORD),
    async stop() {
      await started.stop()
      lines.end()
      await database.drop()
      removeFolder(dataDir)
    },
  }
}
