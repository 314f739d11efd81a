import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Size and sum of bytes. */
interface Tallied {
  size: number
  /** In hexadecimal digits. */
  sha256: string
}

/** Passes bytes on, and knows how many there were and what their sum is. */
export class Tally extends Transform {
  readonly #hash = createHash('sha256')
  #size = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, pass: TransformCallback): void {
    this.#size += chunk.length
    this.#hash.update(chunk)
    pass(null, chunk)
  }

  /** What there was, once it has all been passed on. */
  result(): Tallied {
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }
}

/** Size and sum of bytes that nobody else needs. */
export async function tallyOf(content: AsyncIterable<Uint8Array>): Promise<Tallied> {
  const tally = new Tally()
  await pipeline(content, tally.resume())
  return tally.result()
}
