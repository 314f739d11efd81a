import type { FileReader, FileWriter } from './file-handle.ts'
import { interruptible, Killed } from './process-signal.ts'

/** Where a process reads from. Reads reject with Killed when the signal comes. */
export interface ByteSource {
  /** The next bytes, at most `max`; undefined at the end. */
  read(signal: AbortSignal, max?: number): Promise<Uint8Array | undefined>
  /** Puts bytes back in front; whoever reads next gets them. */
  unread(bytes: Uint8Array): void
}

/** Where a process writes to; the promise settles once there is room for more. */
export interface ByteSink {
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>
}

const PIPE_BYTES = 64 * 1024
const SIGPIPE = 13

/** Takes at most `max` bytes off the first chunk, leaving its rest in place. */
function takeFirst(chunks: Uint8Array[], max = PIPE_BYTES): Uint8Array | undefined {
  const chunk = chunks[0]
  if (!chunk) return undefined
  if (chunk.length > max) chunks[0] = chunk.subarray(max)
  else chunks.shift()
  return chunk.subarray(0, max)
}

/** A pipe between two processes, or between a program and the world. */
export class BytePipe implements ByteSource, ByteSink {
  readonly #chunks: Uint8Array[] = []
  readonly #waiting = new Set<() => void>()
  #buffered = 0
  #ended = false
  #broken = false

  async read(signal: AbortSignal, max = PIPE_BYTES): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0) {
      if (this.#ended) return undefined
      await this.#change(signal)
    }
    const head = takeFirst(this.#chunks, max) ?? new Uint8Array()
    this.#buffered -= head.length
    this.#wake()
    return head
  }

  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#chunks.unshift(bytes)
    this.#buffered += bytes.length
    this.#wake()
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (bytes.length === 0) return
    while (this.#buffered >= PIPE_BYTES && !this.#broken) await this.#change(signal)
    if (this.#broken || this.#ended) throw new Killed(SIGPIPE)
    this.append(bytes)
  }

  /** Writes without waiting for room: for a writer that bounds by other means what it has under way. */
  append(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#broken || this.#ended) return
    // A copy: the writer may reuse its buffer.
    this.#chunks.push(Uint8Array.from(bytes))
    this.#buffered += bytes.length
    this.#wake()
  }

  /** The writer is done. */
  end(): void {
    this.#ended = true
    this.#wake()
  }

  /** The reader is gone: writers get SIGPIPE. */
  break(): void {
    this.#broken = true
    this.#chunks.length = 0
    this.#buffered = 0
    this.#wake()
  }

  #change(signal: AbortSignal): Promise<void> {
    return interruptible(signal, (done) => {
      const wake = () => done()
      this.#waiting.add(wake)
      return () => this.#waiting.delete(wake)
    })
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }
}

/** A file opened for reading; its position is shared by everybody who reads from it. */
export class FileSource implements ByteSource {
  readonly #reader: FileReader
  readonly #unread: Uint8Array[] = []

  constructor(reader: FileReader) {
    this.#reader = reader
  }

  read(_signal: AbortSignal, max?: number): Promise<Uint8Array | undefined> {
    return Promise.resolve(takeFirst(this.#unread, max) ?? this.#reader.read(max))
  }

  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#unread.unshift(bytes)
  }
}

/** A text given beforehand: a here-document, or nothing at all. */
export class TextSource implements ByteSource {
  readonly #chunks: Uint8Array[]

  constructor(text = '') {
    this.#chunks = text === '' ? [] : [Buffer.from(text)]
  }

  read(_signal: AbortSignal, max?: number): Promise<Uint8Array | undefined> {
    return Promise.resolve(takeFirst(this.#chunks, max))
  }

  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#chunks.unshift(bytes)
  }
}

/** A file opened for writing; without a writer it is a device that swallows everything. */
export class FileSink implements ByteSink {
  readonly #writer: FileWriter | undefined

  constructor(writer: FileWriter | undefined) {
    this.#writer = writer
  }

  // Async, so that a full disk is a rejection like every other failed write.
  async write(bytes: Uint8Array): Promise<void> {
    this.#writer?.write(bytes)
  }

  close(): void {
    this.#writer?.close()
  }
}

/** Keeps what is written, up to a limit: the inside of `$(...)`. Throws what `overflow` makes when it is too much. */
export class CollectingSink implements ByteSink {
  readonly #chunks: Buffer[] = []
  readonly #limit: number
  readonly #overflow: () => Error
  #size = 0

  constructor(limit: number, overflow: () => Error) {
    this.#limit = limit
    this.#overflow = overflow
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length
    if (this.#size > this.#limit) return Promise.reject(this.#overflow())
    this.#chunks.push(Buffer.from(bytes))
    return Promise.resolve()
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}
