import { type App, type KeyPress, navigationBarHeight, type Stage, statusBarHeight, type Touch } from '../app.ts'
import type { Area } from '../area.ts'
import type { Pen } from '../canvas.ts'
import { font } from '../fonts.ts'
import { characterOf, keycodes } from '../key-characters.ts'
import { NoteEditor } from '../note-editor.ts'
import { Scroller } from '../scroller.ts'
import { indexAt, type Line, lineOf, offsetOf, wrap } from '../text-layout.ts'

const face = font(17)
const lineHeight = 28
const margin = 24
const headerBottom = statusBarHeight + 62
const textTop = headerBottom + 12
const blink = 530

/** 备忘录: one note, typed with keys, text and the clipboard, kept in the phone's notes store. */
export class Notes implements App {
  readonly statusBar = 'dark'
  #stage: Stage
  #editor = new NoteEditor()
  #lines: Line[] | undefined
  #scroller: Scroller
  #typedAt = 0
  #caretShown = true
  #unsubscribe: () => void

  constructor(stage: Stage) {
    this.#stage = stage
    this.#editor.load(stage.notes.read())
    this.#editor.place(this.#editor.text.length)
    this.#scroller = new Scroller({
      limit: () => Math.max(0, this.#layout().length * lineHeight + lineHeight - this.#textArea.height),
      moved: () => stage.invalidate(this.#textArea),
      glides: () => stage.watched,
      now: stage.now,
    })
    this.#unsubscribe = stage.notes.subscribe(() => this.#takeOver())
  }

  close(): void {
    this.#unsubscribe()
  }

  paint(pen: Pen): void {
    const { width, height } = this.#stage
    pen.fillStyle = '#fffdf6'
    pen.fillRect(0, 0, width, height)
    this.#paintText(pen)

    pen.fillStyle = '#fffdf6'
    pen.fillRect(0, 0, width, headerBottom)
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
  }

  #paintText(pen: Pen): void {
    const { text, caret, selection } = this.#editor
    const area = this.#textArea
    const lines = this.#layout()
    pen.save()
    pen.beginPath()
    pen.rect(area.x, area.y, area.width, area.height)
    pen.clip()
    pen.textAlign = 'left'
    pen.font = face
    if (text === '') {
      pen.fillStyle = '#b9b29e'
      pen.fillText('写点什么…', margin, textTop + 20)
    }
    const first = Math.max(0, Math.floor(this.#scroller.offset / lineHeight) - 1)
    const last = Math.min(lines.length, first + Math.ceil(area.height / lineHeight) + 2)
    for (let index = first; index < last; index++) {
      const line = lines[index]
      if (!line) break
      const top = this.#lineTop(index)
      if (selection.start < line.end && selection.end > line.start) {
        const from = offsetOf(text, line, Math.max(line.start, selection.start), face)
        const to = offsetOf(text, line, Math.min(line.end, selection.end), face)
        pen.fillStyle = '#ffe29a'
        pen.fillRect(margin + from, top, to - from, lineHeight)
      }
      pen.fillStyle = '#2a2f37'
      for (const [at, piece] of tabbed(text, line)) pen.fillText(piece, margin + at, top + 20)
    }
    if (this.#caretShown) {
      const { x, y } = this.#caretPlace(caret)
      pen.fillStyle = '#e8930c'
      pen.fillRect(x - 1, y + 3, 2, lineHeight - 6)
    }
    pen.restore()
  }

  touch(touch: Touch): void {
    if (this.#scroller.touch(touch) !== 'tap' || touch.y < headerBottom) return
    const row = Math.floor((touch.y - textTop + this.#scroller.offset) / lineHeight)
    const lines = this.#layout()
    const line = lines[Math.max(0, Math.min(lines.length - 1, row))]
    if (!line) return
    this.#editor.place(row >= lines.length ? line.end : indexAt(this.#editor.text, line, touch.x - margin, face))
    this.#caretMoved()
  }

  wheel(_x: number, _y: number, _dx: number, dy: number): void {
    this.#scroller.wheel(dy)
  }

  text(text: string): void {
    this.#edit(() => this.#editor.insert(text))
  }

  key(press: KeyPress): void {
    if (press.ctrl) return this.#shortcut(press.keycode)
    switch (press.keycode) {
      case keycodes.enter:
      case keycodes.numpadEnter:
        return this.text('\n')
      case keycodes.backspace:
        return this.#edit(() => this.#editor.backspace())
      case keycodes.forwardDelete:
        return this.#edit(() => this.#editor.deleteForward())
      case keycodes.copy:
        return this.#shortcut(keycodes.c)
      case keycodes.cut:
        return this.#shortcut(keycodes.x)
      case keycodes.paste:
        return this.#shortcut(keycodes.v)
      default: {
        const target = this.#target(press.keycode)
        if (target !== undefined) {
          this.#editor.place(target, press.shift)
          return this.#caretMoved()
        }
        const character = characterOf(press)
        if (character !== undefined) this.text(character)
      }
    }
  }

  #shortcut(keycode: number): void {
    if (keycode === keycodes.a) {
      this.#editor.selectAll()
      return this.#caretMoved()
    }
    if (keycode === keycodes.v) return this.text(this.#stage.clipboard)
    if (keycode !== keycodes.c && keycode !== keycodes.x) return
    // Without a selection the whole note is meant: a phone far away has no finger to select with.
    if (this.#editor.selected === '') this.#editor.selectAll()
    this.#stage.clipboard = this.#editor.selected
    if (keycode === keycodes.x) this.#edit(() => this.#editor.insert(''))
    else this.#caretMoved()
  }

  /** Where a key moves the caret to. */
  #target(keycode: number): number | undefined {
    const { text, caret } = this.#editor
    const lines = this.#layout()
    const row = lineOf(lines, caret)
    const line = lines[row] ?? { start: 0, end: 0 }
    const vertically = (by: number) => {
      const other = lines[row + by]
      if (!other) return by < 0 ? 0 : text.length
      return indexAt(text, other, offsetOf(text, line, caret, face), face)
    }
    switch (keycode) {
      case keycodes.left:
        return this.#editor.previous(caret)
      case keycodes.right:
        return this.#editor.next(caret)
      case keycodes.up:
        return vertically(-1)
      case keycodes.down:
        return vertically(1)
      case keycodes.pageUp:
        return vertically(-Math.floor(this.#textArea.height / lineHeight))
      case keycodes.pageDown:
        return vertically(Math.floor(this.#textArea.height / lineHeight))
      case keycodes.moveHome:
        return line.start
      case keycodes.moveEnd:
        return line.end
      default:
        return undefined
    }
  }

  #edit(change: () => void): void {
    const before = this.#editor.text
    const areaBefore = this.#from(this.#editor.selection.start)
    change()
    if (this.#editor.text !== before) {
      this.#lines = undefined
      this.#stage.notes.write(this.#editor.text)
      this.#stage.invalidate(areaBefore)
      this.#stage.invalidate({
        x: this.#stage.width - 120,
        y: statusBarHeight,
        width: 120,
        height: headerBottom - statusBarHeight - 1,
      })
    }
    this.#caretMoved()
  }

  /** The text area from an index's line on (one above, where an edit may move a word to). */
  #from(index: number): Area {
    const area = this.#textArea
    const top = Math.max(area.y, this.#lineTop(lineOf(this.#layout(), index) - 1))
    return { ...area, y: top, height: Math.max(0, area.y + area.height - top) }
  }

  #takeOver(): void {
    const text = this.#stage.notes.read()
    if (text === this.#editor.text) return
    this.#editor.load(text)
    this.#lines = undefined
    this.#scroller.to(this.#scroller.offset)
    this.#stage.invalidate()
  }

  /** Shows the caret at once, scrolls to it, and redraws its old and new neighbourhood. */
  #caretMoved(): void {
    this.#typedAt = this.#stage.now()
    this.#caretShown = true
    const { y } = this.#caretPlace(this.#editor.caret)
    const area = this.#textArea
    if (y < area.y) this.#scroller.to(this.#scroller.offset - (area.y - y))
    else if (y + lineHeight > area.y + area.height) {
      this.#scroller.to(this.#scroller.offset + y + lineHeight - area.y - area.height)
    }
    const row = this.#lastCaretArea
    this.#lastCaretArea = this.#caretRow()
    const { start, end } = this.#editor.selection
    const selecting = start !== end || this.#selectionShown
    this.#selectionShown = start !== end
    if (selecting) this.#stage.invalidate(area)
    else {
      if (row) this.#stage.invalidate(row)
      this.#stage.invalidate(this.#lastCaretArea)
    }
  }

  #lastCaretArea: Area | undefined
  #selectionShown = false

  #caretRow(): Area {
    const { x, y } = this.#caretPlace(this.#editor.caret)
    return { x: x - 2, y, width: 4, height: lineHeight }
  }

  advance(now: number): number {
    const gliding = this.#scroller.advance(now)
    const since = Math.max(0, now - this.#typedAt)
    const shown = Math.floor(since / blink) % 2 === 0
    if (shown !== this.#caretShown) {
      this.#caretShown = shown
      this.#lastCaretArea = this.#caretRow()
      this.#stage.invalidate(this.#lastCaretArea)
    }
    return Math.min(gliding, blink - (since % blink))
  }

  resized(): void {
    this.#lines = undefined
    this.#scroller.to(this.#scroller.offset)
  }

  #layout(): Line[] {
    this.#lines ??= wrap(this.#editor.text, this.#stage.width - 2 * margin, face)
    return this.#lines
  }

  get #textArea(): Area {
    const { width, height } = this.#stage
    return { x: 0, y: headerBottom, width, height: height - navigationBarHeight - headerBottom }
  }

  #lineTop(row: number): number {
    return textTop + row * lineHeight - this.#scroller.offset
  }

  #caretPlace(index: number): { x: number; y: number } {
    const row = lineOf(this.#layout(), index)
    const line = this.#layout()[row] ?? { start: 0, end: 0 }
    return { x: margin + offsetOf(this.#editor.text, line, index, face), y: this.#lineTop(row) }
  }
}

/** A line's pieces between tabs, each with its offset. */
function* tabbed(text: string, line: Line): Generator<[number, string]> {
  let at = line.start
  for (const piece of text.slice(line.start, line.end).split('\t')) {
    if (piece !== '') yield [offsetOf(text, line, at, face), piece]
    at += piece.length + 1
  }
}
