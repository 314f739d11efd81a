import { posix } from 'node:path'
import { parseCount, parseOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command, type CommandContext } from '../command.ts'
import { TextSource } from '../byte-stream.ts'
import { S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG, type FileStat } from '../inode.ts'
import { compilePattern } from '../pattern.ts'

interface Candidate {
  name: string
  path: string
  stat: FileStat
}

type Test = (candidate: Candidate) => boolean | Promise<boolean>

const TYPES: Record<string, number> = { f: S_IFREG, d: S_IFDIR, l: S_IFLNK, c: S_IFCHR }
const DAY = 86_400_000
const MAX_ARGUMENTS = 4_000

/** `find paths... tests...`: tests are joined by "and"; `-o`, `!` and parentheses are understood. */
export const find: Command = async (context) => {
  const split = context.args.findIndex((argument) => /^[-!(]/.test(argument))
  const paths = split < 0 ? context.args : context.args.slice(0, split)
  const expression = new Expression(split < 0 ? [] : context.args.slice(split), context)
  const test = expression.parse()
  const visit = async (name: string, path: string, depth: number): Promise<void> => {
    await context.budget.spend()
    const candidate = { name, path, stat: context.files.lstat(path) }
    const isDirectory = (candidate.stat.mode & S_IFMT) === S_IFDIR
    if (!expression.depthFirst && depth >= expression.least) await test(candidate)
    if (isDirectory && depth < expression.most) {
      for (const entry of context.files.list(path)) {
        await visit(name.endsWith('/') ? name + entry : `${name}/${entry}`, posix.join(path, entry), depth + 1)
      }
    }
    if (expression.depthFirst && depth >= expression.least) await test(candidate)
  }
  let status = 0
  for (const name of paths.length > 0 ? paths : ['.']) {
    const path = pathOf(context, name).replace(/(?<=.)\/$/, '')
    if (context.files.exists(path)) await visit(name, path, 0)
    else {
      await context.stderr.line(`find: '${name}': No such file or directory`)
      status = 1
    }
  }
  return status
}

class Expression {
  depthFirst = false
  least = 0
  most = Number.POSITIVE_INFINITY
  readonly #queue: string[]
  readonly #context: CommandContext
  #acts = false
  #depth = 0

  constructor(args: string[], context: CommandContext) {
    this.#queue = [...args]
    this.#context = context
  }

  parse(): Test {
    const test = this.#or()
    if (this.#queue.length > 0) throw new CommandError(`bad arg '${this.#queue[0]}'`)
    if (this.#acts) return test
    return async (candidate) => (await test(candidate)) && this.#print(candidate, '\n')
  }

  #or(): Test {
    if (++this.#depth > 50) throw new CommandError('nested too deeply')
    let test = this.#and()
    while (this.#queue[0] === '-o') {
      this.#queue.shift()
      const left = test
      const right = this.#and()
      test = async (candidate) => (await left(candidate)) || right(candidate)
    }
    this.#depth -= 1
    return test
  }

  #and(): Test {
    const tests: Test[] = []
    while (this.#queue.length > 0 && this.#queue[0] !== '-o' && this.#queue[0] !== ')') {
      if (this.#queue[0] === '-a') this.#queue.shift()
      else tests.push(this.#primary())
    }
    return async (candidate) => {
      for (const test of tests) if (!(await test(candidate))) return false
      return true
    }
  }

  #primary(): Test {
    const word = this.#queue.shift() ?? ''
    switch (word) {
      case '!':
      case '-not': {
        if (++this.#depth > 50) throw new CommandError('nested too deeply')
        const test = this.#primary()
        this.#depth -= 1
        return async (candidate) => !(await test(candidate))
      }
      case '(': {
        const test = this.#or()
        if (this.#queue.shift() !== ')') throw new CommandError("missing ')'")
        return test
      }
      case '-name':
      case '-iname':
        return this.#matching(this.#argument(word), word === '-iname', ({ name }) => posix.basename(name))
      case '-path':
      case '-wholename':
        return this.#matching(this.#argument(word), false, ({ name }) => name)
      case '-type': {
        const type = TYPES[this.#argument(word)]
        return ({ stat }) => (stat.mode & S_IFMT) === type
      }
      case '-maxdepth':
        this.most = parseCount(this.#argument(word))
        return () => true
      case '-mindepth':
        this.least = parseCount(this.#argument(word))
        return () => true
      case '-depth':
        this.depthFirst = true
        return () => true
      default:
        return this.#measure(word) ?? this.#action(word)
    }
  }

  #measure(word: string): Test | undefined {
    const { files, phone } = this.#context
    switch (word) {
      case '-size': {
        const text = this.#argument(word)
        const bytes = /[a-zA-Z]$/.test(text) ? parseCount(text.replace(/c$/, '')) : parseCount(text) * 512
        return ({ stat }) => compare(stat.size, bytes, text)
      }
      case '-mtime':
      case '-mmin': {
        const text = this.#argument(word)
        const unit = word === '-mtime' ? DAY : 60_000
        return ({ stat }) => compare(Math.floor((phone.now() - stat.mtime) / unit), parseCount(text), text)
      }
      case '-newer': {
        const { mtime } = files.stat(pathOf(this.#context, this.#argument(word)))
        return ({ stat }) => stat.mtime > mtime
      }
      case '-empty':
        return ({ path, stat }) => ((stat.mode & S_IFMT) === S_IFDIR ? files.list(path).length === 0 : stat.size === 0)
      default:
        return undefined
    }
  }

  #action(word: string): Test {
    this.#acts = true
    switch (word) {
      case '-print':
        return (candidate) => this.#print(candidate, '\n')
      case '-print0':
        return (candidate) => this.#print(candidate, '\0')
      case '-delete':
        this.depthFirst = true
        return ({ path }) => {
          this.#context.files.remove(path)
          return true
        }
      case '-exec': {
        const end = this.#queue.findIndex((argument) => argument === ';' || argument === '+')
        if (end < 0) throw new CommandError("-exec needs ';'")
        const command = this.#queue.splice(0, end + 1).slice(0, -1)
        return async ({ name }) =>
          (await this.#context.run(command.map((argument) => argument.replaceAll('{}', name)))) === 0
      }
      default:
        throw new CommandError(`bad arg '${word}'`)
    }
  }

  #matching(pattern: string, ignoreCase: boolean, textOf: (candidate: Candidate) => string): Test {
    const matches = compilePattern(ignoreCase ? pattern.toLowerCase() : pattern)
    return (candidate) => matches(ignoreCase ? textOf(candidate).toLowerCase() : textOf(candidate))
  }

  #argument(word: string): string {
    const argument = this.#queue.shift()
    if (argument === undefined) throw new CommandError(`${word} needs an argument`)
    return argument
  }

  async #print({ name }: Candidate, end: string): Promise<boolean> {
    await this.#context.stdout.write(name + end)
    return true
  }
}

/** `+5` more than, `-5` less than, `5` exactly. */
function compare(value: number, wanted: number, text: string): boolean {
  if (text.startsWith('+')) return value > wanted
  return text.startsWith('-') ? value < -wanted : value === wanted
}

/** `xargs [-0] [-n count] [-I mark] command args...` */
export const xargs: Command = async (context) => {
  const options = parseOptions(context.args, { flags: '0rt', values: 'nIPs', stopAtOperand: true })
  const command = options.operands.length > 0 ? options.operands : ['echo']
  const text = (await context.stdin.readAll()).toString('utf8')
  const mark = options.value('I')
  const separator = options.has('0') ? '\0' : mark === undefined ? /\s+/ : '\n'
  const words = text.split(separator).filter((word) => word !== '')
  const size = mark === undefined ? Math.min(parseCount(options.value('n') ?? String(MAX_ARGUMENTS)), MAX_ARGUMENTS) : 1
  let status = 0
  const run = async (items: string[]) => {
    const argv =
      mark === undefined ? [...command, ...items] : command.map((argument) => argument.replaceAll(mark, items[0] ?? ''))
    if ((await context.run(argv, { stdin: new TextSource() })) !== 0) status = 123
  }
  if (words.length === 0 && !options.has('r')) await run([])
  for (let start = 0; start < words.length; start += size) await run(words.slice(start, start + size))
  return status
}
