import { StringDecoder } from 'node:string_decoder'
import { columnsOf } from './column-width.ts'
import { commonBeginning, type Completion, escapeWord, listOf } from './completion.ts'

/** A line may have this many characters; more are not taken in. */
const MAX_CHARACTERS = 4096
/** Longer sequences of a key are none that we know. */
const MAX_SEQUENCE = 16
/** What is left for the line at least, in columns, however long the prompt is. */
const MIN_COLUMNS = 12
const ESCAPE = '\x1b'
const BELL = '\x07'

export type TerminalLine = { text: string } | 'interrupt' | 'end'

export interface LineEditorOptions {
  prompt: string
  /** Earlier lines, the oldest first. */
  history: readonly string[]
  /** What the last word of a line may become. */
  complete: (line: string) => Completion
  /** The terminal's width, which may change at any time. */
  columns: () => number
  /** What the line begins with: it was typed before its prompt came. */
  text: string
}

/**
 * A line being typed at a prompt, with the keys of mksh's emacs mode: arrows, history, home and end, Ctrl-A E B F K U W L, and Tab.
 * A line that is too long for its row is scrolled sideways. Says what a terminal is to be sent, and sends nothing itself.
 */
export class LineEditor {
  readonly #options: LineEditorOptions
  readonly #decoder = new StringDecoder('utf8')
  #characters: string[]
  #cursor: number
  /** The first character that is seen. */
  #left = 0
  #sequence = ''
  /** Which line of the history is shown; its length for the one being typed. */
  #shown: number
  #draft: string[] = []
  #outcome: TerminalLine | undefined

  constructor(options: LineEditorOptions) {
    this.#options = options
    this.#characters = Array.from(options.text)
    this.#cursor = this.#characters.length
    this.#shown = options.history.length
  }

  /** How the line ended; undefined while it is being typed. */
  get outcome(): TerminalLine | undefined {
    return this.#outcome
  }

  /** Prompt and line, with the cursor where it is; a `<` stands for what is left of the row. */
  draw(): string {
    const prompt = this.#prompt
    const widest = this.#columns - columnsOf(prompt) - 1
    const room = () => widest - (this.#left > 0 ? 1 : 0)
    if (this.#cursor < this.#left) this.#left = Math.max(0, this.#cursor - Math.floor(widest / 2))
    this.#left = this.#firstSeen(widest)
    let end = this.#left
    for (let used = 0; end < this.#characters.length; end += 1) {
      used += columnsOf(this.#characters[end] ?? '')
      if (used > room()) break
    }
    const back = columnsOf(this.#characters.slice(this.#cursor, end))
    const seen = `${this.#left > 0 ? '<' : ''}${this.#characters.slice(this.#left, end).join('')}`
    return `\r${prompt}${seen}${ESCAPE}[K${back > 0 ? `${ESCAPE}[${back}D` : ''}`
  }

  /** The first character that is seen, if those up to the cursor are to have room; none before the one that was first. */
  #firstSeen(widest: number): number {
    let first = this.#cursor
    for (let used = 0; first > this.#left; first -= 1) {
      used += columnsOf(this.#characters[first - 1] ?? '')
      if (used > widest - (first > 1 ? 1 : 0)) break
    }
    return first
  }

  /** Takes one typed byte; answers what is to be sent for it. */
  type(byte: number): string {
    const character = this.#decoder.write(Buffer.of(byte))
    if (character === '') return ''
    if (this.#sequence !== '') return this.#continueSequence(character)
    switch (character) {
      case '\r':
      case '\n':
        return this.#complete()
      case '\x03':
        this.#outcome = 'interrupt'
        return '^C\n'
      case '\x04':
        if (this.#characters.length > 0) return this.#delete(this.#cursor, this.#cursor + 1)
        this.#outcome = 'end'
        return '^D\n'
      case '\b':
      case '\x7f':
        return this.#backspace()
      case '\x01':
        return this.#moveTo(0)
      case '\x05':
        return this.#moveTo(this.#characters.length)
      case '\x02':
        return this.#moveTo(this.#cursor - 1)
      case '\x06':
        return this.#moveTo(this.#cursor + 1)
      case '\x0b':
        return this.#delete(this.#cursor, this.#characters.length)
      case '\t':
        return this.#completeWord()
      case '\x0c':
        return `${ESCAPE}[H${ESCAPE}[2J${this.draw()}`
      case '\x0e':
        return this.#recall(this.#shown + 1)
      case '\x10':
        return this.#recall(this.#shown - 1)
      case '\x15':
        return this.#delete(0, this.#characters.length)
      case '\x17':
        return this.#delete(this.#wordBefore(), this.#cursor)
      case ESCAPE:
        this.#sequence = ESCAPE
        return ''
      default:
        return character < ' ' ? '' : this.#insert(character)
    }
  }

  get #columns(): number {
    return Math.max(this.#options.columns(), MIN_COLUMNS * 2)
  }

  /** A prompt that would leave no room shows its end. */
  get #prompt(): string {
    const { prompt } = this.#options
    const room = this.#columns - MIN_COLUMNS
    return columnsOf(prompt) <= room
      ? prompt
      : `<${Array.from(prompt)
          .slice(1 - room)
          .join('')}`
  }

  /** A line of which only a part was seen is shown whole: it is what stays on the screen. */
  #complete(): string {
    const text = this.#characters.join('')
    this.#outcome = { text }
    return this.#fits() ? '\n' : `\r${this.#prompt}${text}${ESCAPE}[K\n`
  }

  /** Adds to the word before the cursor what is certain; lists what it may become where nothing is. */
  #completeWord(): string {
    const { written, typed, words } = this.#options.complete(this.#characters.slice(0, this.#cursor).join(''))
    if (words.length === 0) return BELL
    const beginning = commonBeginning(words)
    if (words.length > 1 && beginning === typed) return `\n${listOf(words, this.#columns)}${this.draw()}`
    const isFile = words.length === 1 && !beginning.endsWith('/')
    const completed = `${escapeWord(beginning)}${isFile ? ' ' : ''}`
    if (completed.startsWith(written)) return this.#insert(completed.slice(written.length))
    const length = Array.from(written).length
    this.#characters.splice(this.#cursor - length, length)
    this.#cursor -= length
    this.#insert(completed)
    return this.draw()
  }

  #insert(text: string): string {
    const characters = Array.from(text)
    if (this.#characters.length + characters.length > MAX_CHARACTERS) return ''
    const isAtEnd = this.#cursor === this.#characters.length
    this.#characters.splice(this.#cursor, 0, ...characters)
    this.#cursor += characters.length
    return isAtEnd && this.#fits() ? text : this.draw()
  }

  #backspace(): string {
    if (this.#cursor === 0) return ''
    const isAtEnd = this.#cursor === this.#characters.length && this.#fits()
    this.#cursor -= 1
    const [removed = ''] = this.#characters.splice(this.#cursor, 1)
    return isAtEnd && columnsOf(removed) > 0 ? '\b \b'.repeat(columnsOf(removed)) : this.draw()
  }

  /** Whether all of the line is seen. */
  #fits(): boolean {
    return this.#left === 0 && columnsOf(this.#prompt) + columnsOf(this.#characters) < this.#columns
  }

  #delete(start: number, end: number): string {
    if (start >= end || start >= this.#characters.length) return ''
    this.#characters.splice(start, end - start)
    this.#cursor = start
    return this.draw()
  }

  #moveTo(place: number): string {
    const cursor = Math.min(Math.max(place, 0), this.#characters.length)
    if (cursor === this.#cursor) return ''
    this.#cursor = cursor
    return this.draw()
  }

  #recall(index: number): string {
    const { history } = this.#options
    if (index < 0 || index > history.length || index === this.#shown) return ''
    if (this.#shown === history.length) this.#draft = this.#characters
    this.#shown = index
    this.#characters = index === history.length ? this.#draft : Array.from(history[index] ?? '')
    this.#cursor = this.#characters.length
    this.#left = 0
    return this.draw()
  }

  #wordBefore(): number {
    let place = this.#cursor
    while (place > 0 && this.#characters[place - 1] === ' ') place -= 1
    while (place > 0 && this.#characters[place - 1] !== ' ') place -= 1
    return place
  }

  #wordAfter(): number {
    let place = this.#cursor
    while (place < this.#characters.length && this.#characters[place] === ' ') place += 1
    while (place < this.#characters.length && this.#characters[place] !== ' ') place += 1
    return place
  }

  /** Escape sequences of keys: `ESC [ parameters letter`, `ESC O letter`, `ESC letter` (ECMA-48, xterm's ctlseqs). */
  #continueSequence(character: string): string {
    this.#sequence += character
    const isBegun = this.#sequence === `${ESCAPE}[` || this.#sequence === `${ESCAPE}O`
    const isComplete = !isBegun && character >= '@' && character <= '~'
    if (!isComplete && this.#sequence.length < MAX_SEQUENCE) return ''
    const sequence = this.#sequence.slice(1)
    this.#sequence = ''
    return isComplete ? this.#press(sequence) : ''
  }

  #press(sequence: string): string {
    switch (sequence.replace(/^O/, '[')) {
      case '[A':
        return this.#recall(this.#shown - 1)
      case '[B':
        return this.#recall(this.#shown + 1)
      case '[C':
        return this.#moveTo(this.#cursor + 1)
      case '[D':
        return this.#moveTo(this.#cursor - 1)
      case '[1;5C':
      case 'f':
        return this.#moveTo(this.#wordAfter())
      case '[1;5D':
      case 'b':
        return this.#moveTo(this.#wordBefore())
      case '[H':
      case '[1~':
        return this.#moveTo(0)
      case '[F':
      case '[4~':
        return this.#moveTo(this.#characters.length)
      case '[3~':
        return this.#delete(this.#cursor, this.#cursor + 1)
      default:
        return ''
    }
  }
}
