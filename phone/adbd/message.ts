/**
 * The messages of adb's transport protocol: a 24-byte little-endian header and a payload. The fields are those of
 * `struct amessage` in Android's adb/protocol.txt.
 */

export const COMMAND = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
} as const

export const HEADER_BYTES = 24
/** The largest payload that either side of a current adb may send. */
export const MAX_PAYLOAD = 1024 * 1024
/** What a peer of before 2016 accepts, and the bound until CNXN has settled a larger one. */
export const MAX_PAYLOAD_BEFORE_CONNECT = 4096
/** From this version on nobody looks at the checksum field, and most leave it zero. */
export const VERSION_WITHOUT_CHECKSUM = 0x01000001
export const VERSION_OLDEST = 0x01000000

export interface AdbMessage {
  command: number
  arg0: number
  arg1: number
  payload: Buffer
}

/** The peer does not speak adb, or breaks its rules; the connection has to end. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** The sum of the payload's bytes, modulo 2^32. */
export function checksum(payload: Uint8Array): number {
  let sum = 0
  for (const byte of payload) sum = (sum + byte) >>> 0
  return sum
}

/** Header and payload as they go over the wire; `withChecksum` is false once both sides agreed to leave it out. */
export function encodeMessage(message: AdbMessage, withChecksum: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + message.payload.length)
  bytes.writeUInt32LE(message.command, 0)
  bytes.writeUInt32LE(message.arg0, 4)
  bytes.writeUInt32LE(message.arg1, 8)
  bytes.writeUInt32LE(message.payload.length, 12)
  bytes.writeUInt32LE(withChecksum ? checksum(message.payload) : 0, 16)
  bytes.writeUInt32LE((message.command ^ 0xffffffff) >>> 0, 20)
  message.payload.copy(bytes, HEADER_BYTES)
  return bytes
}

/**
 * Cuts a byte stream into messages. Both settings may be changed between two messages of the same chunk, which is why
 * `push` yields lazily: CNXN decides how the message behind it is read.
 */
export class MessageParser {
  verifiesChecksums = true
  maxPayload = MAX_PAYLOAD
  #chunks: Buffer[] = []
  #buffered = 0;

  /** Throws ProtocolError on a bad magic, a payload over `maxPayload` (before buffering it) or a wrong checksum. */
  *push(chunk: Buffer): Generator<AdbMessage, void, void> {
    this.#chunks.push(chunk)
    this.#buffered += chunk.length
    while (this.#buffered >= HEADER_BYTES) {
      const header = this.#peek(HEADER_BYTES)
      const command = header.readUInt32LE(0)
      const length = header.readUInt32LE(12)
      if (header.readUInt32LE(20) !== (command ^ 0xffffffff) >>> 0) throw new ProtocolError('bad magic')
      if (length > this.maxPayload) throw new ProtocolError(`payload of ${length} bytes is over ${this.maxPayload}`)
      if (this.#buffered < HEADER_BYTES + length) return
      const whole = this.#peek(HEADER_BYTES + length)
      this.#drop(whole.length)
      const payload = whole.subarray(HEADER_BYTES)
      const arg0 = whole.readUInt32LE(4)
      // CNXN brings its version along: an adb server fills the checksum in when it first connects, and not when it
      // reconnects.
      const isVerified = command === COMMAND.CNXN ? arg0 < VERSION_WITHOUT_CHECKSUM : this.verifiesChecksums
      if (isVerified && checksum(payload) !== whole.readUInt32LE(16)) throw new ProtocolError('bad checksum')
      yield { command, arg0, arg1: whole.readUInt32LE(8), payload }
    }
  }

  /** The first `length` buffered bytes as one buffer; chunks are joined once, when they are all there. */
  #peek(length: number): Buffer {
    const first = this.#chunks[0]
    if (first && first.length >= length) return first.subarray(0, length)
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined.subarray(0, length)
  }

  #drop(length: number): void {
    // #peek has just made the first chunk hold all of it.
    const rest = this.#chunks[0]?.subarray(length)
    if (rest && rest.length > 0) this.#chunks[0] = rest
    else this.#chunks.shift()
    this.#buffered -= length
  }
}
