import { posix } from 'node:path'
import { parseOptions, type ParsedOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command, type CommandContext, type Input } from '../command.ts'
import { RegularExpression } from '../regular-expression.ts'
import { inputsOf } from './operands.ts'

interface Span {
  start: number
  end: number
}

type Finder = (line: string, from: number) => Promise<Span | undefined>

const NO_MATCH = 1
const TROUBLE = 2

export const grep: Command = async (context) => {
  const options = parseOptions(context.args, {
    flags: 'EFGHLZabchilnoqrsvwxRyz',
    values: 'ABCefm',
    long: ['color=', 'include=', 'exclude=', 'line-buffered'],
  })
  const operands = [...options.operands]
  const pattern = options.has('e') ? options.values('e').join('\n') : operands.shift()
  if (pattern === undefined) throw new CommandError('No REGEX', TROUBLE)
  const recursive = options.has('r') || options.has('R')
  const finders = pattern.split('\n').map((source) => makeFinder(context, source, options))
  const names = recursive ? await filesBelow(context, operands.length > 0 ? operands : ['.']) : operands
  const titled = !options.has('h') && (options.has('H') || recursive || names.length > 1)
  let matched = false
  let opened = 0
  for await (const { name, input } of inputsOf(context, names)) {
    opened += 1
    const count = await searchInput(context, input, finders, options, titled ? `${name}:` : '')
    matched ||= count > 0
    if (options.has('c')) await context.stdout.line(`${titled ? `${name}:` : ''}${count}`)
    if (options.has('l') && count > 0) await context.stdout.line(name)
    if (options.has('L') && count === 0) await context.stdout.line(name)
    if (options.has('q') && matched) return 0
  }
  if (opened < names.length && !matched && !recursive) return TROUBLE
  return matched ? 0 : NO_MATCH
}

function makeFinder(context: CommandContext, source: string, options: ParsedOptions): Finder {
  const ignoreCase = options.has('i') || options.has('y')
  const extended = options.has('E') || context.name === 'egrep'
  const fixed = options.has('F') || context.name === 'fgrep'
  if (fixed && !options.has('w') && !options.has('x')) {
    const wanted = ignoreCase ? source.toLowerCase() : source
    return (line, from) => {
      const start = (ignoreCase ? line.toLowerCase() : line).indexOf(wanted, from)
      return Promise.resolve(start < 0 ? undefined : { start, end: start + wanted.length })
    }
  }
  const escaped = fixed ? source.replace(/[\\^$.*[\]]/g, '\\$&') : source
  const [open, close] = extended && !fixed ? ['(', ')'] : ['\\(', '\\)']
  let expression = escaped
  if (options.has('w')) expression = `\\<${open}${expression}${close}\\>`
  if (options.has('x')) expression = `^${open}${expression}${close}$`
  const compiled = new RegularExpression(expression, { extended: extended && !fixed, ignoreCase })
  return (line, from) => compiled.search(line, from, context.budget)
}

async function searchInput(
  context: CommandContext,
  input: Input,
  finders: Finder[],
  options: ParsedOptions,
  title: string,
): Promise<number> {
  const quiet = ['c', 'l', 'L', 'q'].some((flag) => options.has(flag))
  const after = Number(options.value('A') ?? options.value('C') ?? 0)
  const before = Number(options.value('B') ?? options.value('C') ?? 0)
  const limit = Number(options.value('m') ?? Number.POSITIVE_INFINITY)
  const earlier: string[] = []
  let count = 0
  let number = 0
  let trailing = 0
  const print = (text: string, line: number, mark: string) => {
    const shownTitle = title === '' ? '' : title.slice(0, -1) + mark
    return context.stdout.line(`${shownTitle}${options.has('n') ? `${line}${mark}` : ''}${text}`)
  }
  for await (const line of input.lines(options.has('z') ? 0 : undefined)) {
    number += 1
    const found = await firstOf(finders, line, 0)
    if ((found !== undefined) === options.has('v')) {
      if (trailing > 0 && !quiet) await print(line, number, '-')
      trailing -= 1
      if (before > 0) earlier.push(line)
      if (earlier.length > before) earlier.shift()
      continue
    }
    count += 1
    if (!quiet && options.has('o')) await printMatches(line, finders, (text) => print(text, number, ':'))
    else if (!quiet) {
      for (const [index, text] of earlier.entries()) await print(text, number - earlier.length + index, '-')
      await print(line, number, ':')
    }
    earlier.length = 0
    trailing = after
    if (count >= limit || options.has('q') || options.has('l')) break
  }
  return count
}

async function firstOf(finders: Finder[], line: string, from: number): Promise<Span | undefined> {
  let first: Span | undefined
  for (const find of finders) {
    const found = await find(line, from)
    if (found && (!first || found.start < first.start)) first = found
  }
  return first
}

async function printMatches(line: string, finders: Finder[], print: (text: string) => Promise<void>): Promise<void> {
  for (let from = 0; from <= line.length;) {
    const found = await firstOf(finders, line, from)
    if (!found) return
    if (found.end > found.start) await print(line.slice(found.start, found.end))
    from = Math.max(found.end, found.start + 1)
  }
}

async function filesBelow(context: CommandContext, names: string[]): Promise<string[]> {
  const found: string[] = []
  const visit = async (name: string): Promise<void> => {
    await context.budget.spend()
    const inode = context.files.lookup(pathOf(context, name), { followLast: false })
    if (inode.kind === 'directory') for (const entry of inode.entries.keys()) await visit(posix.join(name, entry))
    else if (inode.kind === 'file' || inode.kind === 'generated') found.push(name)
  }
  for (const name of names) await visit(name)
  return found
}
