import type { App, KeyPress, Stage, Touch } from '../app.ts'
import { grown } from '../area.ts'
import type { Pen } from '../canvas.ts'
import { characterOf, keycodes } from '../key-characters.ts'
import { NoteEditor } from '../note-editor.ts'
import { Scroller } from '../scroller.ts'
import { NotePage } from './note-page.ts'

/** Milliseconds that the caret is shown, and then hidden. */
const blink = 530

/** 备忘录: one note, typed with keys, text and the clipboard, kept in the phone's notes store. */
export class Notes implements App {
  readonly statusBar = 'dark'
  #stage: Stage
  #editor = new NoteEditor()
  #page: NotePage
  #scroller: Scroller
  #typedAt: number
  #caretShown = true
  #unsubscribe: () => void

  constructor(stage: Stage) {
    this.#stage = stage
    this.#typedAt = stage.now()
    this.#editor.load(stage.notes.read())
    this.#scroller = new Scroller({
      limit: () => Math.max(0, this.#page.height - this.#page.area.height),
      moved: () => stage.invalidate(this.#page.area),
      glides: () => stage.watched,
      now: stage.now,
    })
    this.#page = new NotePage(stage, this.#editor, () => this.#scroller.offset)
    this.#unsubscribe = stage.notes.subscribe(() => this.#takeOver())
  }

  close(): void {
    this.#unsubscribe()
  }

  paint(pen: Pen): void {
    this.#page.paint(pen, this.#caretShown)
  }

  touch(touch: Touch): void {
    if (this.#scroller.touch(touch) !== 'tap') return
    const index = this.#page.indexAtPoint(touch.x, touch.y)
    if (index !== undefined) this.#change(() => this.#editor.place(index))
  }

  wheel(_x: number, _y: number, _dx: number, dy: number): void {
    this.#scroller.wheel(dy)
  }

  text(text: string): void {
    this.#change(() => this.#editor.insert(text))
  }

  key(press: KeyPress): void {
    if (press.ctrl) return this.#shortcut(press.keycode)
    switch (press.keycode) {
      case keycodes.enter:
      case keycodes.numpadEnter:
        return this.text('\n')
      case keycodes.backspace:
        return this.#change(() => this.#editor.backspace())
      case keycodes.forwardDelete:
        return this.#change(() => this.#editor.deleteForward())
      case keycodes.copy:
        return this.#shortcut(keycodes.c)
      case keycodes.cut:
        return this.#shortcut(keycodes.x)
      case keycodes.paste:
        return this.#shortcut(keycodes.v)
      default: {
        const target = this.#target(press.keycode)
        const character = characterOf(press)
        if (target !== undefined) this.#change(() => this.#editor.place(target, press.shift))
        else if (character !== undefined) this.text(character)
      }
    }
  }

  #shortcut(keycode: number): void {
    if (keycode === keycodes.a) return this.#change(() => this.#editor.selectAll())
    if (keycode === keycodes.v) return this.text(this.#stage.clipboard)
    if (keycode !== keycodes.c && keycode !== keycodes.x) return
    this.#change(() => {
      // Without a selection the whole note is meant: a phone far away has no finger to select with.
      if (this.#editor.selected === '') this.#editor.selectAll()
      this.#stage.clipboard = this.#editor.selected
      if (keycode === keycodes.x) this.#editor.insert('')
    })
  }

  /** Where a key moves the caret to. */
  #target(keycode: number): number | undefined {
    switch (keycode) {
      case keycodes.left:
        return this.#editor.previous(this.#editor.caret)
      case keycodes.right:
        return this.#editor.next(this.#editor.caret)
      case keycodes.up:
        return this.#page.indexBelow(-1)
      case keycodes.down:
        return this.#page.indexBelow(1)
      case keycodes.pageUp:
        return this.#page.indexBelow(-this.#page.linesOnScreen)
      case keycodes.pageDown:
        return this.#page.indexBelow(this.#page.linesOnScreen)
      case keycodes.moveHome:
        return this.#page.caretLine().start
      case keycodes.moveEnd:
        return this.#page.caretLine().end
      default:
        return undefined
    }
  }

  /** Does something to text, caret or selection; saves it, and redraws what looks different for it. */
  #change(deed: () => void): void {
    const { text, selection } = this.#editor
    const { lines } = this.#page
    const caret = this.#page.caretArea()
    deed()
    this.#typedAt = this.#stage.now()
    this.#caretShown = true
    this.#stage.invalidate(grown(caret, 1))
    if (this.#editor.text !== text) {
      this.#page.forget()
      this.#stage.invalidate(this.#page.changedArea(lines, selection.start, this.#editor.text.length - text.length))
      this.#stage.invalidate(this.#page.countArea)
      this.#stage.notes.write(this.#editor.text)
    }
    if (selection.start !== selection.end || this.#editor.selected !== '') this.#stage.invalidate(this.#page.area)
    this.#showCaret()
  }

  #showCaret(): void {
    const { y, height } = this.#page.caretArea()
    const { area } = this.#page
    const [above, below] = [area.y - y, y + height - area.y - area.height]
    if (above > 0) this.#scroller.to(this.#scroller.offset - above)
    else if (below > 0) this.#scroller.to(this.#scroller.offset + below)
    this.#stage.invalidate(grown(this.#page.caretArea(), 1))
  }

  /** Another program has written the note, or this one has. */
  #takeOver(): void {
    const text = this.#stage.notes.read()
    if (text === this.#editor.text) return
    this.#editor.load(text)
    this.resized()
    this.#stage.invalidate()
  }

  resized(): void {
    this.#page.forget()
    this.#scroller.to(this.#scroller.offset)
  }

  advance(now: number): number {
    const gliding = this.#scroller.advance(now)
    const since = Math.max(0, now - this.#typedAt)
    const shown = Math.floor(since / blink) % 2 === 0
    if (shown !== this.#caretShown) {
      this.#caretShown = shown
      this.#stage.invalidate(grown(this.#page.caretArea(), 1))
    }
    return Math.min(gliding, blink - (since % blink))
  }
}
