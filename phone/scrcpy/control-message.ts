/** Sizes in bytes that scrcpy's own client keeps to: the text of one inject, and any message as a whole. */
const maxInjectedTextLength = 300
const maxMessageLength = 1 << 18
const maxClipboardTextLength = maxMessageLength - 14

/** Where on the video a pointer is; `width` and `height` are of the video that its sender saw, in pixels. */
export interface Position {
  x: number
  y: number
  width: number
  height: number
}

/**
 * What a client asks of the phone: every control message of scrcpy 3.3.3. Numbers that Android defines (actions, keycodes,
 * buttons, meta states) are kept as sent.
 */
export type ControlMessage =
  | { type: 'inject keycode'; action: number; keycode: number; repeat: number; metaState: number }
  | { type: 'inject text'; text: string }
  | {
      type: 'inject touch'
      action: number
      pointerId: bigint
      position: Position
      /** 0 to 1 */
      pressure: number
      actionButton: number
      buttons: number
    }
  /** `dx` and `dy` in wheel notches, -16 to 16; positive is right and up. */
  | { type: 'inject scroll'; position: Position; dx: number; dy: number; buttons: number }
  | { type: 'back or screen on'; action: number }
  | { type: 'expand notification panel' }
  | { type: 'expand settings panel' }
  | { type: 'collapse panels' }
  | { type: 'get clipboard'; copyKey: number }
  | { type: 'set clipboard'; sequence: bigint; paste: boolean; text: string }
  | { type: 'set display power'; on: boolean }
  | { type: 'rotate device' }
  | { type: 'uhid create'; id: number; vendorId: number; productId: number; name: string; data: Buffer }
  | { type: 'uhid input'; id: number; data: Buffer }
  | { type: 'uhid destroy'; id: number }
  | { type: 'open hard keyboard settings' }
  | { type: 'start app'; name: string }
  | { type: 'reset video' }

/** A message that no client of this version sends; the stream behind it can't be understood any more. */
export class ControlProtocolError extends Error {}

/** Cuts a control socket's bytes, in chunks of any size, into messages. */
export class ControlMessageReader {
  #rest: Buffer

  constructor() {
    this.#rest = Buffer.alloc(0)
  }

  /**
   * Yields the messages that are complete now.
   *
   * @throws ControlProtocolError on an unknown type or a length over its limit; the reader is of no use afterwards
   */
  *read(chunk: Buffer): Generator<ControlMessage> {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (bytes.length > 0) {
      const fields = new Fields(bytes)
      let message: ControlMessage
      try {
        message = parse(fields)
      } catch (error) {
        if (!(error instanceof Incomplete)) throw error
        break
      }
      bytes = bytes.subarray(fields.at)
      yield message
    }
    this.#rest = bytes
  }
}

class Incomplete extends Error {}

/** Reads big-endian fields off the front of a message. */
class Fields {
  at = 0
  #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  #take(length: number): number {
    const start = this.at
    if (start + length > this.#bytes.length) throw new Incomplete()
    this.at += length
    return start
  }

  u8 = () => this.#bytes.readUInt8(this.#take(1))
  u16 = () => this.#bytes.readUInt16BE(this.#take(2))
  i16 = () => this.#bytes.readInt16BE(this.#take(2))
  i32 = () => this.#bytes.readInt32BE(this.#take(4))
  u32 = () => this.#bytes.readUInt32BE(this.#take(4))
  i64 = () => this.#bytes.readBigInt64BE(this.#take(8))
  u64 = () => this.#bytes.readBigUInt64BE(this.#take(8))

  bytes(length: number, limit: number): Buffer {
    if (length > limit) throw new ControlProtocolError(`Message of ${length} bytes exceeds the limit of ${limit}`)
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  text = (length: number, limit: number) => this.bytes(length, limit).toString('utf8')

  position(): Position {
    return { x: this.i32(), y: this.i32(), width: this.u16(), height: this.u16() }
  }

  /** Unsigned 16-bit fixed point, 0 to 1. */
  fraction(): number {
    const value = this.u16()
    return value === 0xffff ? 1 : value / 0x1_0000
  }

  /** Signed 16-bit fixed point, -1 to 1. */
  signedFraction(): number {
    const value = this.i16()
    return value === 0x7fff ? 1 : value / 0x8000
  }
}

function parse(fields: Fields): ControlMessage {
  const type = fields.u8()
  switch (type) {
    case 0:
      return {
        type: 'inject keycode',
        action: fields.u8(),
        keycode: fields.i32(),
        repeat: fields.i32(),
        metaState: fields.i32(),
      }
    case 1:
      return { type: 'inject text', text: fields.text(fields.u32(), maxInjectedTextLength) }
    case 2:
      return {
        type: 'inject touch',
        action: fields.u8(),
        pointerId: fields.i64(),
        position: fields.position(),
        pressure: fields.fraction(),
        actionButton: fields.i32(),
        buttons: fields.i32(),
      }
    case 3:
      return {
        type: 'inject scroll',
        position: fields.position(),
        dx: fields.signedFraction() * 16,
        dy: fields.signedFraction() * 16,
        buttons: fields.i32(),
      }
    case 4:
      return { type: 'back or screen on', action: fields.u8() }
    case 5:
      return { type: 'expand notification panel' }
    case 6:
      return { type: 'expand settings panel' }
    case 7:
      return { type: 'collapse panels' }
    case 8:
      return { type: 'get clipboard', copyKey: fields.u8() }
    case 9:
      return {
        type: 'set clipboard',
        sequence: fields.u64(),
        paste: fields.u8() !== 0,
        text: fields.text(fields.u32(), maxClipboardTextLength),
      }
    case 10:
      return { type: 'set display power', on: fields.u8() !== 0 }
    case 11:
      return { type: 'rotate device' }
    case 12:
      return {
        type: 'uhid create',
        id: fields.u16(),
        vendorId: fields.u16(),
        productId: fields.u16(),
        name: fields.text(fields.u8(), 255),
        data: fields.bytes(fields.u16(), maxMessageLength),
      }
    case 13:
      return { type: 'uhid input', id: fields.u16(), data: fields.bytes(fields.u16(), maxMessageLength) }
    case 14:
      return { type: 'uhid destroy', id: fields.u16() }
    case 15:
      return { type: 'open hard keyboard settings' }
    case 16:
      return { type: 'start app', name: fields.text(fields.u8(), 255) }
    case 17:
      return { type: 'reset video' }
    default:
      throw new ControlProtocolError(`Unknown event type: ${type}`)
  }
}
