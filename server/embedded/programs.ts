import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { KeptProgram, type ProgramEnd, type ProgramSpec } from './kept-program.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What every program needs of our environment. The rest, in which there are passwords, is not its business. */
const basics = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+)$/

/** What a program is told; `inherits`: what it may have of our own environment besides what every program needs. */
interface Meant {
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  inherits?: RegExp
}

/** One of the project's own programs, with as much of our environment as is its business. */
export function specOf({ args, env = {}, inherits }: Meant): ProgramSpec {
  const inherited = Object.entries(process.env).filter(([key]) => basics.test(key) || inherits?.test(key))
  // Of variables that are listed each has a value.
  const environment = Object.fromEntries([...inherited, ...Object.entries(env)]) as Record<string, string>
  return { command: process.execPath, args, env: environment, cwd: root }
}

/** Hears what a program prints that is a JSON object, and no line of a log. */
type OnLine = (line: Record<string, unknown>) => void

/** The programs beside the server, by name: restarted when they crash. */
export interface Programs {
  /** What runs by a name; undefined where nothing does. */
  running(name: string): Promise<ProgramSpec | undefined>
  /** Has it run from now on; where the same runs already, hears what that said since it was started. */
  run(name: string, spec: ProgramSpec, onLine?: OnLine): void
  stop(name: string): Promise<void>
}

/** Programs that are children of this process: they end with it. */
class OwnPrograms implements Programs {
  readonly #log: FastifyBaseLogger
  readonly #kept = new Map<string, KeptProgram>()

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  running(name: string): Promise<ProgramSpec | undefined> {
    return Promise.resolve(this.#kept.get(name)?.spec)
  }

  run(name: string, spec: ProgramSpec, onLine?: OnLine): void {
    const log = this.#log
    const program = new KeptProgram(spec, {
      onLine: (line) => passOn(log, name, line, onLine),
      onEnd: (end) => logEnd(log, name, end),
    })
    this.#kept.set(name, program)
    program.start()
  }

  async stop(name: string): Promise<void> {
    const program = this.#kept.get(name)
    this.#kept.delete(name)
    await program?.stop()
  }
}

/** What a server asks whoever keeps its programs. */
type ProgramRequest =
  | { do: 'look'; name: string }
  | { do: 'run'; name: string; spec: ProgramSpec }
  | { do: 'stop'; name: string }

/** What a server is told of its programs. */
type ProgramMessage =
  | { program: string; running: ProgramSpec | null }
  | { program: string; line: string }
  | { program: string; stopped: true }

/** Programs that whoever started this server keeps for it: they outlive it, and the next server finds them running. */
class KeptForUs implements Programs {
  readonly #log: FastifyBaseLogger
  readonly #listeners = new Map<string, OnLine | undefined>()
  readonly #answers = new Map<string, (running: ProgramSpec | undefined) => void>()

  constructor(log: FastifyBaseLogger) {
    this.#log = log
    process.on('message', (message: ProgramMessage) => this.#heard(message))
    process.once('disconnect', () => {
      for (const answer of this.#answers.values()) answer(undefined)
    })
  }

  running(name: string): Promise<ProgramSpec | undefined> {
    return this.#ask({ do: 'look', name })
  }

  run(name: string, spec: ProgramSpec, onLine?: OnLine): void {
    this.#listeners.set(name, onLine)
    process.send?.({ do: 'run', name, spec } satisfies ProgramRequest)
  }

  async stop(name: string): Promise<void> {
    await this.#ask({ do: 'stop', name })
  }

  #ask(request: ProgramRequest): Promise<ProgramSpec | undefined> {
    if (!process.connected) return Promise.resolve(undefined) // Whoever kept it is gone, and it with them.
    return new Promise((resolve) => {
      this.#answers.set(request.name, resolve)
      process.send?.(request)
    })
  }

  #heard(message: ProgramMessage): void {
    const { program } = message
    if ('line' in message) return passOn(this.#log, program, message.line, this.#listeners.get(program))
    const answer = this.#answers.get(program)
    this.#answers.delete(program)
    answer?.('running' in message ? (message.running ?? undefined) : undefined)
  }
}

/** @param kept whether whoever started this server keeps its programs */
export const openPrograms = (kept: boolean, log: FastifyBaseLogger): Programs =>
  kept ? new KeptForUs(log) : new OwnPrograms(log)

function logEnd(log: FastifyBaseLogger, part: string, { error, code, signal, delay }: ProgramEnd): void {
  if (error) log.error({ err: error, part, delay }, 'a program could not be started')
  else log.warn({ part, code, signal, delay }, 'a program ended and will be restarted')
}

function passOn(log: FastifyBaseLogger, part: string, text: string, onLine?: OnLine): void {
  const line = parseRecord(text)
  if (line === undefined) return log.info({ part }, text)
  const { level, msg, time: _, ...fields } = line
  if (typeof msg === 'string') log[levelOf(level)]({ part, ...fields }, msg)
  return onLine?.(line)
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
