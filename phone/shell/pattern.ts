import { LimitExceeded } from './budget.ts'

/** Shell patterns: `*`, `?`, `[...]` with ranges and classes; a backslash makes the next character literal. */

type Item = { type: 'any' } | { type: 'one' } | { type: 'literal'; character: string } | CharacterSet

interface CharacterSet {
  type: 'set'
  negated: boolean
  ranges: [from: string, to: string][]
  classes: ((character: string) => boolean)[]
}

const CLASSES: Record<string, RegExp> = {
  alpha: /\p{L}/u,
  digit: /[0-9]/,
  alnum: /[\p{L}0-9]/u,
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9A-Fa-f]/,
  print: /[^\p{C}]/u,
  graph: /[^\p{C}\s]/u,
  cntrl: /\p{Cc}/u,
}

/** Reads `[...]` at a position; undefined when it is not closed, and so means itself. Shared with regular expressions. */
export function parseCharacterSet(
  text: string | readonly string[],
  start: number,
  negations = '!^',
): { set: CharacterSet; end: number } | undefined {
  let position = start + 1
  const negated = text[position] !== undefined && negations.includes(text[position] ?? '')
  if (negated) position += 1
  const set: CharacterSet = { type: 'set', negated, ranges: [], classes: [] }
  for (let first = true; ; first = false) {
    const character = text[position]
    if (character === undefined) return undefined
    if (character === ']' && !first) return { set, end: position + 1 }
    const name = /^\[:([a-z]+):\]/.exec(Array.from(text.slice(position, position + 12)).join(''))
    const known = name && CLASSES[name[1] ?? '']
    if (name && known) {
      set.classes.push((tested) => known.test(tested))
      position += name[0].length
      continue
    }
    const [from, afterFrom] = memberAt(text, position)
    const [to, afterTo] =
      text[afterFrom] === '-' && text[afterFrom + 1] !== undefined && text[afterFrom + 1] !== ']'
        ? memberAt(text, afterFrom + 1)
        : [from, afterFrom]
    set.ranges.push([from, to])
    position = afterTo
  }
}

function memberAt(text: string | readonly string[], position: number): [character: string, next: number] {
  if (text[position] === '\\' && text[position + 1] !== undefined) return [text[position + 1] ?? '', position + 2]
  return [text[position] ?? '', position + 1]
}

export function inCharacterSet(set: CharacterSet, character: string): boolean {
  const found =
    set.ranges.some(([from, to]) => character >= from && character <= to) || set.classes.some((has) => has(character))
  return found !== set.negated
}

function parsePattern(pattern: string): Item[] {
  const items: Item[] = []
  for (let position = 0; position < pattern.length; position += 1) {
    const character = pattern[position] ?? ''
    if (character === '*') {
      if (items.at(-1)?.type !== 'any') items.push({ type: 'any' })
    } else if (character === '?') items.push({ type: 'one' })
    else if (character === '[') {
      const parsed = parseCharacterSet(pattern, position)
      if (parsed) {
        items.push(parsed.set)
        position = parsed.end - 1
      } else items.push({ type: 'literal', character })
    } else if (character === '\\' && position + 1 < pattern.length) {
      position += 1
      items.push({ type: 'literal', character: pattern[position] ?? '' })
    } else items.push({ type: 'literal', character })
  }
  return items
}

/** Steps that one match may take: about ten milliseconds. */
const MAX_STEPS = 2_000_000

/**
 * A matcher of whole texts. Its time is bounded by pattern length times text length, whatever the pattern; where that
 * itself is too much it throws LimitExceeded.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const items = parsePattern(pattern)
  return (text) => {
    let item = 0
    let position = 0
    let star = -1
    let starPosition = 0
    let steps = 0
    while (position < text.length) {
      if (++steps > MAX_STEPS) throw new LimitExceeded('pattern is too complex')
      const current = items[item]
      if (current?.type === 'any') {
        star = item++
        starPosition = position
      } else if (current && matchesOne(current, text[position] ?? '')) {
        item += 1
        position += 1
      } else if (star >= 0) {
        // Only the last star has to be tried again: an earlier one can gain nothing by taking more.
        item = star + 1
        position = ++starPosition
      } else return false
    }
    while (items[item]?.type === 'any') item += 1
    return item === items.length
  }
}

function matchesOne(item: Item, character: string): boolean {
  if (item.type === 'literal') return item.character === character
  return item.type === 'one' || (item.type === 'set' && inCharacterSet(item, character))
}

export function hasPatternCharacters(pattern: string): boolean {
  return /(^|[^\\])(\\\\)*[*?[]/.test(pattern)
}

/** Text as a pattern that matches only itself. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}

/** The pattern's text with its backslashes resolved: what a pattern without a match stands for. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\(.)/gs, '$1')
}
