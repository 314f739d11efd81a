/** Cuts bytes at the given places, whatever they are. */
export function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

/** Bytes from hexadecimal digits, which may be spaced. */
export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(/\s+/g, ''), 'hex')

/** Bytes as @yume-chan's structures read them, from a position on. */
export function readable(bytes: Uint8Array, position = 0) {
  return {
    position,
    readExactly(length: number): Uint8Array {
      this.position += length
      return new Uint8Array(bytes.subarray(this.position - length, this.position))
    },
  }
}
