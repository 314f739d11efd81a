import { evaluateArithmetic } from './arithmetic.ts'
import { LimitExceeded, type Budget } from './budget.ts'
import type { FileSystem } from './file-system.ts'
import { assignmentOf, isDeclaration } from './parser.ts'
import { expandPaths } from './path-expansion.ts'
import { compilePattern, escapePattern, hasPatternCharacters, unescapePattern } from './pattern.ts'
import { lettersOf } from './shell-options.ts'
import { ShellError, type ShellState } from './shell-state.ts'
import type { ParameterOperation, Script, Word, WordPart } from './syntax.ts'
import { withoutTrailing } from '../without-trailing.ts'

export interface ExpansionContext {
  state: ShellState
  files: FileSystem
  budget: Budget
  /** Runs `$(...)` and resolves with its output. */
  substitute(body: Script): Promise<string>
}

/** A piece of an expanded word: quoted text neither splits nor matches file names. */
interface Piece {
  text: string
  quoted: boolean
  /** Came from an expansion, so blanks in it separate words. */
  splits: boolean
  /** This piece starts a new word whatever came before: the second and later items of `"$@"`. */
  breaks?: boolean
}

/** Characters of all arguments of a command together, as Linux bounds them too. */
const MAX_ARGUMENTS_SIZE = 2 * 1024 * 1024
const MAX_BRACE_WORDS = 4096
/** Characters that brace expansion may look at, all words together. */
const MAX_BRACE_TEXT = 8 * 1024 * 1024
/** Steps of pattern matching that count as one unit of work. */
const STEPS_PER_UNIT = 2_000

/** Expands words into arguments: braces, tilde, parameters, substitutions, field splitting, file names. A declaration's assignments stay whole. */
export async function expandWords(words: Word[], context: ExpansionContext): Promise<string[]> {
  const fields: string[] = []
  let size = 0
  const add = (field: string) => {
    size += field.length + 1
    if (size > MAX_ARGUMENTS_SIZE) throw new LimitExceeded('Argument list too long')
    fields.push(field)
  }
  const declares = isDeclaration(words)
  for (const word of words) {
    const assignment = declares ? assignmentOf(word) : undefined
    if (assignment) {
      add(`${assignment.name}${assignment.append ? '+=' : '='}${await expandText(assignment.value, context)}`)
      continue
    }
    for (const variant of expandBraces(word)) {
      const patterns = splitFields(await expandParts(withTilde(variant, context.state), context), context.state)
      for (const pattern of patterns) {
        const matches =
          hasPatternCharacters(pattern) && !context.state.options.noglob
            ? await expandPaths(pattern, context.state.cwd, context.files, context.budget)
            : []
        for (const field of matches.length > 0 ? matches : [unescapePattern(pattern)]) add(field)
      }
    }
  }
  return fields
}

/** Expands a word into one text: an assignment's value, a redirect's target, a here-document. */
export async function expandText(word: Word, context: ExpansionContext): Promise<string> {
  const pieces = await expandParts(withTilde(word, context.state), context)
  return pieces.map(({ text, breaks }) => (breaks ? ` ${text}` : text)).join('')
}

/** Expands a word into a pattern in which quoted characters are literal. */
export async function expandPattern(word: Word, context: ExpansionContext): Promise<string> {
  const pieces = await expandParts(word, context)
  return pieces.map(({ text, quoted }) => (quoted ? escapePattern(text) : text)).join('')
}

function withTilde(word: Word, state: ShellState): Word {
  const [first, ...rest] = word
  if (first?.type !== 'text' || first.quoted) return word
  const match = /^~(?=\/|$)/.exec(first.text)
  if (!match || (first.text === '~' && rest.length > 0)) return word
  return [{ ...first, text: (state.get('HOME') ?? '/') + first.text.slice(1) }, ...rest]
}

/** `a{b,c}d` as the words `abd` and `acd`; only braces that open and close within one unquoted text count. */
function expandBraces(word: Word): Word[] {
  const done: Word[] = []
  const waiting: Word[] = [word]
  let looked = 0
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const variants = expandFirstBrace(next)
    looked += next.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
    const total = done.length + waiting.length + variants.length
    if (total > MAX_BRACE_WORDS || looked > MAX_BRACE_TEXT) throw new LimitExceeded('too many words from braces')
    if (variants.length > 1) waiting.unshift(...variants)
    else done.push(next)
  }
  return done
}

function expandFirstBrace(word: Word): Word[] {
  for (const [index, part] of word.entries()) {
    if (part.type !== 'text' || part.quoted) continue
    const brace = findBrace(part.text)
    if (!brace) continue
    const before = part.text.slice(0, brace.start)
    const after = part.text.slice(brace.end)
    return brace.choices.map((choice) => {
      const text: WordPart = { type: 'text', text: before + choice + after, quoted: false }
      return [...word.slice(0, index), text, ...word.slice(index + 1)]
    })
  }
  return [word]
}

/** The first braces of a text that close and hold a comma of their own; `end` is behind them. */
function findBrace(text: string): { start: number; end: number; choices: string[] } | undefined {
  const open: { start: number; commas: number[] }[] = []
  let found: { start: number; end: number; choices: string[] } | undefined
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position]
    if (character === '{') open.push({ start: position, commas: [] })
    else if (character === ',') open.at(-1)?.commas.push(position)
    else if (character === '}') {
      const brace = open.pop()
      if (!brace || brace.commas.length === 0) continue
      const cuts = [brace.start, ...brace.commas, position]
      const choices = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut))
      // An outer pair closes behind its inner ones, and goes before them.
      if (!found || brace.start < found.start) found = { start: brace.start, end: position + 1, choices }
      if (open.length === 0) return found
    }
  }
  return found
}

async function expandParts(word: Word, context: ExpansionContext): Promise<Piece[]> {
  const pieces: Piece[] = []
  let size = 0
  for (const part of word) {
    const expanded = await expandPart(part, context)
    size += expanded.reduce((total, { text }) => total + text.length, 0)
    if (size > context.budget.limits.wordBytes) throw new LimitExceeded('word too long')
    pieces.push(...expanded)
  }
  return pieces
}

async function expandPart(part: WordPart, context: ExpansionContext): Promise<Piece[]> {
  await context.budget.spend()
  switch (part.type) {
    case 'text':
      return [{ text: part.text, quoted: part.quoted, splits: false }]
    case 'command':
      return [result(withoutTrailing(await context.substitute(part.body), '\n'), part.quoted)]
    case 'arithmetic': {
      const expression = await expandText(part.expression, context)
      return [result(String(evaluateArithmetic(expression, context.state)), part.quoted)]
    }
    case 'parameter':
      return expandParameter(part, context)
    default:
      return part satisfies never
  }
}

function result(text: string, quoted: boolean): Piece {
  return { text, quoted, splits: !quoted }
}

async function expandParameter(
  part: Extract<WordPart, { type: 'parameter' }>,
  context: ExpansionContext,
): Promise<Piece[]> {
  const { name, operation, quoted } = part
  const { state } = context
  if (!operation && (name === '@' || (name === '*' && !quoted))) {
    return state.positional.map((text, index) => ({ ...result(text, quoted), breaks: index > 0 }))
  }
  const value = parameterValue(name, state)
  if (operation) return applyOperation(name, value, operation, quoted, context)
  if (value === undefined && state.options.nounset) throw new ShellError(`${name}: parameter not set`)
  return [result(value ?? '', quoted)]
}

function parameterValue(name: string, state: ShellState): string | undefined {
  if (/^\d+$/.test(name)) return name === '0' ? state.name : state.positional[Number(name) - 1]
  switch (name) {
    case '?':
      return String(state.lastStatus)
    case '$':
      return String(state.pid)
    case '!':
      return state.lastBackgroundPid === 0 ? '' : String(state.lastBackgroundPid)
    case '#':
      return String(state.positional.length)
    case '*':
    case '@':
      return state.positional.length > 0 ? state.positional.join((state.get('IFS') ?? ' ').slice(0, 1)) : undefined
    case '-':
      return lettersOf(state.options)
    default:
      return state.get(name)
  }
}

async function applyOperation(
  name: string,
  value: string | undefined,
  operation: ParameterOperation,
  quoted: boolean,
  context: ExpansionContext,
): Promise<Piece[]> {
  const isSet = value !== undefined && !('empty' in operation && operation.empty && value === '')
  switch (operation.type) {
    case 'length':
      return [
        result(
          String(name === '@' || name === '*' ? context.state.positional.length : Array.from(value ?? '').length),
          quoted,
        ),
      ]
    case '-':
      return isSet ? [result(value, quoted)] : expandOperand(operation.word, context)
    case '+':
      return isSet ? expandOperand(operation.word, context) : [result('', quoted)]
    case '=': {
      if (isSet) return [result(value, quoted)]
      const text = await expandText(operation.word, context)
      context.state.set(name, text)
      return [result(text, quoted)]
    }
    case '?': {
      if (isSet) return [result(value, quoted)]
      const message = await expandText(operation.word, context)
      throw new ShellError(`${name}: ${message === '' ? 'parameter null or not set' : message}`)
    }
    case 'slice': {
      const offset = Number(evaluateArithmetic(await expandText(operation.offset, context), context.state))
      const length =
        operation.length && Number(evaluateArithmetic(await expandText(operation.length, context), context.state))
      const start = offset < 0 ? Math.max(0, (value ?? '').length + offset) : offset
      const end = length === undefined ? undefined : length < 0 ? length : start + length
      return [result((value ?? '').slice(start, end), quoted)]
    }
    case '/':
    case '//':
      return [result(await substitutePattern(value ?? '', operation, context), quoted)]
    default:
      return [result(await removeAffix(value ?? '', operation, context), quoted)]
  }
}

async function expandOperand(word: Word, context: ExpansionContext): Promise<Piece[]> {
  const pieces = await expandParts(word, context)
  return pieces.map((piece) => (piece.quoted ? piece : { ...piece, splits: true }))
}

/** `${x#pattern}` and its relatives. */
async function removeAffix(
  value: string,
  { type, word }: Extract<ParameterOperation, { type: '#' | '##' | '%' | '%%' }>,
  { budget, ...context }: ExpansionContext,
): Promise<string> {
  const pattern = await expandPattern(word, { budget, ...context })
  const matches = compilePattern(pattern)
  const fromStart = type.startsWith('#')
  const longest = type.length === 2
  for (let step = 0; step <= value.length; step += 1) {
    await budget.spend(1 + (value.length * pattern.length) / STEPS_PER_UNIT)
    const size = longest ? value.length - step : step
    const affix = fromStart ? value.slice(0, size) : value.slice(value.length - size)
    if (matches(affix)) return fromStart ? value.slice(size) : value.slice(0, value.length - size)
  }
  return value
}

/** `${x/pattern/replacement}`: the longest match at the first place that has one, or at every place. */
async function substitutePattern(
  value: string,
  operation: Extract<ParameterOperation, { type: '/' | '//' }>,
  context: ExpansionContext,
): Promise<string> {
  const pattern = await expandPattern(operation.pattern, context)
  const matches = compilePattern(pattern)
  const replacement = await expandText(operation.replacement, context)
  let replaced = ''
  let position = 0
  while (position < value.length) {
    let end = value.length
    for (; end > position; end -= 1) {
      await context.budget.spend(1 + ((end - position) * pattern.length) / STEPS_PER_UNIT)
      if (matches(value.slice(position, end))) break
    }
    if (end === position) {
      replaced += value[position] ?? ''
      position += 1
      continue
    }
    replaced += replacement
    position = end
    if (replaced.length > context.budget.limits.wordBytes) throw new LimitExceeded('word too long')
    if (operation.type === '/') break
  }
  return replaced + value.slice(position)
}

/** Splits expanded text at IFS; the fields are patterns, with quoted characters escaped. */
function splitFields(pieces: Piece[], state: ShellState): string[] {
  const separators = state.get('IFS') ?? ' \t\n'
  const fields: string[] = []
  let field: string | undefined
  const finish = () => {
    if (field !== undefined) fields.push(field)
    field = undefined
  }
  for (const { text, quoted, splits, breaks } of pieces) {
    if (breaks) finish()
    if (quoted || !splits) {
      // Quoted emptiness is still a word.
      if (quoted || text !== '') field = (field ?? '') + (quoted ? escapePattern(text) : text)
      continue
    }
    let run = ''
    for (const character of text) {
      if (!separators.includes(character)) {
        run += character
        continue
      }
      if (run !== '') field = (field ?? '') + run.replaceAll('\\', '\\\\')
      run = ''
      // Blanks in a row are one separator; any other separator makes a field of its own, even an empty one.
      if (!' \t\n'.includes(character) && field === undefined) field = ''
      finish()
    }
    if (run !== '') field = (field ?? '') + run.replaceAll('\\', '\\\\')
  }
  finish()
  return fields
}
