import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { socketFolderOf } from '../../server/embedded/postgres.ts'
import { lookBeforeStop } from './before-stop.ts'
import { Output } from './lines.ts'
import { removeFolder } from './remove-folder.ts'
import { callServer, signInAt, testEnvironment, type ServerOptions, type TestServer } from './server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server that is a process of its own, as users start it. */
export interface ServerProcess extends TestServer {
  pid: number
  /** Ends it as Ctrl-C does, and answers its exit code. Its data go with it, unless they were given. */
  stop(): Promise<number | null>
  /** Lets go of it as a parent does that has died, and answers its exit code. Its data stay. */
  abandon(): Promise<number | null>
  /** Ends it as a power cut does. Its data stay. */
  kill(): Promise<void>
}

interface ProcessOptions extends ServerOptions {
  /** Data of an earlier server, to start on again; the caller removes them. */
  dataDir?: string
  /** A command that runs the one behind it, as `nice` does. */
  within?: readonly string[]
}

/** How a program has ended, and what it has printed. */
export interface Ended {
  exitCode: number | null
  lines: string[]
}

/** Runs a program of the project to its end. */
export async function runProgram(
  [script, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } })
  const output = new Output()
  output.read(child)
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, lines: output.all }
}

/** Runs `node server/main.ts` to its end; for servers that are not to start. */
export const runServer = (env: Record<string, string>): Promise<Ended> => runProgram(['server/main.ts'], env)

/** Starts a real server with an embedded PostgreSQL in a folder of its own, unless a database is given. */
export async function spawnServer({ dataDir, within = [], ...options }: ProcessOptions = {}): Promise<ServerProcess> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'phonedeck-test-'))
  const env = testEnvironment(options, folder)
  const [program, ...args] = [...within, process.execPath, 'server/main.ts']
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // The channel: no server outlives its test.
  })
  const output = new Output()
  output.read(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const database = env.DATABASE_URL === undefined ? { socketDir: socketFolderOf(folder) } : { url: env.DATABASE_URL }
  const url = /https?:\S+/.exec(await output.first(/^Phonedeck is ready: /))?.[0] ?? ''

  return {
    url,
    dataDir: folder,
    database,
    pid: child.pid ?? 0,
    lines: output.all,
    line: (pattern) => output.first(pattern),
    call: (path, callOptions) => callServer(url, path, callOptions),
    signIn: (role) => signInAt(url, role, env.SEED_PASSWORD),
    async stop() {
      await lookBeforeStop(database).finally(() => child.kill('SIGINT'))
      const exitCode = await ended
      if (dataDir === undefined) removeFolder(folder)
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
