import { setImmediate } from 'node:timers/promises'
import type { ByteSink, ByteSource } from './byte-stream.ts'
import { columnsOf } from './column-width.ts'
import { LineEditor, type LineEditorOptions, type TerminalLine } from './line-editor.ts'
import { interruptible } from './process-signal.ts'
import { TypedLines } from './typed-lines.ts'

const CTRL_C = 3
const CTRL_D = 4
const BACKSPACE = 8
const TAB = 9
const NEWLINE = 10
const CARRIAGE_RETURN = 13
const RETURN_NEWLINE = Buffer.from('\r\n')
const CTRL_U = 21
const CTRL_W = 23
const ESCAPE = 27
const DELETE = 127
/** A line may be this long, as in Linux's cooked mode; more is not taken in. */
const MAX_LINE_BYTES = 4096
/** Typed bytes after which others have their turn. */
const BYTES_A_TURN = 256
/** Until the peer says how large its window is, as of old. */
const USUAL_SIZE = { rows: 24, columns: 80 }

interface WindowSize {
  rows: number
  columns: number
}

/** Each newline with a carriage return before it. */
function withReturns(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = []
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end), RETURN_NEWLINE)
    start = end + 1
  }
  return lines.length === 0 ? bytes : Buffer.concat([...lines, bytes.subarray(start)])
}

/** What is typed into a terminal, as a command reads it. */
export class TerminalInput extends TypedLines {
  readonly terminal: Terminal

  constructor(terminal: Terminal) {
    super()
    this.terminal = terminal
  }
}

/**
 * A terminal, like a pty's line discipline: it turns `\n` into `\r\n` on the way out, and Ctrl-C into an interrupt. While a
 * command runs it is in cooked mode: it echoes, edits the line being typed, and gives whole lines to the command's stdin. At
 * a prompt the shell's own editor has the keys.
 */
export class Terminal implements ByteSink {
  readonly #output: ByteSink
  readonly #lines = new TerminalInput(this)
  readonly #interrupts = new Set<() => void>()
  size: WindowSize = USUAL_SIZE
  /** Whether what is typed into a command is seen. */
  echoes = true
  #editor: LineEditor | undefined
  /** Hears of the line that the editor has completed. */
  #completed: ((line: TerminalLine) => void) | undefined
  #line: number[] = []
  #escape = ''
  #afterReturn = false
  #hasEnded = false

  constructor(output: ByteSink) {
    this.#output = output
  }

  /** Whole lines, for the running command. */
  get stdin(): ByteSource {
    return this.#lines
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#output.write(withReturns(bytes), signal)
  }

  /** Calls back at every Ctrl-C. Returns the un-listen. */
  onInterrupt(interrupted: () => void): () => void {
    this.#interrupts.add(interrupted)
    return () => this.#interrupts.delete(interrupted)
  }

  /** The next line for the shell, edited at a prompt. What was typed ahead comes first. */
  async readLine(
    { prompt, history, complete }: Pick<LineEditorOptions, 'prompt' | 'history' | 'complete'>,
    signal: AbortSignal,
  ): Promise<TerminalLine> {
    const ahead = this.#lines.takeLine()
    if (ahead !== undefined) {
      const text = ahead === 'end' ? '' : Buffer.from(ahead).toString('utf8')
      await this.write(Buffer.from(`${prompt}${text}\n`), signal)
      return ahead === 'end' ? 'end' : { text }
    }
    const begun = Buffer.from(this.#line.splice(0)).toString('utf8')
    const editor = new LineEditor({ prompt, history, complete, columns: () => this.size.columns, text: begun })
    this.#editor = editor
    try {
      await this.write(Buffer.from(`${prompt}${begun}`), signal)
      return await interruptible<TerminalLine>(signal, (done) => {
        this.#completed = done
        const outcome = editor.outcome ?? (this.#hasEnded ? 'end' : undefined)
        if (outcome) done(outcome)
        return () => {
          this.#completed = undefined
        }
      })
    } finally {
      if (this.#editor === editor) this.#editor = undefined
    }
  }

  /** What the peer types. */
  async type(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    let echo: number[] = []
    for (const [at, byte] of bytes.entries()) {
      // What is drawn for a byte may be as long as a row: others have their turn.
      if (at % BYTES_A_TURN === BYTES_A_TURN - 1) await setImmediate()
      const isSecondOfReturn = byte === NEWLINE && this.#afterReturn
      this.#afterReturn = byte === CARRIAGE_RETURN
      if (isSecondOfReturn) continue
      const editor = this.#editor
      if (editor) {
        const sent = Buffer.from(editor.type(byte))
        if (byte === TAB) {
          await this.write(Uint8Array.from(echo.splice(0)), signal)
          await this.write(sent, signal)
          // It has looked through a folder, and the next byte may be another Tab: others have their turn.
          await setImmediate()
          continue
        }
        echo.push(...sent)
        if (!editor.outcome) continue
        this.#editor = undefined
        // The echo of a line comes before whatever the line makes a command print.
        await this.write(Uint8Array.from(echo.splice(0)), signal)
        this.#completed?.(editor.outcome)
        continue
      }
      if (this.#escape !== '') {
        this.#skipEscape(byte)
        continue
      }
      const completed = this.#take(byte, echo)
      if (!this.echoes) echo = []
      if (!completed) continue
      await this.write(Uint8Array.from(echo.splice(0)), signal)
      this.#lines.add(completed)
    }
    await this.write(Uint8Array.from(echo), signal)
  }

  /** The peer will not type any more. */
  end(): void {
    this.#hasEnded = true
    this.#lines.end()
    this.#completed?.('end')
  }

  /** Handles one typed byte; a completed line is returned. */
  #take(byte: number, echo: number[]): Uint8Array | undefined {
    switch (byte) {
      case CARRIAGE_RETURN:
      case NEWLINE:
        echo.push(NEWLINE)
        return Uint8Array.from([...this.#line.splice(0), NEWLINE])
      case CTRL_C:
        echo.push(0x5e, 0x43, NEWLINE)
        this.#line = []
        this.#lines.forget()
        for (const interrupted of this.#interrupts) interrupted()
        return undefined
      case CTRL_D:
        if (this.#line.length > 0) return Uint8Array.from(this.#line.splice(0))
        this.#lines.endOnce()
        return undefined
      case BACKSPACE:
      case DELETE:
        this.#erase(echo)
        return undefined
      case CTRL_U:
        while (this.#line.length > 0) this.#erase(echo)
        return undefined
      case CTRL_W:
        while (this.#line.at(-1) === 0x20) this.#erase(echo)
        while (this.#line.length > 0 && this.#line.at(-1) !== 0x20) this.#erase(echo)
        return undefined
      case ESCAPE:
        this.#escape = '\x1b'
        return undefined
      default:
        if (this.#line.length >= MAX_LINE_BYTES || (byte < 0x20 && byte !== TAB)) return undefined
        this.#line.push(byte)
        echo.push(byte)
        return undefined
    }
  }

  /** Removes the last character: all bytes of its UTF-8 form, and the columns that it takes. */
  #erase(echo: number[]): void {
    let start = this.#line.length - 1
    while (start > 0 && ((this.#line[start] ?? 0) & 0xc0) === 0x80) start -= 1
    const removed = Buffer.from(this.#line.splice(Math.max(start, 0))).toString('utf8')
    for (let column = 0; column < columnsOf(removed); column += 1) echo.push(BACKSPACE, 0x20, BACKSPACE)
  }

  /** Arrow keys and the like are not known to cooked mode; they must not end up in the line. */
  #skipEscape(byte: number): void {
    this.#escape += String.fromCharCode(byte)
    const isPrefix = this.#escape === '\x1b[' || this.#escape === '\x1bO'
    const isFinal = byte >= 0x40 && byte <= 0x7e
    if (!isPrefix && (isFinal || this.#escape.length > 8)) this.#escape = ''
  }
}
