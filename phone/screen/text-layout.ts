import { characterWidth } from './fonts.ts'

/** A line as shown: from `start` up to, not including, `end`; a line break belongs to no line. */
export interface Line {
  start: number
  end: number
}

const noLineStart = new Set('，。！？、；：）】」』》”’,.!?;:)]}%')
const isHan = (code: number) => code >= 0x2e80
/** A tab is as wide as this many spaces. */
const tabSpaces = 4

function widthOf(character: string, face: string): number {
  return character === '\t' ? characterWidth(' ', face) * tabSpaces : characterWidth(character, face)
}

/** Breaks text into lines of at most `width`: between words, between Chinese characters, else anywhere. */
export function wrap(text: string, width: number, face: string): Line[] {
  const lines: Line[] = []
  let start = 0
  let used = 0
  let breakAt = 0
  let usedAtBreak = 0
  let previous = 0
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0
    const character = String.fromCodePoint(code)
    if (character === '\n') {
      lines.push({ start, end: at })
      start = breakAt = at + 1
      used = usedAtBreak = 0
      previous = 0
      at += 1
      continue
    }
    const between = at > start && (previous === 0x20 || isHan(previous) || isHan(code))
    if (between && !noLineStart.has(character)) {
      breakAt = at
      usedAtBreak = used
    }
    const advance = widthOf(character, face)
    if (used + advance > width && at > start && code !== 0x20) {
      if (breakAt <= start) {
        breakAt = at
        usedAtBreak = used
      }
      lines.push({ start, end: breakAt })
      start = breakAt
      used -= usedAtBreak
      usedAtBreak = 0
    }
    used += advance
    previous = code
    at += character.length
  }
  lines.push({ start, end: text.length })
  return lines
}

/** How far right of its line's start an index of the text is. */
export function offsetOf(text: string, line: Line, index: number, face: string): number {
  let offset = 0
  for (const character of text.slice(line.start, index)) offset += widthOf(character, face)
  return offset
}

/** The index of the text that is nearest to an offset into a line. */
export function indexAt(text: string, line: Line, offset: number, face: string): number {
  let index = line.start
  let reached = 0
  for (const character of text.slice(line.start, line.end)) {
    const width = widthOf(character, face)
    if (reached + width / 2 > offset) break
    reached += width
    index += character.length
  }
  return index
}

/** The line an index is on; at a soft break, the later one. */
export function lineOf(lines: Line[], index: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle]?.start ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}
