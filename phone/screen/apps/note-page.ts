import { navigationBarHeight, type Stage, statusBarHeight } from '../app.ts'
import type { Area } from '../area.ts'
import type { Pen } from '../canvas.ts'
import { font } from '../fonts.ts'
import type { NoteEditor } from '../note-editor.ts'
import { indexAt, type Line, lineOf, offsetOf, wrap } from '../text-layout.ts'

const face = font(17)
const lineHeight = 28
const margin = 24
const headerBottom = statusBarHeight + 62
const textTop = headerBottom + 12
const noLine: Line = { start: 0, end: 0 }

/** How a note lies on the screen: its lines, where an index of its text is, and how it is drawn. */
export class NotePage {
  /** dp by which the text is moved up */
  offset: () => number
  #stage: Stage
  #editor: NoteEditor
  #lines: Line[] | undefined

  constructor(stage: Stage, editor: NoteEditor, offset: () => number) {
    this.#stage = stage
    this.#editor = editor
    this.offset = offset
  }

  /** The text or the width has changed. */
  forget(): void {
    this.#lines = undefined
  }

  get lines(): Line[] {
    this.#lines ??= wrap(this.#editor.text, this.#stage.width - 2 * margin, face)
    return this.#lines
  }

  /** Where the text is seen. */
  get area(): Area {
    const { width, height } = this.#stage
    return { x: 0, y: headerBottom, width, height: height - navigationBarHeight - headerBottom }
  }

  get countArea(): Area {
    return { x: this.#stage.width - 120, y: statusBarHeight + 20, width: 120, height: 22 }
  }

  /** dp of all lines and an empty one. */
  get height(): number {
    return (this.lines.length + 1) * lineHeight
  }

  get linesOnScreen(): number {
    return Math.floor(this.area.height / lineHeight)
  }

  /** Where the caret is drawn; it may be off the screen. */
  caretArea(): Area {
    const { text, caret } = this.#editor
    const row = lineOf(this.lines, caret)
    const right = offsetOf(text, this.lines[row] ?? noLine, caret, face)
    return { x: margin + right - 1, y: this.#top(row), width: 2, height: lineHeight }
  }

  /** The index of the text that a point means, or undefined outside the text. */
  indexAtPoint(x: number, y: number): number | undefined {
    if (y < headerBottom) return undefined
    const row = Math.floor((y - textTop + this.offset()) / lineHeight)
    if (row >= this.lines.length) return this.#editor.text.length
    return indexAt(this.#editor.text, this.lines[Math.max(0, row)] ?? noLine, x - margin, face)
  }

  /** The line that the caret is on. */
  caretLine(): Line {
    return this.lines[lineOf(this.lines, this.#editor.caret)] ?? noLine
  }

  /** The index below (or, negative, above) the caret by so many lines. */
  indexBelow(by: number): number {
    const { text, caret } = this.#editor
    const target = this.lines[lineOf(this.lines, caret) + by]
    if (!target) return by < 0 ? 0 : text.length
    return indexAt(text, target, offsetOf(text, this.caretLine(), caret, face), face)
  }

  /**
   * The area that an edit has changed: from the row above it, where a word may have moved to, as far as lines differ.
   *
   * @param before the lines before the edit @param start where it was @param longer by how much the text grew
   */
  changedArea(before: Line[], start: number, longer: number): Area {
    const { area, lines } = this
    const first = Math.max(0, lineOf(before, start) - 1)
    let last = lines.length - 1
    if (lines.length !== before.length) last = Infinity
    else while (last > first && lines[last]?.start === (before[last] ?? noLine).start + longer) last--
    const top = Math.max(area.y, this.#top(first))
    const bottom = Math.min(area.y + area.height, this.#top(last + 1))
    return { ...area, y: top, height: Math.max(0, bottom - top) }
  }

  #top(row: number): number {
    return textTop + row * lineHeight - this.offset()
  }

  paint(pen: Pen, withCaret: boolean): void {
    const { width, height } = this.#stage
    pen.fillStyle = '#fffdf6'
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = '#f0e9d6'
    pen.fillRect(0, headerBottom - 1, width, 1)
    pen.textAlign = 'left'
    pen.fillStyle = '#20242b'
    pen.font = font(24, 'medium')
    pen.fillText('备忘录', margin, statusBarHeight + 36)
    pen.textAlign = 'right'
    pen.fillStyle = '#a39b86'
    pen.font = font(12)
    pen.fillText(`${this.#editor.text.length} 字`, width - margin, statusBarHeight + 35)

    const { area } = this
    pen.save()
    pen.beginPath()
    pen.rect(area.x, area.y, area.width, area.height)
    pen.clip()
    this.#paintLines(pen)
    if (withCaret) {
      const caret = this.caretArea()
      pen.fillStyle = '#e8930c'
      pen.fillRect(caret.x, caret.y + 3, caret.width, caret.height - 6)
    }
    pen.restore()
  }

  #paintLines(pen: Pen): void {
    const { text, selection } = this.#editor
    pen.textAlign = 'left'
    pen.font = face
    if (text === '') {
      pen.fillStyle = '#b9b29e'
      pen.fillText('写点什么…', margin, textTop + 20)
    }
    const first = Math.max(0, Math.floor(this.offset() / lineHeight) - 1)
    for (const [index, line] of this.lines.slice(first, first + this.linesOnScreen + 3).entries()) {
      const top = this.#top(first + index)
      if (selection.start < line.end && selection.end > line.start) {
        const from = offsetOf(text, line, Math.max(line.start, selection.start), face)
        const to = offsetOf(text, line, Math.min(line.end, selection.end), face)
        pen.fillStyle = '#ffe29a'
        pen.fillRect(margin + from, top, to - from, lineHeight)
      }
      pen.fillStyle = '#2a2f37'
      for (const [at, piece] of betweenTabs(text, line)) pen.fillText(piece, margin + at, top + 20)
    }
  }
}

/** A line's pieces between tabs, each with its offset. */
function* betweenTabs(text: string, line: Line): Generator<[number, string]> {
  let at = line.start
  for (const piece of text.slice(line.start, line.end).split('\t')) {
    if (piece !== '') yield [offsetOf(text, line, at, face), piece]
    at += piece.length + 1
  }
}
