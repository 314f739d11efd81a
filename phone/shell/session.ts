import { Budget, LimitExceeded } from './budget.ts'
import { commandNames } from './builtins.ts'
import type { ByteSink, ByteSource } from './byte-stream.ts'
import { Output } from './command.ts'
import type { Descriptors } from './descriptors.ts'
import { Interpreter, type InterpreterOptions } from './interpreter.ts'
import { parseScript } from './parser.ts'
import type { PhoneSystem } from './phone-system.ts'
import { Killed, killedBy } from './process-signal.ts'
import { completerOf, INTERRUPTED, promptOf, remember } from './prompt.ts'
import { CommandCollector, runInput } from './script-input.ts'
import type { Job } from './shell.ts'
import { Leave, LoopControl } from './shell-control.ts'
import { ShellState } from './shell-state.ts'
import type { Terminal } from './terminal.ts'

export interface SessionStreams {
  stdin: ByteSource
  stdout: ByteSink
  stderr: ByteSink
}

interface SessionOptions extends SessionStreams {
  phone: PhoneSystem
  /** `$TERM`, and what else the peer sets. */
  env: Record<string, string>
  /** Ends everything that the session runs. */
  signal: AbortSignal
}

const LIMIT_EXIT_CODE = 137
const SIGINT = 2
const ADBD_PID = 1_930

/** Runs `sh -c script`, or a shell that reads its script from stdin, and resolves with its exit code. Never rejects. */
export function runSession(script: string | undefined, options: SessionOptions): Promise<number> {
  const name = script === undefined ? 'sh' : `sh -c ${script}`.slice(0, 512)
  return withProcess(name, options, (state, signal) => {
    const shell = makeShell(options, { state, signal, sessionSignal: signal, jobs: [] })
    if (script === undefined) return runInput(shell, options.stdin)
    return shell.guarded(() => shell.runToEnd(parseScript(script)))
  })
}

/** Runs an interactive shell on a terminal: prompts, and a Ctrl-C that ends what runs but not the shell. */
export function runInteractive(terminal: Terminal, options: SessionOptions): Promise<number> {
  return withProcess('sh', options, async (state, signal) => {
    const collector = new CommandCollector()
    const jobs: Job[] = []
    const history: string[] = []
    const complete = completerOf(state, options.phone, () => commandNames(state))
    for (;;) {
      const prompt = collector.isPending ? '> ' : promptOf(state, options.phone)
      const line = await terminal.readLine({ prompt, history, complete }, signal)
      if (line === 'end') return state.lastStatus
      if (line === 'interrupt') {
        state.lastStatus = INTERRUPTED
        collector.reset()
        continue
      }
      remember(history, line.text)
      state.set('COLUMNS', String(terminal.size.columns))
      state.set('LINES', String(terminal.size.rows))
      terminal.echoes = true // A command that was interrupted may have left it off.
      const foreground = new AbortController()
      const endForeground = () => foreground.abort(killedBy(signal))
      signal.addEventListener('abort', endForeground, { once: true })
      const ignoreInterrupts = terminal.onInterrupt(() => foreground.abort(new Killed(SIGINT)))
      const shell = makeShell(options, { state, signal: foreground.signal, sessionSignal: signal, jobs })
      try {
        const script = collector.add(line.text)
        if (script) await shell.run(script)
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof Leave && error.scope === 'shell') return error.status
        state.lastStatus = await complaint(error, new Output(options.stderr, signal, shell.budget))
      } finally {
        ignoreInterrupts()
        signal.removeEventListener('abort', endForeground)
      }
    }
  })
}

/** A shell with a budget of its own; what it prints to the session is counted. */
function makeShell(
  { phone, stdin, stdout, stderr }: SessionOptions,
  own: Pick<InterpreterOptions, 'state' | 'signal' | 'sessionSignal' | 'jobs'>,
): Interpreter {
  const budget = new Budget(phone.limits)
  const counted = (sink: ByteSink): ByteSink => ({
    write: async (bytes, signal) => {
      budget.print(bytes.length)
      await sink.write(bytes, signal)
    },
  })
  const descriptors: Descriptors = new Map([
    [0, { source: stdin }],
    [1, { sink: counted(stdout) }],
    [2, { sink: counted(stderr) }],
  ])
  return new Interpreter({ phone, descriptors, budget, depth: 0, ...own })
}

/** Gives a session its process, and turns whatever ends it into an exit code. */
async function withProcess(
  processName: string,
  options: SessionOptions,
  run: (state: ShellState, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { phone } = options
  let process
  try {
    const state = new ShellState()
    for (const [name, value] of Object.entries({ ...ENVIRONMENT, HOSTNAME: phone.identity.device, ...options.env })) {
      state.set(name, value)
      state.export(name)
    }
    const parent = { pid: ADBD_PID, uid: state.uid, environment: state.environment() }
    process = phone.processes.start(processName, parent, options.signal)
    state.pid = process.pid
    return await run(state, process.signal)
  } catch (error) {
    return await complaint(error, new Output(options.stderr, options.signal, new Budget(phone.limits)))
  } finally {
    process?.end()
  }
}

/** Says why a command line ended, and resolves with its exit code. */
async function complaint(error: unknown, stderr: Output): Promise<number> {
  if (error instanceof Killed) return error.exitCode
  if (error instanceof Leave) return error.status
  if (error instanceof LoopControl) return 0
  try {
    await stderr.line(`/system/bin/sh: ${error instanceof Error ? error.message : 'internal error'}`)
  } catch {
    // Whoever would have read it is gone.
  }
  return error instanceof LimitExceeded ? LIMIT_EXIT_CODE : 1
}

const ENVIRONMENT = {
  PATH: '/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin',
  HOME: '/',
  SHELL: '/bin/sh',
  USER: 'shell',
  LOGNAME: 'shell',
  ANDROID_ROOT: '/system',
  ANDROID_DATA: '/data',
  ANDROID_STORAGE: '/storage',
  EXTERNAL_STORAGE: '/sdcard',
  TMPDIR: '/data/local/tmp',
  PWD: '/',
}
