import { BytePipe } from '../byte-stream.ts'
import type { Command, Output } from '../command.ts'

const ABORT_EXIT_CODE = 134
const MAX_KEPT_BYTES = 256 * 1024

/**
 * `CLASSPATH=file app_process [options] dir class args...`: runs a program that the phone knows by its class name. What
 * is in the classpath is for the program to look at; nothing of it is ever executed.
 */
export const appProcess: Command = async (context) => {
  const { env, phone, signal, stdout, stderr } = context
  const [, className, ...args] = context.args.filter((argument, index, all) => !isOption(argument, all.slice(0, index)))
  if (className === undefined) {
    await stderr.line('Error: no class name or --zygote supplied.')
    await stderr.line('Usage: app_process [java-options] cmd-dir start-class-name [options]')
    return 10
  }
  const program = await phone.program(className)
  if (!program) {
    await stderr.line(`Error: could not find class '${className}'`)
    await stderr.line('Aborted')
    return ABORT_EXIT_CODE
  }
  phone.processes.rename(context.pid, `app_process / ${className}`)
  const printed = [new PrintQueue(stdout), new PrintQueue(stderr)] as const
  const status = await program({
    args,
    env,
    stdout: (text) => printed[0].add(text),
    stderr: (text) => printed[1].add(text),
    signal,
  })
  await Promise.all(printed.map((queue) => queue.done()))
  return status
}

/** Java options come before the first operand: the command directory. */
function isOption(argument: string, before: string[]): boolean {
  return argument.startsWith('-') && before.every((earlier) => earlier.startsWith('-'))
}

/** A program prints without waiting; what its reader does not take in time is kept, up to a bound, then dropped. */
class PrintQueue {
  readonly #pipe = new BytePipe()
  readonly #drained: Promise<void>
  #kept = 0

  constructor(output: Output) {
    this.#drained = this.#drain(output)
    // The program learns of a lost reader through its signal.
    this.#drained.catch(() => {})
  }

  add(text: string): void {
    const bytes = Buffer.from(text)
    if (this.#kept + bytes.length > MAX_KEPT_BYTES) return
    this.#kept += bytes.length
    this.#pipe.append(bytes)
  }

  async done(): Promise<void> {
    this.#pipe.end()
    await this.#drained
  }

  async #drain(output: Output): Promise<void> {
    const never = new AbortController().signal
    for (let bytes = await this.#pipe.read(never); bytes; bytes = await this.#pipe.read(never)) {
      this.#kept -= bytes.length
      await output.write(bytes)
    }
  }
}
