import { CommandError } from './command.ts'
import { inCharacterSet, parseCharacterSet } from './pattern.ts'

/** A program of the matcher in regular-expression.ts. */
export type Instruction =
  | { type: 'character'; matches: (character: string) => boolean }
  | { type: 'split'; first: number; second: number }
  | { type: 'jump'; to: number }
  | { type: 'save'; slot: number }
  | { type: 'assert'; kind: AssertKind }
  | { type: 'match' }

export type AssertKind = 'start' | 'end' | 'boundary' | 'inside' | 'word-start' | 'word-end'

export interface RegularExpressionSyntax {
  /** Extended (`grep -E`): `+`, `?`, `|`, `(`, `{` are special without a backslash. */
  extended: boolean
  ignoreCase: boolean
}

type Node =
  | { type: 'character'; matches: (character: string) => boolean }
  | { type: 'assert'; kind: AssertKind }
  | { type: 'sequence'; items: Node[] }
  | { type: 'choice'; branches: Node[] }
  | { type: 'group'; index: number; body: Node }
  | { type: 'repeat'; body: Node; least: number; most: number }

const MAX_INSTRUCTIONS = 2_000
const MAX_REPEAT = 255
const MAX_DEPTH = 50
const CLASS_ESCAPES: Record<string, RegExp> = { w: /\w/, W: /\W/, s: /\s/, S: /\S/, d: /\d/, D: /\D/ }
const ASSERT_ESCAPES: Record<string, AssertKind> = { b: 'boundary', B: 'inside', '<': 'word-start', '>': 'word-end' }

/** Compiles a POSIX regular expression. Throws CommandError on bad or oversized ones. */
export function compileRegularExpression(
  source: string,
  syntax: RegularExpressionSyntax,
): { program: Instruction[]; groups: number } {
  const parser = new Parser(source, syntax)
  const tree = parser.parse()
  const program: Instruction[] = []
  emit({ type: 'group', index: 0, body: tree }, program)
  program.push({ type: 'match' })
  return { program, groups: parser.groups }
}

class Parser {
  groups = 0
  readonly #source: string[]
  readonly #syntax: RegularExpressionSyntax
  #position = 0
  #depth = 0

  constructor(source: string, syntax: RegularExpressionSyntax) {
    this.#source = Array.from(source)
    this.#syntax = syntax
  }

  parse(): Node {
    const tree = this.#choice()
    if (this.#position < this.#source.length) throw new CommandError('bad REGEX: Unmatched ( or \\(', 2)
    return tree
  }

  #choice(): Node {
    if (++this.#depth > MAX_DEPTH) throw new CommandError('bad REGEX: nested too deeply', 2)
    const branches = [this.#sequence()]
    while (this.#takeSpecial('|')) branches.push(this.#sequence())
    this.#depth -= 1
    return branches.length === 1 && branches[0] ? branches[0] : { type: 'choice', branches }
  }

  #sequence(): Node {
    const items: Node[] = []
    while (this.#position < this.#source.length && !this.#atSpecial('|') && !this.#atGroupEnd()) {
      const atom = this.#atom(items.length === 0)
      items.push(this.#repeated(atom))
    }
    return { type: 'sequence', items }
  }

  #atom(first: boolean): Node {
    if (this.#takeSpecial('(')) {
      const index = ++this.groups
      const body = this.#choice()
      if (!this.#takeSpecial(')')) throw new CommandError('bad REGEX: Unmatched ( or \\(', 2)
      return { type: 'group', index, body }
    }
    const character = this.#source[this.#position++] ?? ''
    if (character === '\\') return this.#escape()
    if (character === '.') return { type: 'character', matches: () => true }
    if (character === '^' && (this.#syntax.extended || first)) return { type: 'assert', kind: 'start' }
    if (character === '$' && (this.#syntax.extended || this.#atSequenceEnd())) return { type: 'assert', kind: 'end' }
    if (character === '[') return this.#set()
    return this.#literal(character)
  }

  #set(): Node {
    const parsed = parseCharacterSet(this.#source, this.#position - 1, '^')
    if (!parsed) throw new CommandError('bad REGEX: Unmatched [', 2)
    const { set, end } = parsed
    this.#position = end
    return { type: 'character', matches: this.#cased((character) => inCharacterSet(set, character)) }
  }

  #escape(): Node {
    const escaped = this.#source[this.#position++]
    if (escaped === undefined) throw new CommandError('bad REGEX: Trailing backslash', 2)
    const asserted = ASSERT_ESCAPES[escaped]
    if (asserted) return { type: 'assert', kind: asserted }
    const set = CLASS_ESCAPES[escaped]
    if (set) return { type: 'character', matches: (character) => set.test(character) }
    if (/[1-9]/.test(escaped)) throw new CommandError('bad REGEX: back-references are not supported', 2)
    return this.#literal(escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped)
  }

  #literal(character: string): Node {
    return { type: 'character', matches: this.#cased((tested) => tested === character) }
  }

  #cased(matches: (character: string) => boolean): (character: string) => boolean {
    if (!this.#syntax.ignoreCase) return matches
    return (character) => matches(character.toLowerCase()) || matches(character.toUpperCase())
  }

  #repeated(atom: Node): Node {
    let node = atom
    for (;;) {
      if (this.#source[this.#position] === '*') {
        this.#position += 1
        node = { type: 'repeat', body: node, least: 0, most: Number.POSITIVE_INFINITY }
      } else if (this.#takeSpecial('+')) node = { type: 'repeat', body: node, least: 1, most: Number.POSITIVE_INFINITY }
      else if (this.#takeSpecial('?')) node = { type: 'repeat', body: node, least: 0, most: 1 }
      else if (this.#atSpecial('{')) node = { type: 'repeat', body: node, ...this.#bounds() }
      else return node
    }
  }

  #bounds(): { least: number; most: number } {
    const close = this.#syntax.extended ? '}' : '\\}'
    const rest = this.#source.slice(this.#position, this.#position + 16).join('')
    const match = /^\\?\{(\d{0,3})(,?)(\d{0,3})/.exec(rest)
    if (!match || !rest.slice(match[0].length).startsWith(close))
      throw new CommandError('bad REGEX: Invalid content of \\{\\}', 2)
    this.#position += match[0].length + close.length
    const least = Number(match[1])
    const most = match[2] === '' ? least : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])
    if (least > most || least > MAX_REPEAT || (Number.isFinite(most) && most > MAX_REPEAT)) {
      throw new CommandError('bad REGEX: Invalid content of \\{\\}', 2)
    }
    return { least, most }
  }

  #atGroupEnd(): boolean {
    return this.#depth > 1 && this.#atSpecial(')')
  }

  #atSequenceEnd(): boolean {
    return this.#position >= this.#source.length || this.#atSpecial('|') || this.#atSpecial(')')
  }

  /** Basic expressions write their special characters with a backslash, extended ones without. */
  #atSpecial(character: string): boolean {
    if (this.#syntax.extended) return this.#source[this.#position] === character
    return this.#source[this.#position] === '\\' && this.#source[this.#position + 1] === character
  }

  #takeSpecial(character: string): boolean {
    if (!this.#atSpecial(character)) return false
    this.#position += this.#syntax.extended ? 1 : 2
    return true
  }
}

function emit(node: Node, program: Instruction[]): void {
  if (program.length > MAX_INSTRUCTIONS) throw new CommandError('bad REGEX: too large', 2)
  switch (node.type) {
    case 'character':
    case 'assert':
      program.push(node)
      return
    case 'sequence':
      for (const item of node.items) emit(item, program)
      return
    case 'group':
      program.push({ type: 'save', slot: node.index * 2 })
      emit(node.body, program)
      program.push({ type: 'save', slot: node.index * 2 + 1 })
      return
    case 'choice':
      emitChoice(node.branches, program)
      return
    case 'repeat':
      emitRepeat(node, program)
      return
    default:
      node satisfies never
  }
}

function emitChoice(branches: Node[], program: Instruction[]): void {
  const jumps: { type: 'jump'; to: number }[] = []
  for (const [index, branch] of branches.entries()) {
    if (index === branches.length - 1) {
      emit(branch, program)
      break
    }
    const split: Instruction = { type: 'split', first: program.length + 1, second: 0 }
    program.push(split)
    emit(branch, program)
    const jump = { type: 'jump' as const, to: 0 }
    jumps.push(jump)
    program.push(jump)
    split.second = program.length
  }
  for (const jump of jumps) jump.to = program.length
}

function emitRepeat({ body, least, most }: Extract<Node, { type: 'repeat' }>, program: Instruction[]): void {
  for (let count = 0; count < least; count += 1) emit(body, program)
  if (most === Number.POSITIVE_INFINITY) {
    const start = program.length
    const split: Instruction = { type: 'split', first: start + 1, second: 0 }
    program.push(split)
    emit(body, program)
    program.push({ type: 'jump', to: start })
    split.second = program.length
    return
  }
  const splits: Extract<Instruction, { type: 'split' }>[] = []
  for (let count = least; count < most; count += 1) {
    const split = { type: 'split' as const, first: program.length + 1, second: 0 }
    splits.push(split)
    program.push(split)
    emit(body, program)
  }
  for (const split of splits) split.second = program.length
}
