import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { socketFolderOf } from '../../server/embedded/postgres.ts'
import { lookBeforeStop } from './before-stop.ts'
import { type Answer, callServer, type CallOptions, testPassword } from './server.ts'
import { Output } from './lines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The processes that make up a Phonedeck. */
export const processKinds = ['server', 'agent', 'phones', 'postgres'] as const
export type ProcessKind = (typeof processKinds)[number]

/** What `npm start` runs once everything is installed and built; its server may not be there yet. */
export interface SupervisedProcess {
  pid: number
  lines: string[]
  line(pattern: RegExp): Promise<string>
  /** The number of a process that runs; undefined where none does. */
  pidOf(kind: ProcessKind): number | undefined
  /** Ends one as a fault does, and answers its number; undefined where none runs. */
  kill(kind: ProcessKind): number | undefined
  /** Asks it to stop, and answers the exit code. */
  stop(): Promise<number | null>
  exited: Promise<number | null>
  /** Waits until the server is there. */
  reached(): Promise<Supervised>
}

export interface Supervised extends SupervisedProcess {
  /** Where the server is reached, from its first start on. */
  url: string
  call(path: string, options?: CallOptions): Promise<Answer>
}

interface Options {
  dataDir: string
  phones: number
}

/** The scripts that processes of a kind run. */
const scriptOf = { server: 'server/main.ts', agent: 'agent/main.ts', phones: 'phone/main.ts' }

function childrenOf(parent: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const [, theirs] = /\) [^Z] (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? []
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return Number(theirs) === parent ? [{ pid: Number(entry), command }] : []
      } catch {
        return [] // It has just ended.
      }
    })
}

/** Whether a process runs; one that has ended, and of which nobody has asked how, does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Sends a signal to a process that may just have ended. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Starts Phonedeck as `npm start` does, and does not wait for it. */
export function spawnSupervised({ dataDir, phones }: Options): SupervisedProcess {
  const script = "import('./scripts/supervisor.mjs').then(({ supervise }) => supervise()).then(process.exit)"
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PHONES: String(phones),
      DEMO: 'accounts',
      SEED_PASSWORD: testPassword,
      CAPTCHA: 'off',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = new Output()
  output.read(child)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const pid = child.pid ?? 0

  const pidOf = (kind: ProcessKind): number | undefined => {
    if (kind !== 'postgres') return childrenOf(pid).find(({ command }) => command.includes(scriptOf[kind]))?.pid
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const postgres = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    return postgres > 0 && isRunning(postgres) ? postgres : undefined
  }
  const started: SupervisedProcess = {
    pid,
    lines: output.all,
    line: (pattern: RegExp) => output.first(pattern),
    exited,
    pidOf,
    kill(kind: ProcessKind) {
      const victim = pidOf(kind)
      if (victim !== undefined) signal(victim, 'SIGKILL')
      return victim
    },
    async stop() {
      await lookBeforeStop({ socketDir: socketFolderOf(dataDir) }).finally(() => child.kill('SIGTERM'))
      return exited
    },
    async reached() {
      const url = /https?:\S+/.exec(await output.first(/^Phonedeck is ready: /))?.[0] ?? ''
      return { ...started, url, call: (path, options) => callServer(url, path, options) }
    },
  }
  return started
}

/** Starts Phonedeck as `npm start` does, and waits until its server is there. */
export const startSupervised = (options: Options): Promise<Supervised> => spawnSupervised(options).reached()

/** Waits until everything is there and works: the server answers, and so many phones do as they are told. */
export async function whole(phonedeck: Pick<Supervised, 'call'>, phones: number, timeout = 90_000): Promise<void> {
  const body = { user_name: 'admin', password: testPassword }
  let token: string | undefined
  const answers = async (): Promise<string[]> => {
    token ??= (await phonedeck.call('v2/user/login', { body })).data.token as string
    const idle = await phonedeck.call('v3/device/list', { token, query: { status: ['idle'] } })
    expect(idle.data.total).toBe(phones)
    return Promise.all(
      idle.data.items.map(async ({ id }: { id: number }) => {
        const body = { id, command: 'echo whole', timeout_seconds: 2 }
        return (await phonedeck.call('v2/device/shell', { token, body })).data.output
      }),
    )
  }
  const all = Array.from({ length: phones }, () => 'whole\n')
  await vi.waitFor(async () => expect(await answers()).toEqual(all), { timeout, interval: 100 })
}
