import type { ByteSink, ByteSource } from './byte-stream.ts'
import { interruptible } from './process-signal.ts'

const CTRL_C = 3
const CTRL_D = 4
const BACKSPACE = 8
const NEWLINE = 10
const CARRIAGE_RETURN = 13
const CTRL_U = 21
const CTRL_W = 23
const ESCAPE = 27
const DELETE = 127
/** A line may be this long, as in Linux's cooked mode; more is not taken in. */
const MAX_LINE_BYTES = 4096

/** Lines typed ahead of a command that does not read; beyond this they are lost, as with a real terminal. */
const MAX_TYPED_AHEAD = 64 * 1024

export type TerminalLine = { text: string } | 'interrupt' | 'end'

/**
 * A terminal in cooked mode, like a pty's line discipline: it echoes, edits the line being typed, turns `\n` into
 * `\r\n` on the way out, and Ctrl-C into an interrupt. What it takes in while a command runs is that command's stdin.
 */
export class Terminal implements ByteSink {
  readonly #output: ByteSink
  readonly #lines = new TypedLines()
  readonly #interrupts = new Set<() => void>()
  #line: number[] = []
  #escape = ''
  #afterReturn = false

  constructor(output: ByteSink) {
    this.#output = output
  }

  /** Whole lines, for the running command. */
  get stdin(): ByteSource {
    return this.#lines
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      await this.#output.write(Buffer.concat([bytes.subarray(start, end), Buffer.from('\r\n')]), signal)
      start = end + 1
    }
    await this.#output.write(bytes.subarray(start), signal)
  }

  /** Calls back at every Ctrl-C. Returns the un-listen. */
  onInterrupt(interrupted: () => void): () => void {
    this.#interrupts.add(interrupted)
    return () => this.#interrupts.delete(interrupted)
  }

  /** The next line for the shell. */
  async readLine(signal: AbortSignal): Promise<TerminalLine> {
    const prompt = new AbortController()
    const ended = () => prompt.abort(signal.reason)
    signal.addEventListener('abort', ended, { once: true })
    const stop = this.onInterrupt(() => prompt.abort('interrupt'))
    try {
      const pieces: Uint8Array[] = []
      for (;;) {
        const bytes = await this.#lines.read(prompt.signal)
        if (!bytes) return 'end'
        const end = bytes.indexOf(NEWLINE)
        if (end < 0) {
          pieces.push(bytes)
          continue
        }
        this.#lines.unread(bytes.subarray(end + 1))
        return { text: Buffer.concat([...pieces, bytes.subarray(0, end)]).toString('utf8') }
      }
    } catch (error) {
      if (prompt.signal.reason === 'interrupt') return 'interrupt'
      throw error
    } finally {
      stop()
      signal.removeEventListener('abort', ended)
    }
  }

  /** What the peer types. */
  async type(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    let echo: number[] = []
    for (const byte of bytes) {
      if (this.#escape !== '') {
        this.#skipEscape(byte)
        continue
      }
      const completed = this.#take(byte, echo)
      if (!completed) continue
      // The echo of a line comes before whatever the line makes a command print.
      await this.write(Uint8Array.from(echo), signal)
      echo = []
      this.#lines.add(completed)
    }
    await this.write(Uint8Array.from(echo), signal)
  }

  /** The peer will not type any more. */
  end(): void {
    this.#lines.end()
  }

  /** Handles one typed byte; a completed line is returned. */
  #take(byte: number, echo: number[]): Uint8Array | undefined {
    const isReturn = byte === CARRIAGE_RETURN
    const swallowed = byte === NEWLINE && this.#afterReturn
    this.#afterReturn = isReturn
    if (swallowed) return undefined
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
        if (this.#line.length >= MAX_LINE_BYTES || (byte < 0x20 && byte !== 9)) return undefined
        this.#line.push(byte)
        echo.push(byte)
        return undefined
    }
  }

  /** Removes the last character: all bytes of its UTF-8 form, and two columns if it is a wide one. */
  #erase(echo: number[]): void {
    let last = this.#line.pop()
    if (last === undefined) return
    let length = 1
    while (last !== undefined && (last & 0xc0) === 0x80) {
      last = this.#line.pop()
      length += 1
    }
    for (let column = 0; column < (length > 2 ? 2 : 1); column += 1) echo.push(BACKSPACE, 0x20, BACKSPACE)
  }

  /** Arrow keys and the like are not known to cooked mode; they must not end up in the line. */
  #skipEscape(byte: number): void {
    this.#escape += String.fromCharCode(byte)
    const isPrefix = this.#escape === '\x1b[' || this.#escape === '\x1bO'
    const isFinal = byte >= 0x40 && byte <= 0x7e
    if (!isPrefix && (isFinal || this.#escape.length > 8)) this.#escape = ''
  }
}

/** What has been typed and not yet read. A Ctrl-D ends the input of one reader only. */
class TypedLines implements ByteSource {
  readonly #items: (Uint8Array | 'end')[] = []
  readonly #waiting = new Set<() => void>()
  #size = 0
  #ended = false

  add(line: Uint8Array): void {
    if (this.#size + line.length > MAX_TYPED_AHEAD) return
    this.#size += line.length
    this.#items.push(line)
    this.#wake()
  }

  /** Drops what was typed ahead, as a terminal does at an interrupt. */
  forget(): void {
    this.#items.length = 0
    this.#size = 0
  }

  endOnce(): void {
    this.#items.push('end')
    this.#wake()
  }

  end(): void {
    this.#ended = true
    this.#wake()
  }

  async read(signal: AbortSignal, max = MAX_TYPED_AHEAD): Promise<Uint8Array | undefined> {
    while (this.#items.length === 0) {
      if (this.#ended) return undefined
      await interruptible<void>(signal, (done) => {
        const wake = () => done()
        this.#waiting.add(wake)
        return () => this.#waiting.delete(wake)
      })
    }
    const item = this.#items.shift()
    if (item === undefined || item === 'end') return undefined
    this.#size -= item.length
    this.unread(item.subarray(max))
    return item.subarray(0, max)
  }

  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#size += bytes.length
    this.#items.unshift(bytes)
    this.#wake()
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }
}
