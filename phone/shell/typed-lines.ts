import type { ByteSource } from './byte-stream.ts'
import { interruptible } from './process-signal.ts'

const NEWLINE = 10
/** Bytes typed ahead of a command that does not read; beyond this they are lost, as with a real terminal. */
const MAX_TYPED_AHEAD = 64 * 1024

/** What has been typed and not yet read. A Ctrl-D ends the input of one reader only. */
export class TypedLines implements ByteSource {
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

  /** The line that was typed ahead, without its newline; undefined when there is none. */
  takeLine(): Uint8Array | 'end' | undefined {
    const item = this.#items.shift()
    if (item === undefined) return this.#ended ? 'end' : undefined
    if (item === 'end') return 'end'
    this.#size -= item.length
    const end = item.indexOf(NEWLINE)
    if (end < 0) return item
    this.unread(item.subarray(end + 1))
    return item.subarray(0, end)
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
