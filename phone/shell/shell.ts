import type { Budget } from './budget.ts'
import type { Output } from './command.ts'
import type { Descriptors } from './descriptors.ts'
import type { PhoneSystem } from './phone-system.ts'
import type { ShellState } from './shell-state.ts'
import type { Script } from './syntax.ts'

/** A command that a shell runs in the background. */
export interface Job {
  pid: number
  done: Promise<number>
  /** Prints to the session, which therefore ends no earlier than the job. */
  attached: boolean
  running: boolean
}

/** One shell process, as its builtins, its commands and its prompt use it. The interpreter is one. */
export interface Shell {
  readonly phone: PhoneSystem
  readonly state: ShellState
  readonly budget: Budget
  readonly jobs: Job[]
  /** Ends what runs in the foreground. */
  readonly signal: AbortSignal
  readonly descriptors: Descriptors
  /** Everything that a command may be called. */
  readonly commandNames: string[]
  output(fd: 1 | 2): Output
  /** Prints behind the shell's name, as `sh` does. */
  complain(message: string): Promise<void>
  run(script: Script): Promise<number>
  /** Runs a script as a whole process: its exit code takes in `exit`, errors, traps and attached jobs. */
  runToEnd(script: Script): Promise<number>
  /** Turns whatever ends a shell of its own accord into its status. */
  guarded(run: () => Promise<number>): Promise<number>
  /** Runs a function, `eval` or a sourced file, one level deeper than the shell is now. */
  nest<T>(run: () => Promise<T>): Promise<T>
  /** Waits for something that does not know of signals itself. */
  untilKilled<T>(promise: Promise<T>): Promise<T>
  waitForJobs(): Promise<void>
  /** A shell of its own, by default with a copy of this one's state. */
  fork(options: { descriptors?: Descriptors; signal?: AbortSignal; state?: ShellState }): Shell
}
