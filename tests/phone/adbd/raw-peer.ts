import { connect, type Socket } from 'node:net'
import { COMMAND, encodeMessage, MessageParser, type AdbMessage } from '../../../phone/adbd/message.ts'

/** An adb peer that says exactly what a test wants, and hands over what the phone answers. */
export class RawPeer {
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #parser = new MessageParser()
  readonly #received: AdbMessage[] = []
  readonly #waiting: ((message: AdbMessage) => void)[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#parser.verifiesChecksums = false
    socket.on('data', (chunk: Buffer) => {
      for (const message of this.#parser.push(chunk)) this.#take(message)
    })
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  static open({ host, port }: { host: string; port: number }): Promise<RawPeer> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new RawPeer(socket)))
      socket.once('error', reject)
    })
  }

  send(command: number, arg0: number, arg1: number, payload: string | Buffer = '', withChecksum = true): void {
    this.sendBytes(encodeMessage({ command, arg0, arg1, payload: Buffer.from(payload) }, withChecksum))
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** The next message of the phone. */
  next(): Promise<AdbMessage> {
    const message = this.#received.shift()
    return message ? Promise.resolve(message) : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Reads nothing, as a peer whose program hangs, until it reads on. */
  stopReading(): void {
    this.#socket.pause()
  }

  readOn(): void {
    this.#socket.resume()
  }

  /** Bytes that the phone has not taken yet. */
  get unsent(): number {
    return this.#socket.writableLength
  }

  /** What has come and was not asked for yet. */
  get unread(): number {
    return this.#received.length
  }

  /** Greets a phone that asks for no key, and resolves with its CNXN. */
  greet(maxPayload = 1024 * 1024, version = 0x01000001): Promise<AdbMessage> {
    this.send(COMMAND.CNXN, version, maxPayload, 'host::features=shell_v2')
    return this.next()
  }

  /** Opens a stream of its own id; resolves with the phone's id for it, 0 when it refuses. */
  async open(localId: number, service: string): Promise<number> {
    this.send(COMMAND.OPEN, localId, 0, `${service}\0`)
    const answer = await this.next()
    return answer.command === COMMAND.OKAY ? answer.arg0 : 0
  }

  /** Says no more; the phone hears all that was said, and hangs up. */
  end(): void {
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #take(message: AdbMessage): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(message)
    else this.#received.push(message)
  }
}
