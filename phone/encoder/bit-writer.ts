/** Writes H.264's bit syntax (ISO/IEC 14496-10 §7.2, §9.1) into a buffer of fixed capacity. */
export class BitWriter {
  readonly bytes: Uint8Array
  length = 0
  #pending = 0
  #pendingBits = 0

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity)
  }

  /** u(n): an unsigned number of at most 24 bits. */
  bits(value: number, count: number): void {
    this.#pending = ((this.#pending << count) | value) >>> 0
    this.#pendingBits += count
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.bytes[this.length++] = this.#pending >>> this.#pendingBits
    }
    this.#pending &= (1 << this.#pendingBits) - 1
  }

  /** ue(v): an unsigned Exp-Golomb number below 2^16 - 1. */
  unsigned(value: number): void {
    const significant = 32 - Math.clz32(value + 1)
    this.bits(0, significant - 1)
    this.bits(value + 1, significant)
  }

  /** se(v): a signed Exp-Golomb number. */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /** Fills the current byte with zero bits, as before PCM samples. */
  align(): void {
    if (this.#pendingBits > 0) this.bits(0, 8 - this.#pendingBits)
  }

  /** rbsp_trailing_bits: a one, then zeros up to the byte's end. */
  trail(): void {
    this.bits(1, 1)
    this.align()
  }

  /** Copies whole bytes; the writer must be aligned. */
  append(source: Uint8Array, start: number, end: number): void {
    this.bytes.set(source.subarray(start, end), this.length)
    this.length += end - start
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
    this.#pending = 0
    this.#pendingBits = 0
  }
}
