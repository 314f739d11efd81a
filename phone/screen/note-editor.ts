/** UTF-16 units that a note may have; what would go over is not taken. */
const maxNoteLength = 200_000
/** How far back a grapheme's start is looked for. */
const maxGraphemeLength = 64

/** Control characters have no glyph and could hide in a note; tab and line feed are text. */
const hidden = /(?![\t\n])\p{Cc}/gu

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** A text with a caret and a selection between the caret and an anchor. */
export class NoteEditor {
  text = ''
  caret = 0
  #anchor = 0

  get selection(): { start: number; end: number } {
    return { start: Math.min(this.caret, this.#anchor), end: Math.max(this.caret, this.#anchor) }
  }

  get selected(): string {
    const { start, end } = this.selection
    return this.text.slice(start, end)
  }

  /** Takes over a text that was changed elsewhere. */
  load(text: string): void {
    const untouched = this.caret >= this.text.length
    this.text = text.slice(0, maxNoteLength)
    this.place(untouched ? this.text.length : this.caret)
  }

  /** Puts the caret somewhere; `extend` keeps the selection's other end where it is. */
  place(index: number, extend = false): void {
    this.caret = Math.max(0, Math.min(this.text.length, index))
    if (!extend) this.#anchor = this.caret
  }

  selectAll(): void {
    this.#anchor = 0
    this.caret = this.text.length
  }

  /** Replaces the selection; whatever a terminal or a clipboard calls a line break becomes one. */
  insert(inserted: string): void {
    const { start, end } = this.selection
    const clean = inserted.replace(/\r\n?/g, '\n').replace(hidden, '')
    const fitting = clean.slice(0, Math.max(0, maxNoteLength - (this.text.length - (end - start))))
    this.#replace(start, end, fitting)
  }

  backspace(): void {
    const { start, end } = this.selection
    this.#replace(start === end ? this.previous(start) : start, end, '')
  }

  deleteForward(): void {
    const { start, end } = this.selection
    this.#replace(start, start === end ? this.next(end) : end, '')
  }

  /** The index one grapheme before another. */
  previous(index: number): number {
    const from = Math.max(0, index - maxGraphemeLength)
    let last = 0
    for (const { index: at } of graphemes.segment(this.text.slice(from, index))) last = at
    return index === 0 ? 0 : from + last
  }

  /** The index one grapheme behind another. */
  next(index: number): number {
    const [first] = graphemes.segment(this.text.slice(index, index + maxGraphemeLength))
    return index + (first?.segment.length ?? 0)
  }

  #replace(start: number, end: number, by: string): void {
    this.text = this.text.slice(0, start) + by + this.text.slice(end)
    this.place(start + by.length)
  }
}
