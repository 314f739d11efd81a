import { type Completion, completionOf } from './completion.ts'
import { SIGNAL_NUMBERS, Killed } from './process-signal.ts'
import type { PhoneSystem } from './phone-system.ts'
import { CommandCollector } from './script-input.ts'
import type { Shell } from './shell.ts'
import { ShellError, type ShellState } from './shell-state.ts'
import { ShellSyntaxError } from './syntax.ts'
import type { Terminal } from './terminal.ts'

/** Lines that an interactive shell remembers. */
const MAX_HISTORY = 500

export const INTERRUPTED = new Killed(SIGNAL_NUMBERS['INT'] ?? 2).exitCode

/** `shiba:/sdcard $ `, with the last status in front where that was a failure; `#` for root. */
export function promptOf(state: ShellState, phone: PhoneSystem): string {
  const status = state.lastStatus === 0 ? '' : `${state.lastStatus}|`
  return `${status}${phone.identity.device}:${state.cwd} ${state.uid === 0 ? '#' : '$'} `
}

/** Completes lines by the shell's folder and by what commands may be called in it. */
export function completerOf(
  state: ShellState,
  { files }: PhoneSystem,
  commands: () => Iterable<string>,
): (line: string) => Completion {
  return (line) => completionOf(line, { files, cwd: state.cwd, home: state.get('HOME') ?? '/', commands: commands() })
}

/** Nothing, and the same twice in a row, is not worth calling back. */
export function remember(history: string[], text: string): void {
  if (text.trim() === '' || text === history.at(-1)) return
  history.push(text)
  if (history.length > MAX_HISTORY) history.shift()
}

/** A shell that was started as a command on a terminal (`su`, `sh`): runs what is typed at its prompt. */
export async function runPrompted(shell: Shell, terminal: Terminal): Promise<number> {
  const { state, phone, signal } = shell
  const collector = new CommandCollector()
  const history: string[] = []
  const complete = completerOf(state, phone, () => shell.commandNames)
  const status = await shell.guarded(async () => {
    for (;;) {
      const prompt = collector.isPending ? '> ' : promptOf(state, phone)
      const line = await terminal.readLine({ prompt, history, complete }, signal)
      if (line === 'end') return state.lastStatus
      if (line === 'interrupt') {
        collector.reset()
        state.lastStatus = INTERRUPTED
        continue
      }
      remember(history, line.text)
      try {
        const script = collector.add(line.text)
        if (script) await shell.run(script)
      } catch (error) {
        // A slip of the hand does not end a shell that somebody types into.
        if (!(error instanceof ShellError) && !(error instanceof ShellSyntaxError)) throw error
        await shell.complain(error.message)
        state.lastStatus = 1
      }
    }
  })
  await shell.waitForJobs()
  return status
}
