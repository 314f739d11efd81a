import type { Script, Word, WordPart } from './syntax.ts'
import { IncompleteInput, ShellSyntaxError } from './syntax.ts'

/** A position in a script, shared by the parsers of words and of commands. */
export interface Cursor {
  readonly text: string
  position: number
  depth: number
}

type ParseScript = (cursor: Cursor, end: ')') => Script

/** Scripts nest no deeper than this; beyond it the parser itself would run out of stack. */
const MAX_NESTING = 100

const WORD_ENDS = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')'])
const NAME_START = /[A-Za-z_]/
const NAME = /[A-Za-z0-9_]/
const SPECIAL_PARAMETERS = '?$!#*@-0123456789'

export function nested<T>(cursor: Cursor, parse: () => T): T {
  if (++cursor.depth > MAX_NESTING) throw new ShellSyntaxError('syntax error: nested too deeply')
  const result = parse()
  cursor.depth -= 1
  return result
}

/** Parses a word that ends at a blank or an operator; undefined when there is none here. */
export function parseWord(cursor: Cursor, parseScript: ParseScript): Word | undefined {
  const word = parseParts(cursor, parseScript, (character) => WORD_ENDS.has(character))
  return word.length > 0 ? word : undefined
}

/** Parses text in which only `$`, backquote and backslash are special: a here-document, or an arithmetic expression. */
export function parseExpandedText(text: string, depth: number, parseScript: ParseScript): Word {
  return parseQuoted({ text, position: 0, depth }, parseScript, () => false, false)
}

function parseParts(cursor: Cursor, parseScript: ParseScript, ends: (character: string) => boolean): Word {
  const parts: Word = []
  for (;;) {
    const character = cursor.text[cursor.position]
    if (character === undefined || ends(character)) return parts
    if (character === "'") parts.push({ type: 'text', text: parseSingleQuoted(cursor), quoted: true })
    else if (character === '"') parts.push(...parseDoubleQuoted(cursor, parseScript))
    else if (character === '\\') parts.push(...parseEscape(cursor))
    else if (character === '$' || character === '`') parts.push(parseDollar(cursor, parseScript, false))
    else addText(parts, character, cursor)
  }
}

function addText(parts: Word, character: string, cursor: Cursor): void {
  cursor.position += 1
  const last = parts.at(-1)
  if (last?.type === 'text' && !last.quoted) last.text += character
  else parts.push({ type: 'text', text: character, quoted: false })
}

function parseEscape(cursor: Cursor): Word {
  const escaped = cursor.text[cursor.position + 1]
  if (escaped === undefined) throw new IncompleteInput('unexpected end of file')
  cursor.position += 2
  return escaped === '\n' ? [] : [{ type: 'text', text: escaped, quoted: true }]
}

function parseSingleQuoted(cursor: Cursor): string {
  const end = cursor.text.indexOf("'", cursor.position + 1)
  if (end < 0) throw new IncompleteInput('no closing quote')
  const text = cursor.text.slice(cursor.position + 1, end)
  cursor.position = end + 1
  return text
}

function parseDoubleQuoted(cursor: Cursor, parseScript: ParseScript): Word {
  cursor.position += 1
  const parts = nested(cursor, () => parseQuoted(cursor, parseScript, (character) => character === '"', true))
  if (cursor.text[cursor.position] !== '"') throw new IncompleteInput('no closing quote')
  cursor.position += 1
  return parts
}

/** The inside of double quotes. An empty text always comes first, so that `""` is a word. */
function parseQuoted(
  cursor: Cursor,
  parseScript: ParseScript,
  ends: (character: string) => boolean,
  escapesQuote: boolean,
): Word {
  let text = ''
  const parts: Word = [{ type: 'text', text: '', quoted: true }]
  const flush = () => {
    if (text !== '') parts.push({ type: 'text', text, quoted: true })
    text = ''
  }
  for (;;) {
    const character = cursor.text[cursor.position]
    if (character === undefined || ends(character)) break
    if (character === '$' || character === '`') {
      flush()
      parts.push(parseDollar(cursor, parseScript, true))
      continue
    }
    const next = cursor.text[cursor.position + 1] ?? ''
    const escapes = character === '\\' && next !== '' && ('$`\\\n'.includes(next) || (escapesQuote && next === '"'))
    if (!escapes) text += character
    else if (next !== '\n') text += next
    cursor.position += escapes ? 2 : 1
  }
  flush()
  return parts
}

function parseDollar(cursor: Cursor, parseScript: ParseScript, quoted: boolean): WordPart {
  const { text, position } = cursor
  if (text[position] === '`') return parseBackquoted(cursor, parseScript, quoted)
  const next = text[position + 1] ?? ''
  if (text.startsWith('$((', position)) {
    const expression = parseArithmetic(cursor, position + 3, parseScript)
    if (expression) return { type: 'arithmetic', expression, quoted }
  }
  if (next === '(') {
    cursor.position += 2
    const body = nested(cursor, () => parseScript(cursor, ')'))
    cursor.position += 1
    return { type: 'command', body, quoted }
  }
  if (next === '{') return nested(cursor, () => parseBraced(cursor, parseScript, quoted))
  if (next === "'" && !quoted) return parseAnsiQuoted(cursor)
  const name = nameAt(text, position + 1)
  if (name === '') {
    cursor.position += 1
    return { type: 'text', text: '$', quoted: true }
  }
  cursor.position += 1 + name.length
  return { type: 'parameter', name, quoted }
}

function nameAt(text: string, position: number): string {
  const first = text[position] ?? ''
  if (first !== '' && SPECIAL_PARAMETERS.includes(first)) return first
  if (!NAME_START.test(first)) return ''
  let end = position + 1
  while (NAME.test(text[end] ?? '')) end += 1
  return text.slice(position, end)
}

function parseBackquoted(cursor: Cursor, parseScript: ParseScript, quoted: boolean): WordPart {
  let body = ''
  cursor.position += 1
  for (;;) {
    const character = cursor.text[cursor.position]
    if (character === undefined) throw new IncompleteInput('no closing quote')
    if (character === '`') break
    const next = cursor.text[cursor.position + 1] ?? ''
    const escapes = character === '\\' && next !== '' && ('`$\\'.includes(next) || (quoted && next === '"'))
    body += escapes ? next : character
    cursor.position += escapes ? 2 : 1
  }
  cursor.position += 1
  const inner: Cursor = { text: `${body}\n)`, position: 0, depth: cursor.depth + 1 }
  if (inner.depth > MAX_NESTING) throw new ShellSyntaxError('syntax error: nested too deeply')
  return { type: 'command', body: parseScript(inner, ')'), quoted }
}

/** `((...))`, from its inside on; undefined when the parentheses turn out to be those of `( (...) )`. */
export function parseArithmetic(cursor: Cursor, start: number, parseScript: ParseScript): Word | undefined {
  let depth = 0
  for (let position = start; position < cursor.text.length; position += 1) {
    const character = cursor.text[position]
    if (character === '(') depth += 1
    if (character !== ')') continue
    if (depth > 0) depth -= 1
    else {
      if (cursor.text[position + 1] !== ')') return undefined
      cursor.position = position + 2
      return nested(cursor, () => parseExpandedText(cursor.text.slice(start, position), cursor.depth, parseScript))
    }
  }
  throw new IncompleteInput('unexpected end of file')
}

function parseBraced(cursor: Cursor, parseScript: ParseScript, quoted: boolean): WordPart {
  const { text } = cursor
  cursor.position += 2
  const isLength = text[cursor.position] === '#' && nameAt(text, cursor.position + 1) !== ''
  if (isLength) cursor.position += 1
  const digits = /^\d+/.exec(text.slice(cursor.position, cursor.position + 10))?.[0]
  const name = digits ?? nameAt(text, cursor.position)
  if (name === '') throw text.length <= cursor.position ? new IncompleteInput('no closing brace') : badSubstitution()
  cursor.position += name.length
  if (isLength) {
    expectBrace(cursor)
    return { type: 'parameter', name, operation: { type: 'length' }, quoted }
  }
  const inside = (...ends: string[]) => parseOperand(cursor, parseScript, quoted, ends)
  const operator = /^(?::[-=+?]|[-=+?]|##?|%%?|\/\/?|:)/.exec(text.slice(cursor.position, cursor.position + 2))?.[0]
  cursor.position += operator?.length ?? 0
  switch (operator) {
    case undefined:
      expectBrace(cursor)
      return { type: 'parameter', name, quoted }
    case '#':
    case '##':
    case '%':
    case '%%': {
      const operation = { type: operator, word: inside('}') } as const
      expectBrace(cursor)
      return { type: 'parameter', name, operation, quoted }
    }
    case '/':
    case '//': {
      const pattern = inside('/', '}')
      const replacement = skip(cursor, '/') ? inside('}') : []
      expectBrace(cursor)
      return { type: 'parameter', name, operation: { type: operator, pattern, replacement }, quoted }
    }
    case ':': {
      const offset = inside(':', '}')
      const length = skip(cursor, ':') ? inside('}') : undefined
      expectBrace(cursor)
      return { type: 'parameter', name, operation: { type: 'slice', offset, length }, quoted }
    }
    default: {
      // The pattern above leaves only these, with or without the colon.
      const type = operator.at(-1) as '-' | '=' | '+' | '?'
      const operation = { type, empty: operator.length === 2, word: inside('}') }
      expectBrace(cursor)
      return { type: 'parameter', name, operation, quoted }
    }
  }
}

function parseOperand(cursor: Cursor, parseScript: ParseScript, quoted: boolean, ends: string[]): Word {
  const parts = parseParts(cursor, parseScript, (character) => ends.includes(character))
  // Inside double quotes the operand is quoted as a whole, except for its pattern characters.
  return quoted ? parts.map((part) => (part.type === 'text' ? part : { ...part, quoted: true })) : parts
}

function skip(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.position] !== character) return false
  cursor.position += 1
  return true
}

function expectBrace(cursor: Cursor): void {
  if (skip(cursor, '}')) return
  throw cursor.position >= cursor.text.length ? new IncompleteInput('no closing brace') : badSubstitution()
}

function badSubstitution(): ShellSyntaxError {
  return new ShellSyntaxError('bad substitution')
}

const ANSI_ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
}

/** `$'...'`, with C's escapes. */
function parseAnsiQuoted(cursor: Cursor): WordPart {
  let text = ''
  cursor.position += 2
  for (;;) {
    const character = cursor.text[cursor.position]
    if (character === undefined) throw new IncompleteInput('no closing quote')
    cursor.position += 1
    if (character === "'") return { type: 'text', text, quoted: true }
    if (character !== '\\') {
      text += character
      continue
    }
    const code = /^(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|([0-7]{1,3}))/.exec(
      cursor.text.slice(cursor.position, cursor.position + 5),
    )
    if (code) {
      const [whole, hex, unicode, octal] = code
      text += String.fromCodePoint(Number.parseInt(hex ?? unicode ?? octal ?? '0', octal === undefined ? 16 : 8))
      cursor.position += whole.length
    } else {
      const escaped = cursor.text[cursor.position] ?? ''
      text += ANSI_ESCAPES[escaped] ?? escaped
      cursor.position += 1
    }
  }
}
