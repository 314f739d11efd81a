import { parseOptions } from '../command-options.ts'
import { CommandError, Input, pathOf, type Command, type CommandContext } from '../command.ts'
import { FileSource } from '../byte-stream.ts'
import { RegularExpression, type RegularMatch } from '../regular-expression.ts'
import { linesOf } from './operands.ts'

type Address = { type: 'line'; number: number } | { type: 'last' } | { type: 'match'; expression: RegularExpression }

interface Instruction {
  first: Address | undefined
  second: Address | undefined
  negated: boolean
  action: Action
  /** Within the range from `first` to `second`. */
  active: boolean
}

type Action =
  | { type: 'd' | 'p' | 'q' | '=' }
  | { type: 'a' | 'i' | 'c'; text: string }
  | { type: 'y'; translations: Map<string, string> }
  | {
      type: 's'
      expression: RegularExpression
      replacement: string
      every: boolean
      occurrence: number
      print: boolean
    }

/** `sed` with `s`, `y`, `d`, `p`, `q`, `=`, `a`, `i`, `c` and addresses; no branches and no hold space. */
export const sed: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'nrEisz', values: 'e', long: ['in-place'] })
  const inPlace = options.has('i') || options.has('in-place')
  const operands = [...options.operands]
  const source = options.has('e') ? options.values('e').join('\n') : operands.shift()
  if (source === undefined) throw new CommandError('no script')
  const run = () => new Editor(parseSed(source, options.has('E') || options.has('r')), options.has('n'), context)
  if (!inPlace) {
    await run().edit(linesOf(context, operands), (line) => context.stdout.line(line))
    return 0
  }
  for (const name of operands) {
    const path = pathOf(context, name)
    const input = new Input(new FileSource(context.files.openRead(path)), context.signal, context.budget)
    const edited: string[] = []
    await run().edit(input.lines(), (line) => {
      edited.push(`${line}\n`)
      return Promise.resolve()
    })
    context.files.writeFile(path, edited.join(''))
  }
  return 0
}

class Editor {
  readonly #script: Instruction[]
  readonly #silent: boolean
  readonly #context: CommandContext

  constructor(script: Instruction[], silent: boolean, context: CommandContext) {
    this.#script = script
    this.#silent = silent
    this.#context = context
  }

  async edit(lines: AsyncGenerator<string>, print: (line: string) => Promise<void>): Promise<void> {
    let next = await lines.next()
    for (let number = 1; next.done !== true; number += 1) {
      const line = next.value
      next = await lines.next()
      if (await this.#line(line, number, next.done === true, print)) return
    }
  }

  /** Runs the script over one line; true when it asked to quit. */
  async #line(line: string, number: number, last: boolean, print: (line: string) => Promise<void>): Promise<boolean> {
    let text = line
    let deleted = false
    let quit = false
    const behind: string[] = []
    for (const instruction of this.#script) {
      await this.#context.budget.spend()
      if (!(await this.#applies(instruction, text, number, last))) continue
      const { action } = instruction
      if (action.type === 's') {
        const replaced = await this.#substitute(text, action)
        if (replaced !== undefined) text = replaced
        if (replaced !== undefined && action.print) await print(text)
      } else if (action.type === 'y')
        text = Array.from(text, (character) => action.translations.get(character) ?? character).join('')
      else if (action.type === 'p') await print(text)
      else if (action.type === '=') await print(String(number))
      else if (action.type === 'i') await print(action.text)
      else if (action.type === 'a') behind.push(action.text)
      else {
        if (action.type === 'c') await print(action.text)
        quit = action.type === 'q'
        deleted = action.type !== 'q'
        break
      }
    }
    if (!deleted && !this.#silent) await print(text)
    for (const added of behind) await print(added)
    return quit
  }

  async #applies(instruction: Instruction, text: string, number: number, last: boolean): Promise<boolean> {
    const { first, second, negated } = instruction
    if (!first) return !negated
    if (!second) return (await this.#matches(first, text, number, last)) !== negated
    const starts = !instruction.active && (await this.#matches(first, text, number, last))
    const inside = instruction.active || starts
    if (starts) instruction.active = !(second.type === 'line' && second.number <= number)
    else if (instruction.active && (await this.#matches(second, text, number, last))) instruction.active = false
    return inside !== negated
  }

  async #matches(address: Address, text: string, number: number, last: boolean): Promise<boolean> {
    if (address.type === 'line') return address.number === number
    if (address.type === 'last') return last
    return (await address.expression.search(text, 0, this.#context.budget)) !== undefined
  }

  async #substitute(text: string, action: Extract<Action, { type: 's' }>): Promise<string | undefined> {
    let result = ''
    let position = 0
    let count = 0
    while (position <= text.length) {
      const match = await action.expression.search(text, position, this.#context.budget)
      if (!match) break
      count += 1
      const replaces = action.every ? count >= action.occurrence : count === action.occurrence
      result += text.slice(position, match.start)
      result += replaces ? fill(action.replacement, match, text) : text.slice(match.start, match.end)
      if (match.end === match.start) result += text.slice(match.end, match.end + 1)
      position = Math.max(match.end, match.start === match.end ? match.end + 1 : match.end)
      if (replaces && !action.every) break
    }
    return count >= action.occurrence ? result + text.slice(position) : undefined
  }
}

/** Puts the match into a replacement: `&`, `\1` to `\9`, `\n`. */
function fill(replacement: string, match: RegularMatch, text: string): string {
  return replacement.replace(/\\([^])|&/g, (whole, escaped?: string) => {
    if (whole === '&') return text.slice(match.start, match.end)
    if (escaped !== undefined && /[1-9]/.test(escaped)) return match.groups[Number(escaped) - 1] ?? ''
    return escaped === 'n' ? '\n' : (escaped ?? '')
  })
}

function parseSed(source: string, extended: boolean): Instruction[] {
  const script: Instruction[] = []
  let position = 0
  const fail = (): never => {
    throw new CommandError(`bad pattern '${source}'@${position}`)
  }
  const delimited = (delimiter: string): string => {
    let text = ''
    while (source[position] !== delimiter) {
      const character = source[position++]
      if (character === undefined) return fail()
      if (character !== '\\') text += character
      else {
        const escaped = source[position++] ?? ''
        text += escaped === delimiter ? escaped : `\\${escaped}`
      }
    }
    position += 1
    return text
  }
  const address = (): Address | undefined => {
    const digits = /^\d{1,9}/.exec(source.slice(position, position + 9))?.[0]
    if (digits !== undefined) {
      position += digits.length
      return { type: 'line', number: Number(digits) }
    }
    if (source[position] === '$') {
      position += 1
      return { type: 'last' }
    }
    if (source[position] !== '/') return undefined
    position += 1
    return { type: 'match', expression: new RegularExpression(delimited('/'), { extended, ignoreCase: false }) }
  }
  const blanks = (set: string) => {
    while (position < source.length && set.includes(source[position] ?? '')) position += 1
  }
  const action = (): Action => {
    const letter = source[position++]
    if (letter === 'd' || letter === 'p' || letter === 'q' || letter === '=') return { type: letter }
    if (letter === 'a' || letter === 'i' || letter === 'c') {
      const end = source.indexOf('\n', position)
      const text = source.slice(position, end < 0 ? undefined : end)
      position = end < 0 ? source.length : end
      return { type: letter, text: text.replace(/^\s*\\?\s*/, '') }
    }
    const delimiter = source[position++] ?? fail()
    if (letter === 'y') {
      const from = Array.from(delimited(delimiter))
      const to = Array.from(delimited(delimiter))
      if (from.length !== to.length) return fail()
      return { type: 'y', translations: new Map(from.map((character, index) => [character, to[index] ?? ''])) }
    }
    if (letter !== 's') return fail()
    const expression = delimited(delimiter)
    const replacement = delimited(delimiter)
    const flags = /^[gpiI0-9]*/.exec(source.slice(position))?.[0] ?? ''
    position += flags.length
    return {
      type: 's',
      expression: new RegularExpression(expression, { extended, ignoreCase: /i/i.test(flags) }),
      replacement,
      every: flags.includes('g'),
      occurrence: Number(/\d+/.exec(flags)?.[0] ?? 1),
      print: flags.includes('p'),
    }
  }
  for (blanks(' \t\n;'); position < source.length; blanks(' \t\n;')) {
    const first = address()
    let second: Address | undefined
    if (first && source[position] === ',') {
      position += 1
      second = address() ?? fail()
    }
    blanks(' \t')
    const negated = source[position] === '!'
    if (negated) position += 1
    script.push({ first, second, negated, action: action(), active: false })
    blanks(' \t')
    if (position < source.length && !';\n}'.includes(source[position] ?? '')) fail()
  }
  return script
}
