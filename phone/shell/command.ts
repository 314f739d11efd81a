import { posix } from 'node:path'
import { LimitExceeded, workOf, type Budget } from './budget.ts'
import type { ByteSink, ByteSource } from './byte-stream.ts'
import type { FileSystem } from './file-system.ts'
import type { PhoneSystem } from './phone-system.ts'
import { killedBy } from './process-signal.ts'
import type { ShellOptions } from './shell-state.ts'

/** A command of the phone: runs to its exit code. Failures are thrown; CommandError and FileSystemError are printed. */
export type Command = (context: CommandContext) => Promise<number>

/** Printed as `name: message`, with this exit code. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export interface CommandContext {
  name: string
  /** Without the name. */
  args: string[]
  env: Record<string, string>
  cwd: string
  stdin: Input
  stdout: Output
  stderr: Output
  pid: number
  uid: number
  signal: AbortSignal
  budget: Budget
  files: FileSystem
  phone: PhoneSystem
  /** Runs another command with the same streams and environment unless others are given: `xargs`, `timeout`, `find -exec`. */
  run(
    argv: string[],
    how?: { stdin?: ByteSource; signal?: AbortSignal; env?: Record<string, string>; uid?: number },
  ): Promise<number>
  /** Runs a script in a shell of its own: `sh -c`, or a script file. Reads it from stdin when it is undefined. */
  runShell(
    script: string | undefined,
    how: { name: string; positional: string[]; options?: ShellOptions },
  ): Promise<number>
}

const NEWLINE = 10

/** A process' view of what it reads. */
export class Input {
  readonly source: ByteSource
  readonly #signal: AbortSignal
  readonly #budget: Budget

  constructor(source: ByteSource, signal: AbortSignal, budget: Budget) {
    this.source = source
    this.#signal = signal
    this.#budget = budget
  }

  /** The next bytes, undefined at the end. */
  async read(max?: number): Promise<Uint8Array | undefined> {
    if (this.#signal.aborted) throw killedBy(this.#signal)
    const bytes = await this.source.read(this.#signal, max)
    if (bytes) await this.#budget.spend(workOf(bytes.length))
    return bytes
  }

  /** The next line without its newline, undefined at the end. What follows it stays for the next reader. */
  async readLine(): Promise<string | undefined> {
    const pieces: Uint8Array[] = []
    let size = 0
    for (;;) {
      const bytes = await this.read()
      if (!bytes) return pieces.length === 0 ? undefined : Buffer.concat(pieces).toString('utf8')
      const end = bytes.indexOf(NEWLINE)
      pieces.push(end < 0 ? bytes : bytes.subarray(0, end))
      size += bytes.length
      if (end >= 0) {
        this.source.unread(bytes.subarray(end + 1))
        return Buffer.concat(pieces).toString('utf8')
      }
      if (size > this.#budget.limits.memoryBytes) throw new LimitExceeded('line too long')
    }
  }

  /** Every line, cheaply: what was read ahead is not given back. `mark` is the byte that ends each. */
  async *lines(mark = NEWLINE): AsyncGenerator<string, void, void> {
    let rest: Uint8Array = new Uint8Array()
    for (;;) {
      const bytes = await this.read()
      if (!bytes) break
      let text = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      for (let end = text.indexOf(mark); end >= 0; end = text.indexOf(mark)) {
        await this.#budget.spend()
        yield Buffer.from(text.subarray(0, end)).toString('utf8')
        text = text.subarray(end + 1)
      }
      rest = text
      if (rest.length > this.#budget.limits.memoryBytes) throw new LimitExceeded('line too long')
    }
    if (rest.length > 0) yield Buffer.from(rest).toString('utf8')
  }

  async readAll(): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let size = 0
    for (let bytes = await this.read(); bytes; bytes = await this.read()) {
      chunks.push(bytes)
      size += bytes.length
      if (size > this.#budget.limits.memoryBytes) throw new LimitExceeded('out of memory')
    }
    return Buffer.concat(chunks)
  }
}

/** A process' view of what it writes. */
export class Output {
  readonly sink: ByteSink
  readonly #signal: AbortSignal
  readonly #budget: Budget

  constructor(sink: ByteSink, signal: AbortSignal, budget: Budget) {
    this.sink = sink
    this.#signal = signal
    this.#budget = budget
  }

  async write(data: string | Uint8Array): Promise<void> {
    if (this.#signal.aborted) throw killedBy(this.#signal)
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    if (bytes.length === 0) return
    await this.#budget.spend(workOf(bytes.length))
    await this.sink.write(bytes, this.#signal)
  }

  async line(text: string): Promise<void> {
    await this.write(`${text}\n`)
  }
}

/** An argument as an absolute path. A trailing slash is kept: it asks for a directory. */
export function pathOf(context: { cwd: string }, argument: string): string {
  if (argument === '') return ''
  const path = posix.resolve(context.cwd, argument)
  return argument.endsWith('/') && path !== '/' ? `${path}/` : path
}
