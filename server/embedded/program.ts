import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program that ran at least so long is restarted without delay. Milliseconds. */
const steady = 30_000
const longestDelay = 30_000
/** How long a program may take to end when asked. Milliseconds. */
const stopPatience = 5_000

/** What every program needs of our environment. The rest, in which there are passwords, is not its business. */
const basics = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+)$/

interface Options {
  name: string
  args: readonly string[]
  env?: Record<string, string>
  /** What it may have of our own environment besides what every program needs. */
  inherits?: RegExp
  log: FastifyBaseLogger
  /** Hears what the program prints that is a JSON object. */
  onLine?: (line: Record<string, unknown>) => void
}

/** One of the project's own programs as a child: restarted when it crashes, and told by its IPC channel when we do. */
export class Program {
  readonly #options: Options
  #child: ChildProcess | undefined
  #restart: NodeJS.Timeout | undefined
  #failures = 0
  #stopping = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    const { name, args, env, inherits, log } = this.#options
    const inherited = Object.entries(process.env).filter(([key]) => basics.test(key) || inherits?.test(key))
    const startedAt = Date.now()
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      env: { ...Object.fromEntries(inherited), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true, // Ctrl-C reaches the server alone, which ends its children in order.
    })
    this.#child = child
    for (const output of [child.stdout, child.stderr])
      if (output) createInterface(output).on('line', (line) => this.#heard(line))
    child.once('error', (error) => log.error({ err: error, part: name }, 'a program could not be started'))
    child.once('exit', (code, signal) => {
      this.#child = undefined
      if (this.#stopping) return
      this.#failures = Date.now() - startedAt > steady ? 1 : this.#failures + 1
      const delay = Math.min(500 * 2 ** (this.#failures - 1), longestDelay)
      log.warn({ part: name, code, signal, delay }, 'a program ended and will be restarted')
      this.#restart = setTimeout(() => this.start(), delay)
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#restart)
    const child = this.#child
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const cut = setTimeout(() => child.kill('SIGKILL'), stopPatience)
    await ended
    clearTimeout(cut)
  }

  #heard(text: string): void {
    const { name, log, onLine } = this.#options
    const line = parseRecord(text)
    if (line === undefined) return log.info({ part: name }, text)
    const { level, msg, time: _, ...fields } = line
    if (typeof msg === 'string') log[levelOf(level)]({ part: name, ...fields }, msg)
    return onLine?.(line)
  }
}

/** Ours, of a line that a program logs. Its daily business is not ours. */
const levelOf = (level: unknown): 'debug' | 'warn' | 'error' =>
  level === 'warn' || level === 'error' ? level : 'debug'

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined // Plain text, to be logged as it is.
  }
}
