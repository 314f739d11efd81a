import { posix } from 'node:path'
import { evaluateArithmetic } from './arithmetic.ts'
import { Input } from './command.ts'
import { COMMAND_NAMES, SYSTEM_BIN } from './command-table.ts'
import { sourceOf } from './descriptors.ts'
import { echoed } from './escapes.ts'
import { runExternal } from './external-command.ts'
import { KEYWORDS, parseScript } from './parser.ts'
import type { Shell } from './shell.ts'
import { Leave, LoopControl } from './shell-control.ts'
import { ShellError, type ShellState } from './shell-state.ts'
import { listOptions, takeOptions } from './shell-options.ts'
import { evaluateTest, TestError } from './test-expression.ts'

/** A command that works on the shell itself. */
type Builtin = (shell: Shell, args: string[], name: string) => number | Promise<number>

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** What the shell does itself; everything else is a command. */
export const BUILTINS = new Map<string, Builtin>([
  [':', () => 0],
  ['true', () => 0],
  ['false', () => 1],
  ['cd', changeDirectory],
  ['pwd', (shell) => print(shell, shell.state.cwd)],
  ['export', (shell, args) => declare(shell, args, (name) => shell.state.export(name))],
  ['readonly', (shell, args) => declare(shell, args, (name) => shell.state.protect(name))],
  ['local', (shell, args) => declareLocal(shell, args)],
  ['typeset', (shell, args) => declareLocal(shell, args)],
  ['declare', (shell, args) => declareLocal(shell, args)],
  ['unset', unset],
  ['set', setOptions],
  ['shift', shift],
  ['exit', (shell, [status]) => leave('shell', shell, status)],
  ['return', (shell, [status]) => leave('function', shell, status)],
  ['break', (_shell, [levels]) => control('break', levels)],
  ['continue', (_shell, [levels]) => control('continue', levels)],
  ['eval', (shell, args) => shell.nest(() => shell.run(parseScript(args.join(' '))))],
  ['.', source],
  ['source', source],
  ['read', read],
  ['test', test],
  ['[', test],
  ['let', (shell, args) => Number(args.map((arg) => evaluateArithmetic(arg, shell.state)).at(-1) === 0n)],
  ['wait', wait],
  ['jobs', jobs],
  ['echo', echo],
  ['getopts', getopts],
  ['trap', trap],
  ['exec', (shell, [name, ...args]) => replaceShell(shell, name, args)],
  ['command', lookUpOrRun],
  ['type', (shell, args) => describe(shell, args, false)],
  ['umask', (shell, args) => (args.length > 0 ? 0 : print(shell, '0077'))],
  ['ulimit', (shell) => print(shell, 'unlimited')],
])

/** Everything that a command may be called. */
export function commandNames({ functions }: ShellState): string[] {
  return [...BUILTINS.keys(), ...functions.keys(), ...KEYWORDS, ...COMMAND_NAMES]
}

async function print(shell: Shell, text: string): Promise<number> {
  await shell.output(1).line(text)
  return 0
}

async function changeDirectory(shell: Shell, [argument]: string[]): Promise<number> {
  const { state } = shell
  const target = argument === '-' ? state.previousDirectory : (argument ?? state.get('HOME') ?? '/')
  const path = posix.resolve(state.cwd, target)
  if (!shell.phone.files.isDirectory(path)) {
    const reason = shell.phone.files.exists(path) ? 'Not a directory' : 'No such file or directory'
    await shell.complain(`cd: ${target}: ${reason}`)
    return 2
  }
  state.previousDirectory = state.cwd
  state.cwd = path
  state.set('OLDPWD', state.previousDirectory)
  state.set('PWD', path)
  return argument === '-' ? print(shell, path) : 0
}

function declare(shell: Shell, args: string[], apply: (name: string) => void): number | Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('-'))
  if (names.length === 0) {
    const lines = Object.entries(shell.state.environment()).map(([name, value]) => `${name}=${value}`)
    return print(shell, lines.toSorted().join('\n'))
  }
  for (const argument of names) {
    const { name, value } = declared(argument, shell.state)
    if (value !== undefined) shell.state.set(name, value)
    apply(name)
  }
  return 0
}

function declareLocal(shell: Shell, args: string[]): number {
  for (const argument of args.filter((arg) => !arg.startsWith('-'))) {
    const { name, value } = declared(argument, shell.state)
    shell.state.makeLocal(name)
    // Outside of functions there is nothing to hide: a variable keeps its value.
    if (value !== undefined || shell.state.locals.length > 0) shell.state.set(name, value ?? '')
    if (args.includes('-x')) shell.state.export(name)
    if (args.includes('-r')) shell.state.protect(name)
  }
  return 0
}

/** `name`, `name=value` or `name+=more`. */
function declared(argument: string, state: ShellState): { name: string; value: string | undefined } {
  const [, name = argument, operator, value = ''] = /^([^=+]*)(\+?=)([^]*)$/.exec(argument) ?? []
  if (!NAME.test(name)) throw new ShellError(`${name}: is not an identifier`)
  if (operator === undefined) return { name, value: undefined }
  return { name, value: operator === '+=' ? (state.get(name) ?? '') + value : value }
}

function unset({ state }: Shell, args: string[]): number {
  for (const name of args) {
    if (name.startsWith('-')) continue
    if (args[0] === '-f') state.functions.delete(name)
    else state.unset(name)
  }
  return 0
}

async function setOptions(shell: Shell, args: string[]): Promise<number> {
  const { state } = shell
  if (args.length === 0) {
    const lines = [...state.all()].map(([name, value]) => `${name}=${value}`)
    return print(shell, lines.toSorted().join('\n'))
  }
  const { operands, isEnded, isListed } = takeOptions(state.options, args)
  if (isEnded || operands.length > 0) state.positional = operands
  return isListed ? print(shell, listOptions(state.options)) : 0
}

/** mksh's own, which resolves escapes unless it is told not to. */
async function echo(shell: Shell, args: string[]): Promise<number> {
  await shell.output(1).write(echoed(args, true))
  return 0
}

/** `getopts letters name [argument...]`: the next option into the variable, its value into OPTARG. */
async function getopts(shell: Shell, [letters = '', name = '', ...given]: string[]): Promise<number> {
  const { state } = shell
  if (!NAME.test(name)) throw new ShellError(`getopts: ${name}: is not an identifier`)
  const args = given.length > 0 ? given : state.positional
  const optind = state.get('OPTIND') ?? '1'
  let index = Math.max(1, Number.parseInt(optind, 10) || 1)
  let letter = state.getopts.index === optind ? state.getopts.letter : 1
  const word = args[index - 1] ?? ''
  const option = word[letter]
  const silent = letters.startsWith(':')
  const leaves = (found: string, value: string | undefined) => {
    state.set('OPTIND', String(index))
    state.getopts = { letter, index: String(index) }
    state.set(name, found)
    if (value === undefined) state.unset('OPTARG')
    else state.set('OPTARG', value)
  }
  if (word === '--' || !word.startsWith('-') || option === undefined) {
    if (word === '--') index += 1
    letter = 1
    leaves('?', undefined)
    return 1
  }
  letter += 1
  const rest = word.slice(letter)
  const at = option === ':' ? -1 : letters.indexOf(option)
  if (rest === '' || letters[at + 1] === ':') {
    index += 1
    letter = 1
  }
  if (at >= 0 && letters[at + 1] !== ':') leaves(option, undefined)
  else if (at >= 0 && (rest !== '' || args[index - 1] !== undefined)) {
    const value = rest === '' ? args[index++ - 1] : rest
    leaves(option, value)
  } else {
    leaves(silent && at >= 0 ? ':' : '?', silent ? option : undefined)
    if (!silent) await shell.complain(`getopts: -${option}: ${at >= 0 ? 'requires an argument' : 'unknown option'}`)
  }
  return 0
}

function shift({ state }: Shell, [argument = '1']: string[]): number {
  const count = Number(argument)
  if (!Number.isInteger(count) || count < 0 || count > state.positional.length)
    throw new ShellError('shift: nothing to shift')
  state.positional = state.positional.slice(count)
  return 0
}

function leave(scope: 'function' | 'shell', { state }: Shell, status: string | undefined): never {
  if (status !== undefined && !/^-?\d+$/.test(status)) throw new ShellError(`${status}: bad number`)
  throw new Leave(scope, status === undefined ? state.lastStatus : Number(BigInt.asUintN(8, BigInt(status))))
}

function control(kind: 'break' | 'continue', levels = '1'): never {
  throw new LoopControl(kind, Math.max(1, Number(levels) || 1))
}

async function source(shell: Shell, [file]: string[]): Promise<number> {
  if (file === undefined) throw new ShellError('.: missing argument')
  const content = shell.phone.files.readFile(posix.resolve(shell.state.cwd, file))
  return shell.nest(() => shell.run(parseScript(content.toString('utf8'))))
}

/** `read [-r] [-p prompt] [name...]`: one line into variables, the last of which takes the rest. */
async function read(shell: Shell, args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('-'))
  const input = new Input(sourceOf(shell.descriptors), shell.signal, shell.budget)
  const line = await input.readLine()
  const text = args.includes('-r') ? (line ?? '') : (line ?? '').replace(/\\(.)/gs, '$1')
  const targets = names.length > 0 ? names : ['REPLY']
  let rest = shell.state.get('IFS') === '' ? text : text.trim()
  for (const [index, name] of targets.entries()) {
    const separator = fieldSeparator(shell)
    const end = index === targets.length - 1 ? -1 : rest.search(separator)
    shell.state.set(name, end < 0 ? rest : rest.slice(0, end))
    rest = end < 0 ? '' : rest.slice(end).replace(separator, '')
  }
  return line === undefined ? 1 : 0
}

function fieldSeparator({ state }: Shell): RegExp {
  const characters = state.get('IFS') ?? ' \t\n'
  if (characters === '') return /$^/
  const set = `[${characters.replace(/[\]\\^-]/g, '\\$&')}]`
  return new RegExp(/^\s+$/.test(characters) ? `${set}+` : set)
}

const isEqual = (text: string, other: string) => text === other

async function test(shell: Shell, args: string[], name: string): Promise<number> {
  try {
    if (name === '[' && args.at(-1) !== ']') throw new TestError("missing ']'")
    const tokens = name === '[' ? args.slice(0, -1) : args
    return Number(!evaluateTest(tokens, { files: shell.phone.files, cwd: shell.state.cwd, matches: isEqual }))
  } catch (error) {
    if (!(error instanceof TestError)) throw error
    await shell.complain(`${name}: ${error.message}`)
    return 2
  }
}

async function wait(shell: Shell, args: string[]): Promise<number> {
  const waited = shell.jobs.filter((job) => args.length === 0 || args.includes(String(job.pid)))
  const statuses = await Promise.all(waited.map((job) => shell.untilKilled(job.done)))
  return args.length === 0 ? 0 : (statuses.at(-1) ?? 127)
}

async function jobs(shell: Shell): Promise<number> {
  for (const [index, job] of shell.jobs.entries()) {
    if (job.running) await print(shell, `[${index + 1}] ${job.pid} Running`)
  }
  return 0
}

function trap({ state }: Shell, [action, ...signals]: string[]): number {
  for (const signal of signals) {
    if (signal !== 'EXIT' && signal !== '0') continue
    if (action === '-' || action === undefined) state.traps.delete('EXIT')
    else state.traps.set('EXIT', action)
  }
  return 0
}

async function replaceShell(shell: Shell, name: string | undefined, args: string[]): Promise<number> {
  if (name === undefined) return 0
  throw new Leave('shell', await runExternal(shell, name, args, {}))
}

async function lookUpOrRun(shell: Shell, args: string[]): Promise<number> {
  if (args[0] === '-v' || args[0] === '-V') return describe(shell, args.slice(1), args[0] === '-v')
  const [name, ...rest] = args
  if (name === undefined) return 0
  const builtin = BUILTINS.get(name)
  return builtin ? builtin(shell, rest, name) : runExternal(shell, name, rest, {})
}

async function describe(shell: Shell, names: string[], short: boolean): Promise<number> {
  let status = 0
  for (const name of names) {
    const isFunction = shell.state.functions.has(name)
    const path = COMMAND_NAMES.includes(name) ? `${SYSTEM_BIN}/${name}` : undefined
    if (isFunction || BUILTINS.has(name)) {
      await print(shell, short ? name : `${name} is a ${isFunction ? 'function' : 'shell builtin'}`)
    } else if (path) await print(shell, short ? path : `${name} is ${path}`)
    else {
      status = 1
      if (!short) await print(shell, `${name} not found`)
    }
  }
  return status
}
