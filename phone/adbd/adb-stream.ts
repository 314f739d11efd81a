import { Duplex } from 'node:stream'

/** What a stream needs of its connection: a way to send on its behalf. */
export interface StreamCarrier {
  readonly maxPayload: number
  sendOkay(stream: AdbStream): void
  sendWrite(stream: AdbStream, payload: Buffer): void
  sendClose(stream: AdbStream): void
}

/** A reader that lags by this much is not sent more: its peer waits for an OKAY. */
const READ_AHEAD_BYTES = 64 * 1024

/**
 * One stream of an adb connection. In each direction at most one WRTE is unanswered: the peer's next one comes after
 * our OKAY, which is sent when the reader wants more; our next one after the peer's.
 *
 * adb has no half-close. When the peer closes, what it sent before stays readable, what is written afterwards goes
 * nowhere, and `hangup` is emitted at once so that a program that does not read hears of it too. It is emitted as well
 * when the stream is destroyed; its argument says whether the peer has closed, or is just gone.
 */
export class AdbStream extends Duplex {
  readonly localId: number
  /** 0 until the peer has answered a stream that we opened. */
  remoteId: number
  readonly #carrier: StreamCarrier
  #owesOkay = false
  #acknowledged: (() => void) | undefined
  #peerClosed = false
  #closeSent = false
  #hasReceived = false

  constructor(carrier: StreamCarrier, localId: number, remoteId: number) {
    super({ readableHighWaterMark: READ_AHEAD_BYTES, writableHighWaterMark: READ_AHEAD_BYTES })
    this.#carrier = carrier
    this.localId = localId
    this.remoteId = remoteId
    // A stream may fail when nobody holds it any more; without a listener that would end the process.
    this.on('error', () => {})
  }

  /** The peer's WRTE; false when it did not wait for our OKAY, which is a breach of the protocol. */
  receive(payload: Buffer): boolean {
    if (this.#owesOkay) return false
    if (this.#peerClosed || this.destroyed) return true
    this.#owesOkay = true
    this.#hasReceived = true
    this.push(payload)
    return true
  }

  /** The peer's OKAY for our last WRTE. */
  acknowledge(): void {
    const acknowledged = this.#acknowledged
    this.#acknowledged = undefined
    acknowledged?.()
  }

  /** The peer's CLSE, or the loss of the connection (then nothing may be sent any more). */
  hangUp(connectionLost: boolean): void {
    if (this.#peerClosed) return
    this.#peerClosed = true
    if (connectionLost) this.#closeSent = true
    else this.#close()
    this.emit('hangup', connectionLost ? 'gone' : 'closed')
    if (this.destroyed) return
    this.push(null)
    this.acknowledge()
    this.end()
  }

  /** The largest WRTE that the peer takes. */
  get maxPayload(): number {
    return this.#carrier.maxPayload
  }

  /** Whether the peer has sent anything. */
  get hasReceived(): boolean {
    return this.#hasReceived
  }

  /** True once the peer has closed or is gone: what is written now goes nowhere. */
  get hungUp(): boolean {
    return this.#peerClosed
  }

  override _read(): void {
    if (!this.#owesOkay) return
    this.#owesOkay = false
    if (!this.#closeSent) this.#carrier.sendOkay(this)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (chunk.length === 0 || this.#peerClosed || this.#closeSent) return done()
    this.#sendPiece(chunk, done)
  }

  /** What was written while the peer owed an OKAY goes out together: a message a line would be a round trip a line. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
    if (bytes.length === 0 || this.#peerClosed || this.#closeSent) return done()
    this.#sendPiece(bytes, done)
  }

  /** Sends what one WRTE may hold, and the rest once that is acknowledged. */
  #sendPiece(bytes: Buffer, done: () => void): void {
    const piece = bytes.subarray(0, this.#carrier.maxPayload)
    const rest = bytes.subarray(piece.length)
    this.#acknowledged = () => (rest.length > 0 && !this.#peerClosed ? this.#sendPiece(rest, done) : done())
    this.#carrier.sendWrite(this, piece)
  }

  override _final(done: () => void): void {
    // Every write was acknowledged, so the CLSE can not overtake data.
    this.#close()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#close()
    this.acknowledge()
    if (!this.#peerClosed) {
      this.#peerClosed = true
      this.emit('hangup', 'gone')
    }
    done(error)
  }

  #close(): void {
    if (this.#closeSent) return
    this.#closeSent = true
    this.#carrier.sendClose(this)
  }
}
