import {
  IncompleteInput,
  ShellSyntaxError,
  type AndOr,
  type Assignment,
  type Command,
  type Pipeline,
  type Redirect,
  type Script,
  type SimpleCommand,
  type Word,
} from './syntax.ts'
import { nested, parseArithmetic, parseExpandedText, parseWord, type Cursor } from './word-parser.ts'

const OPERATORS = [
  '&&',
  '||',
  ';;',
  '&>',
  '<<<',
  '<<-',
  '<<',
  '>>',
  '<&',
  '>&',
  '<>',
  '>|',
  '<',
  '>',
  '&',
  '|',
  ';',
  '(',
  ')',
  '\n',
]
const OPERATOR_STARTS = new Set(OPERATORS.map((operator) => operator.charCodeAt(0)))
const PLAIN_WORD = /[^\s;&|<>()'"\\$`]{1,256}(?=[\s;&|<>()]|$)/y
const REDIRECT_START = /\d?[<>]|&>/y
const REDIRECTS = ['&>', '<<<', '<<-', '<<', '>>', '<&', '>&', '<>', '>|', '<', '>']
/** Words that end a list; met anywhere else they are out of place. */
const CLAUSE_WORDS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}'])
/** Words that mean something to the parser where a command begins. */
export const KEYWORDS = [...CLAUSE_WORDS, '{', '!', '[[', 'case', 'for', 'function', 'if', 'until', 'while']
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(\+?=)/
/** Commands whose operands may be assignments: their values are neither split nor matched with file names. */
const DECLARATIONS = new Set(['declare', 'export', 'local', 'readonly', 'typeset'])
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]*$/

/** A script is parsed in one go, so its length is bounded: this much takes a fifth of a second at worst. */
export const MAX_SCRIPT_LENGTH = 256 * 1024

interface PendingDocument {
  redirect: Redirect
  delimiter: string
  expands: boolean
  stripsTabs: boolean
}

/**
 * Parses a whole script. Throws ShellSyntaxError, as IncompleteInput when more input could complete it.
 */
export function parseScript(text: string): Script {
  if (text.length > MAX_SCRIPT_LENGTH) throw new ShellSyntaxError('script too long')
  const cursor: Cursor = { text, position: 0, depth: 0 }
  const script = new Parser(cursor).list([])
  const left = operatorAt(cursor)
  if (left !== undefined || cursor.position < text.length) throw unexpected(left ?? 'word')
  return script
}

/** A nested script, up to but not including its closing parenthesis. */
function parseNested(cursor: Cursor, end: ')'): Script {
  const script = new Parser(cursor).list([])
  if (cursor.text[cursor.position] !== end) throw atEnd(cursor)
  return script
}

function operatorAt({ text, position }: Cursor): string | undefined {
  const first = text.charCodeAt(position)
  if (!OPERATOR_STARTS.has(first)) return undefined
  return OPERATORS.find((operator) => text.startsWith(operator, position))
}

function unexpected(what: string): ShellSyntaxError {
  return new ShellSyntaxError(`syntax error: '${what === '\n' ? 'newline' : what}' unexpected`)
}

function atEnd(cursor: Cursor): ShellSyntaxError {
  if (cursor.position >= cursor.text.length) return new IncompleteInput('syntax error: unexpected end of file')
  return unexpected(operatorAt(cursor) ?? cursor.text[cursor.position] ?? '')
}

class Parser {
  readonly #cursor: Cursor
  #documents: PendingDocument[] = []

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  /** Commands up to one of the clause words, a closing parenthesis, `;;`, or the end. */
  list(ends: string[]): Script {
    const script: Script = []
    for (;;) {
      this.#newlines()
      if (this.#atListEnd(ends)) break
      const item = this.#andOr()
      script.push(item)
      const separator = this.#operator()
      if (separator === '&') item.background = true
      if (separator !== '&' && separator !== ';' && separator !== '\n') break
      this.#take(separator)
    }
    if (this.#documents.length > 0) this.#readDocuments()
    return script
  }

  #atListEnd(ends: string[]): boolean {
    const operator = this.#operator()
    if (operator === ')' || operator === ';;') return true
    if (this.#cursor.position >= this.#cursor.text.length) return true
    const word = this.#peekPlainWord()
    if (ends.includes(word)) return true
    if (CLAUSE_WORDS.has(word)) throw unexpected(word)
    return false
  }

  #andOr(): AndOr {
    const item: AndOr = { first: this.#pipeline(), rest: [], background: false }
    for (;;) {
      const operator = this.#operator()
      if (operator !== '&&' && operator !== '||') return item
      this.#take(operator)
      this.#newlines()
      item.rest.push({ operator, pipeline: this.#pipeline() })
    }
  }

  #pipeline(): Pipeline {
    let negated = false
    while (this.#peekPlainWord() === '!') {
      this.#takeWord()
      negated = !negated
    }
    const stages = [this.#command()]
    while (this.#operator() === '|') {
      this.#take('|')
      this.#newlines()
      stages.push(this.#command())
    }
    return { negated, stages }
  }

  #command(): Command {
    return nested(this.#cursor, () => {
      if (this.#operator() === '(') return this.#subshell()
      switch (this.#peekPlainWord()) {
        case '{':
          return this.#group()
        case 'if':
          return this.#if()
        case 'while':
        case 'until':
          return this.#while()
        case 'for':
          return this.#for()
        case 'case':
          return this.#case()
        case '[[':
          return this.#condition()
        case 'function':
          this.#takeWord()
          return this.#function(this.#takeWord())
        default:
          return this.#simple()
      }
    })
  }

  #subshell(): Command {
    const { text, position } = this.#cursor
    const expression = text.startsWith('((', position) && parseArithmetic(this.#cursor, position + 2, parseNested)
    if (expression) return { type: 'arithmetic', expression, redirects: this.#redirects() }
    this.#take('(')
    const body = this.list([])
    this.#expectOperator(')')
    return { type: 'subshell', body, redirects: this.#redirects() }
  }

  #group(): Command {
    const body = this.#clause('{', ['}'])
    this.#takeWord()
    return { type: 'group', body, redirects: this.#redirects() }
  }

  #if(): Command {
    const branches: { test: Script; body: Script }[] = []
    let otherwise: Script | undefined
    let keyword = 'if'
    while (keyword === 'if' || keyword === 'elif') {
      const test = this.#clause(keyword, ['then'])
      const body = this.#clause('then', ['elif', 'else', 'fi'])
      branches.push({ test, body })
      keyword = this.#peekPlainWord()
    }
    if (keyword === 'else') otherwise = this.#clause('else', ['fi'])
    this.#expectWord('fi')
    return { type: 'if', branches, otherwise, redirects: this.#redirects() }
  }

  #while(): Command {
    const until = this.#peekPlainWord() === 'until'
    const test = this.#clause(until ? 'until' : 'while', ['do'])
    const body = this.#clause('do', ['done'])
    this.#expectWord('done')
    return { type: 'while', until, test, body, redirects: this.#redirects() }
  }

  #for(): Command {
    this.#takeWord()
    const name = this.#takeWord()
    this.#newlines()
    let words: Word[] | undefined
    if (this.#peekPlainWord() === 'in') {
      this.#takeWord()
      words = this.#words()
    }
    if (this.#operator() === ';') this.#take(';')
    this.#newlines()
    const body = this.#clause('do', ['done'])
    this.#expectWord('done')
    return { type: 'for', name, words, body, redirects: this.#redirects() }
  }

  #case(): Command {
    this.#takeWord()
    const subject = this.#word() ?? []
    this.#newlines()
    this.#expectWord('in')
    const arms: { patterns: Word[]; body: Script }[] = []
    for (;;) {
      this.#newlines()
      if (this.#peekPlainWord() === 'esac') break
      if (this.#operator() === '(') this.#take('(')
      const patterns = [this.#requiredWord()]
      while (this.#operator() === '|') {
        this.#take('|')
        patterns.push(this.#requiredWord())
      }
      this.#expectOperator(')')
      arms.push({ patterns, body: this.list(['esac']) })
      if (this.#operator() !== ';;') break
      this.#take(';;')
    }
    this.#newlines()
    this.#expectWord('esac')
    return { type: 'case', subject, arms, redirects: this.#redirects() }
  }

  #condition(): Command {
    this.#takeWord()
    const words: Word[] = []
    for (;;) {
      this.#newlines()
      const operator = this.#operator()
      if (operator !== undefined && ['&&', '||', '(', ')', '<', '>'].includes(operator)) {
        this.#take(operator)
        words.push([{ type: 'text', text: operator, quoted: false }])
      } else if (this.#peekPlainWord() === ']]') break
      else words.push(this.#requiredWord())
    }
    this.#takeWord()
    return { type: 'condition', words, redirects: this.#redirects() }
  }

  #function(name: string): Command {
    if (!FUNCTION_NAME.test(name)) throw unexpected(name === '' ? 'function' : name)
    if (this.#operator() === '(') {
      this.#take('(')
      this.#expectOperator(')')
    }
    this.#newlines()
    return { type: 'function', name, body: this.#command() }
  }

  #simple(): Command {
    const command: SimpleCommand = { type: 'simple', assignments: [], words: [], redirects: [] }
    for (;;) {
      const redirect = this.#redirect()
      if (redirect) {
        command.redirects.push(redirect)
        continue
      }
      const plain = this.#peekPlainWord()
      const word = this.#word()
      if (!word) break
      const assignment = command.words.length === 0 ? assignmentOf(word) : undefined
      if (assignment) command.assignments.push(assignment)
      else command.words.push(word)
      if (command.words.length === 1 && command.assignments.length === 0 && this.#operator() === '(') {
        return this.#function(plain)
      }
    }
    if (command.words.length + command.assignments.length + command.redirects.length === 0) throw atEnd(this.#cursor)
    return command
  }

  #clause(keyword: string, ends: string[]): Script {
    this.#expectWord(keyword)
    const script = this.list(ends)
    if (!ends.includes(this.#peekPlainWord())) throw atEnd(this.#cursor)
    if (script.length === 0) throw unexpected(this.#peekPlainWord())
    return script
  }

  #words(): Word[] {
    const words: Word[] = []
    for (;;) {
      const word = this.#word()
      if (!word) return words
      words.push(word)
    }
  }

  #redirects(): Redirect[] {
    const redirects: Redirect[] = []
    for (let redirect = this.#redirect(); redirect; redirect = this.#redirect()) redirects.push(redirect)
    return redirects
  }

  #redirect(): Redirect | undefined {
    this.#blanks()
    const { text, position } = this.#cursor
    REDIRECT_START.lastIndex = position
    if (!REDIRECT_START.test(text)) return undefined
    const fdText = /^\d(?=[<>])/.exec(text.slice(position, position + 2))?.[0] ?? ''
    const found = REDIRECTS.find((operator) => text.startsWith(operator, position + fdText.length))
    if (!found) return undefined
    this.#cursor.position += fdText.length + found.length
    this.#blanks()
    const target = this.#requiredWord()
    const fd = fdText === '' ? (found.startsWith('<') ? 0 : 1) : Number(fdText)
    if (found !== '<<' && found !== '<<-') {
      // REDIRECTS less the here-documents are exactly the operators of the tree.
      return { fd, operator: found as Redirect['operator'], target }
    }
    const redirect: Redirect = { fd, operator: '<<', target: [] }
    const expands = target.every((part) => part.type !== 'text' || !part.quoted)
    const delimiter = target.map((part) => (part.type === 'text' ? part.text : '')).join('')
    this.#documents.push({ redirect, delimiter, expands, stripsTabs: found === '<<-' })
    return redirect
  }

  #readDocuments(): void {
    for (const { redirect, delimiter, expands, stripsTabs } of this.#documents.splice(0)) {
      let body = ''
      for (;;) {
        const { text, position } = this.#cursor
        if (position >= text.length) throw new IncompleteInput('here document unclosed')
        const end = text.indexOf('\n', position)
        const raw = text.slice(position, end < 0 ? undefined : end)
        this.#cursor.position = end < 0 ? text.length : end + 1
        const line = stripsTabs ? raw.replace(/^\t+/, '') : raw
        if (line === delimiter) break
        body += `${line}\n`
      }
      redirect.target = expands
        ? parseExpandedText(body, this.#cursor.depth, parseNested)
        : [{ type: 'text', text: body, quoted: true }]
    }
  }

  #blanks(): void {
    const { text } = this.#cursor
    for (;;) {
      const character = text[this.#cursor.position]
      if (character === ' ' || character === '\t' || character === '\r') this.#cursor.position += 1
      else if (text.startsWith('\\\n', this.#cursor.position)) this.#cursor.position += 2
      else break
    }
    if (text[this.#cursor.position] !== '#') return
    const end = text.indexOf('\n', this.#cursor.position)
    this.#cursor.position = end < 0 ? text.length : end
  }

  #newlines(): void {
    while (this.#operator() === '\n') this.#take('\n')
  }

  #operator(): string | undefined {
    this.#blanks()
    return operatorAt(this.#cursor)
  }

  #take(operator: string): void {
    this.#cursor.position += operator.length
    if (operator === '\n' && this.#documents.length > 0) this.#readDocuments()
  }

  #word(): Word | undefined {
    this.#blanks()
    return parseWord(this.#cursor, parseNested)
  }

  #requiredWord(): Word {
    const word = this.#word()
    if (!word) throw atEnd(this.#cursor)
    return word
  }

  /** The next word as it is written, without consuming it: keywords are only those written without quotes. */
  #peekPlainWord(): string {
    this.#blanks()
    PLAIN_WORD.lastIndex = this.#cursor.position
    return PLAIN_WORD.exec(this.#cursor.text)?.[0] ?? ''
  }

  #takeWord(): string {
    const word = this.#peekPlainWord()
    if (word === '') throw atEnd(this.#cursor)
    this.#cursor.position += word.length
    return word
  }

  #expectWord(keyword: string): void {
    if (this.#peekPlainWord() !== keyword) throw atEnd(this.#cursor)
    this.#takeWord()
  }

  #expectOperator(operator: string): void {
    if (this.#operator() !== operator) throw atEnd(this.#cursor)
    this.#take(operator)
  }
}

/** Whether operands of the form `NAME=value` are assignments. `command` in front makes no difference. */
export function isDeclaration(words: Word[]): boolean {
  const name = words.find((word) => plainText(word) !== 'command')
  return name !== undefined && DECLARATIONS.has(plainText(name) ?? '')
}

function plainText([only, ...rest]: Word): string | undefined {
  return only?.type === 'text' && !only.quoted && rest.length === 0 ? only.text : undefined
}

export function assignmentOf(word: Word): Assignment | undefined {
  const [first, ...rest] = word
  if (first?.type !== 'text' || first.quoted) return undefined
  const match = ASSIGNMENT.exec(first.text)
  if (!match) return undefined
  const value = first.text.slice(match[0].length)
  const head: Word = value === '' ? [] : [{ type: 'text', text: value, quoted: false }]
  return { name: match[1] ?? '', append: match[2] === '+=', value: [...head, ...rest] }
}
