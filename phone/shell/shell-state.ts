import { SHELL_UID } from './inode.ts'
import type { Command } from './syntax.ts'

interface Variable {
  value: string
  exported: boolean
  readOnly: boolean
}

/** What `set -o` switches, where it makes a difference. */
export interface ShellOptions {
  errexit: boolean
  noglob: boolean
  nounset: boolean
  /** A pipeline fails with the last of its stages that did. */
  pipefail: boolean
  xtrace: boolean
}

/** A builtin was used wrongly; the message is printed behind the shell's name. */
export class ShellError extends Error {
  override name = 'ShellError'
}

const MAX_VARIABLES = 4_096
const MAX_VARIABLES_SIZE = 16 * 1024 * 1024
const MAX_FUNCTIONS = 128

/** What a shell remembers between commands. A subshell works on a copy. */
export class ShellState {
  cwd = '/'
  previousDirectory = '/'
  /** `$0`. */
  name = '/system/bin/sh'
  positional: string[] = []
  lastStatus = 0
  lastBackgroundPid = 0
  pid = 0
  /** Who it runs as. */
  uid = SHELL_UID
  readonly options: ShellOptions = { errexit: false, noglob: false, nounset: false, pipefail: false, xtrace: false }
  /** How far `getopts` is within a word of several letters, and the `OPTIND` that it left behind. */
  getopts = { letter: 1, index: '1' }
  readonly functions = new Map<string, Command>()
  readonly traps = new Map<string, string>()
  /** Values to restore when the running function returns, innermost function last. */
  readonly locals: Map<string, Variable | undefined>[] = []
  readonly #variables = new Map<string, Variable>()
  /** Characters of all values; what `local` has put aside is not counted. */
  #size = 0

  get(name: string): string | undefined {
    if (name === 'RANDOM') return String(Math.floor(Math.random() * 32_768))
    return this.#variables.get(name)?.value
  }

  /** Throws ShellError for a read-only variable. */
  set(name: string, value: string): void {
    const variable = this.#variables.get(name)
    if (variable?.readOnly) throw new ShellError(`read-only: ${name}`)
    this.#size += value.length - (variable?.value.length ?? 0)
    if (this.#size > MAX_VARIABLES_SIZE) throw new ShellError('out of memory')
    if (variable) variable.value = value
    else {
      if (this.#variables.size >= MAX_VARIABLES) throw new ShellError('too many variables')
      this.#variables.set(name, { value, exported: false, readOnly: false })
    }
  }

  unset(name: string): void {
    if (this.#variables.get(name)?.readOnly) throw new ShellError(`read-only: ${name}`)
    this.#size -= this.#variables.get(name)?.value.length ?? 0
    this.#variables.delete(name)
  }

  export(name: string): void {
    const variable = this.#variables.get(name)
    if (variable) variable.exported = true
    else this.#variables.set(name, { value: '', exported: true, readOnly: false })
  }

  protect(name: string): void {
    const variable = this.#variables.get(name)
    if (variable) variable.readOnly = true
  }

  /** Throws ShellError when there are too many. */
  define(name: string, body: Command): void {
    if (!this.functions.has(name) && this.functions.size >= MAX_FUNCTIONS) throw new ShellError('too many functions')
    this.functions.set(name, body)
  }

  /** Makes a variable local to the running function. */
  makeLocal(name: string): void {
    const frame = this.locals.at(-1)
    if (!frame || frame.has(name)) return
    const variable = this.#variables.get(name)
    frame.set(name, variable && { ...variable })
  }

  /** Undoes what the returning function made local. */
  restoreLocals(): void {
    for (const [name, variable] of this.locals.pop() ?? []) {
      if (variable) this.#variables.set(name, variable)
      else this.#variables.delete(name)
    }
  }

  /** The variables that a command is given. */
  environment(): Record<string, string> {
    return Object.fromEntries(
      [...this.#variables].filter(([, { exported }]) => exported).map(([name, { value }]) => [name, value]),
    )
  }

  all(): Map<string, string> {
    return new Map([...this.#variables].map(([name, { value }]) => [name, value]))
  }

  /** What a shell that is started as a command begins with: the place and the exported variables. */
  inherit(environment: Record<string, string>): ShellState {
    const child = new ShellState()
    child.cwd = this.cwd
    child.pid = this.pid
    child.uid = this.uid
    for (const [name, value] of Object.entries(environment)) {
      child.set(name, value)
      child.export(name)
    }
    return child
  }

  copy(): ShellState {
    const copy = new ShellState()
    copy.cwd = this.cwd
    copy.previousDirectory = this.previousDirectory
    copy.name = this.name
    copy.positional = this.positional
    copy.lastStatus = this.lastStatus
    copy.lastBackgroundPid = this.lastBackgroundPid
    copy.pid = this.pid
    copy.uid = this.uid
    copy.#size = this.#size
    Object.assign(copy.options, this.options)
    copy.getopts = this.getopts
    for (const [name, command] of this.functions) copy.functions.set(name, command)
    for (const [name, variable] of this.#variables) copy.#variables.set(name, { ...variable })
    for (const frame of this.locals) copy.locals.push(new Map(frame))
    return copy
  }
}
