/** Finds where MQTT packets begin in a stream, and says when one is too long (MQTT 3.1.1 §2.2.3). */
export class PacketMeter {
  /** The longest packet, in bytes. */
  limit: number
  /** Bytes of the packet under way that are still to come. */
  #left = 0
  /** Which byte of the length comes next; undefined while a packet's first byte is awaited. */
  #lengthByte: number | undefined

  constructor(limit: number) {
    this.limit = limit
  }

  /** Takes the next bytes; false when a packet in them is longer than the limit, or its length malformed. */
  take(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.#lengthByte === undefined && this.#left > 0) {
        const passed = Math.min(this.#left, chunk.length - at)
        this.#left -= passed
        at += passed
      } else if (this.#lengthByte === undefined) {
        this.#lengthByte = 0
        at += 1
      } else {
        const byte = chunk[at] ?? 0
        this.#left += (byte & 0x7f) * 128 ** this.#lengthByte
        this.#lengthByte = byte & 0x80 ? this.#lengthByte + 1 : undefined
        if (this.#left > this.limit || (this.#lengthByte ?? 0) > 3) return false
        at += 1
      }
    }
    return true
  }
}
