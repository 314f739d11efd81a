import { posix } from 'node:path'
import { Input, Output, CommandError, type Command, type CommandContext } from './command.ts'
import { findCommand, SYSTEM_BIN } from './command-table.ts'
import { sinkOf, sourceOf, type Descriptors } from './descriptors.ts'
import { FileSystemError } from './inode.ts'
import { MAX_SCRIPT_LENGTH, parseScript } from './parser.ts'
import { interruptible, Killed } from './process-signal.ts'
import { TooManyProcesses } from './process-table.ts'
import { runPrompted } from './prompt.ts'
import { runInput } from './script-input.ts'
import type { Shell } from './shell.ts'
import { TerminalInput } from './terminal.ts'

const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

/** Runs a command that is no builtin, as a process of its own, and resolves with its exit code. */
export async function runExternal(
  shell: Shell,
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<number> {
  const command = await resolveCommand(shell, name)
  if (typeof command === 'number') return command
  let process
  try {
    const { pid, uid } = shell.state
    const parent = { pid, uid, environment: { ...shell.state.environment(), ...env } }
    process = shell.phone.processes.start([name, ...args].join(' ').slice(0, 512), parent, shell.signal)
  } catch (error) {
    if (!(error instanceof TooManyProcesses)) throw error
    await shell.complain(error.message)
    return 1
  }
  try {
    return await runProcess(shell, command, {
      name: posix.basename(name),
      args,
      env,
      pid: process.pid,
      signal: process.signal,
    })
  } catch (error) {
    if (error instanceof Killed && !shell.signal.aborted) return error.exitCode
    throw error
  } finally {
    process.end()
  }
}

/** The command that a name means; a number is the exit code after having said that there is none. */
async function resolveCommand(shell: Shell, name: string): Promise<Command | number> {
  const { files } = shell.phone
  const command = await findCommand(name.startsWith(`${SYSTEM_BIN}/`) ? posix.basename(name) : name)
  if (command) return command
  if (name.includes('/')) {
    const path = posix.resolve(shell.state.cwd, name)
    if (files.exists(path)) {
      const inode = files.lookup(path)
      if (inode.kind === 'file' && (inode.mode & 0o111) !== 0) return scriptFile(path, name)
      await shell.complain(
        `${name}: can't execute: ${inode.kind === 'directory' ? 'Is a directory' : 'Permission denied'}`,
      )
      return NOT_EXECUTABLE
    }
  }
  await shell.complain(`${name}: inaccessible or not found`)
  return NOT_FOUND
}

function scriptFile(path: string, name: string): Command {
  return (context) => {
    const text = context.files.readFile(path)
    if (text.length > MAX_SCRIPT_LENGTH) throw new CommandError('file too large', NOT_EXECUTABLE)
    if (text.includes(0)) throw new CommandError('not executable: 64-bit ELF file', NOT_EXECUTABLE)
    return context.runShell(text.toString('utf8'), { name, positional: context.args })
  }
}

interface ProcessStart {
  name: string
  args: string[]
  env: Record<string, string>
  pid: number
  signal: AbortSignal
}

async function runProcess(shell: Shell, command: Command, start: ProcessStart): Promise<number> {
  const context = contextOf(shell, start, shell.descriptors)
  try {
    // A command that does not listen to its signal is left behind: its streams are dead to it.
    return await Promise.race([command(context), untilKilled(start.signal)])
  } catch (error) {
    if (error instanceof CommandError || error instanceof FileSystemError) {
      if (error.message !== '') await context.stderr.line(`${start.name}: ${error.message}`)
      return error instanceof CommandError ? error.exitCode : 1
    }
    throw error
  }
}

function untilKilled(signal: AbortSignal): Promise<never> {
  return interruptible<never>(signal, () => () => {})
}

function contextOf(shell: Shell, start: ProcessStart, descriptors: Descriptors): CommandContext {
  const { budget, phone, state } = shell
  const { signal } = start
  const env = { ...state.environment(), ...start.env }
  const forked = (table: Descriptors, childSignal: AbortSignal) => {
    const child = shell.fork({ descriptors: table, signal: childSignal })
    child.state.pid = start.pid
    return child
  }
  return {
    name: start.name,
    args: start.args,
    env,
    cwd: state.cwd,
    stdin: new Input(sourceOf(descriptors), signal, budget),
    stdout: new Output(sinkOf(descriptors, 1), signal, budget),
    stderr: new Output(sinkOf(descriptors, 2), signal, budget),
    pid: start.pid,
    uid: state.uid,
    signal,
    budget,
    files: phone.files,
    phone,
    run: async ([name, ...args], how = {}) => {
      if (name === undefined) return 0
      const table = how.stdin ? new Map(descriptors).set(0, { source: how.stdin }) : descriptors
      const child = forked(table, how.signal ?? signal)
      child.state.uid = how.uid ?? state.uid
      return runExternal(child, name, args, { ...start.env, ...how.env })
    },
    runShell: (script, { name, positional, options }) => {
      const own = state.inherit(env)
      own.pid = start.pid
      own.name = name
      own.positional = positional
      Object.assign(own.options, options)
      const child = shell.fork({ descriptors, signal, state: own })
      if (script !== undefined) return child.guarded(async () => child.runToEnd(parseScript(script)))
      const source = sourceOf(descriptors)
      return source instanceof TerminalInput ? runPrompted(child, source.terminal) : runInput(child, source)
    },
  }
}
