import type { AdbStream } from './adb-stream.ts'

/** Reads fixed-size pieces off a stream. */
export class ExactReader {
  readonly #chunks: AsyncIterator<unknown>
  #buffered: Buffer[] = []
  #size = 0

  constructor(stream: AdbStream) {
    this.#chunks = stream.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  }

  /** Exactly `length` bytes; undefined when the stream ends before them. The caller bounds `length`. */
  async read(length: number): Promise<Buffer | undefined> {
    while (this.#size < length) {
      const { value, done } = await this.#chunks.next()
      if (done === true) return undefined
      // A byte-mode stream yields Buffers.
      this.#buffered.push(value as Buffer)
      this.#size += (value as Buffer).length
    }
    const [first] = this.#buffered
    const joined = first && first.length >= length ? first : Buffer.concat(this.#buffered)
    if (joined !== first) this.#buffered = [joined]
    const rest = joined.subarray(length)
    if (rest.length > 0) this.#buffered[0] = rest
    else this.#buffered.shift()
    this.#size -= length
    return joined.subarray(0, length)
  }
}
