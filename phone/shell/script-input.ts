import type { ByteSource } from './byte-stream.ts'
import { Input } from './command.ts'
import { parseScript } from './parser.ts'
import type { Shell } from './shell.ts'
import { IncompleteInput, ShellSyntaxError, type Script } from './syntax.ts'

/** A command that goes on over more text than this is refused: it is parsed again with every line. */
const MAX_COMMAND_LENGTH = 128 * 1024

/** Collects lines until they make whole commands. */
export class CommandCollector {
  #pending = ''

  get isPending(): boolean {
    return this.#pending !== ''
  }

  /** The commands that this line completes; undefined when more lines are needed. Throws ShellSyntaxError. */
  add(line: string): Script | undefined {
    const text = `${this.#pending}${line}\n`
    this.#pending = ''
    if (text.length > MAX_COMMAND_LENGTH) throw new ShellSyntaxError('command too long')
    try {
      return parseScript(text)
    } catch (error) {
      if (!(error instanceof IncompleteInput)) throw error
      this.#pending = text
      return undefined
    }
  }

  /** The input is over: throws when a command was left open. */
  end(): void {
    if (this.isPending) parseScript(this.#pending)
  }

  reset(): void {
    this.#pending = ''
  }
}

/** Runs what comes out of a source, command by command, so that commands can read what follows them. */
export async function runInput(shell: Shell, source: ByteSource): Promise<number> {
  const input = new Input(source, shell.signal, shell.budget)
  const collector = new CommandCollector()
  const status = await shell.guarded(async () => {
    for (;;) {
      const line = await input.readLine()
      if (line === undefined) break
      const script = collector.add(line)
      if (script) await shell.run(script)
    }
    collector.end()
    return shell.state.lastStatus
  })
  await shell.waitForJobs()
  return status
}
