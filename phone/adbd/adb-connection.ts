import type { Duplex } from 'node:stream'
import { AdbStream, type StreamCarrier } from './adb-stream.ts'
import type { KeyRing } from './authorization.ts'
import {
  COMMAND,
  encodeMessage,
  MAX_PAYLOAD,
  MAX_PAYLOAD_BEFORE_CONNECT,
  MessageParser,
  ProtocolError,
  VERSION_OLDEST,
  VERSION_WITHOUT_CHECKSUM,
  type AdbMessage,
} from './message.ts'
import { withoutTrailing } from '../without-trailing.ts'

/** Serves one stream; the service ends or destroys it. */
export type StreamService = (stream: AdbStream) => void

export interface AdbConnectionOptions {
  socket: Duplex
  /** `device::ro.product.name=..;..;features=..`, sent in answer to CNXN. */
  banner: () => string
  keys: KeyRing
  /** Finds the service of a name such as `shell:ls`; undefined refuses the stream. */
  findService: (name: string, connection: AdbConnection) => StreamService | undefined
  /** How long a peer may take to prove who it is, in milliseconds. */
  handshakeTimeout: number
}

const AUTH_TOKEN = 1
const AUTH_SIGNATURE = 2
const AUTH_PUBLIC_KEY = 3
/** Streams that one peer may have open at once; a viewer of a phone needs three. */
const MAX_STREAMS = 256
/** What may wait for a peer that does not read, in bytes, before nothing more is read from it. */
const MAX_UNREAD = 4 * 1024 * 1024
/** A client shows each of its keys once; a thousand tries are an attack. */
const MAX_SIGNATURES = 64

/** One peer (an adb server or a client that speaks the daemon protocol): handshake, then multiplexed streams. */
export class AdbConnection implements StreamCarrier {
  maxPayload = MAX_PAYLOAD_BEFORE_CONNECT
  readonly #options: AdbConnectionOptions
  readonly #parser = new MessageParser()
  readonly #streams = new Map<number, AdbStream>()
  readonly #opening = new Map<number, (stream: AdbStream | undefined) => void>()
  readonly #closed: Promise<void>
  readonly #handshakeTimer: NodeJS.Timeout
  #nextId = 1
  #version = VERSION_OLDEST
  #online = false
  #token: Buffer | undefined
  #signatures = 0

  constructor(options: AdbConnectionOptions) {
    this.#parser.maxPayload = MAX_PAYLOAD_BEFORE_CONNECT
    this.#options = options
    const { socket } = options
    this.#handshakeTimer = setTimeout(() => socket.destroy(), options.handshakeTimeout)
    socket.on('data', (chunk: Buffer) => {
      this.#receive(chunk)
      if (socket.writableLength > MAX_UNREAD) socket.pause()
    })
    socket.on('drain', () => socket.resume())
    socket.on('end', () => socket.destroy())
    // The loss of the peer is told to the streams by `close`; which error it was makes no difference to them.
    socket.on('error', () => {})
    this.#closed = new Promise((resolve) => {
      socket.on('close', () => {
        clearTimeout(this.#handshakeTimer)
        this.#dropStreams()
        resolve()
      })
    })
  }

  /** Settles when the connection has ended, for whatever reason. */
  get closed(): Promise<void> {
    return this.#closed
  }

  destroy(): void {
    this.#options.socket.destroy()
  }

  /** Opens a stream to a service of the peer (a reverse forward); undefined when the peer refuses or is gone. */
  open(service: string): Promise<AdbStream | undefined> {
    if (!this.#online || this.#streams.size >= MAX_STREAMS) return Promise.resolve(undefined)
    const stream = this.#newStream(0)
    return new Promise((resolve) => {
      this.#opening.set(stream.localId, resolve)
      this.#send(COMMAND.OPEN, stream.localId, 0, Buffer.from(`${service}\0`))
    })
  }

  sendOkay(stream: AdbStream): void {
    this.#send(COMMAND.OKAY, stream.localId, stream.remoteId)
  }

  sendWrite(stream: AdbStream, payload: Buffer): void {
    this.#send(COMMAND.WRTE, stream.localId, stream.remoteId, payload)
  }

  sendClose(stream: AdbStream): void {
    this.#streams.delete(stream.localId)
    this.#send(COMMAND.CLSE, stream.localId, stream.remoteId)
  }

  #receive(chunk: Buffer): void {
    try {
      for (const message of this.#parser.push(chunk)) this.#dispatch(message)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.destroy()
    }
  }

  #dispatch(message: AdbMessage): void {
    if (message.command === COMMAND.CNXN) return this.#connect(message)
    if (message.command === COMMAND.AUTH) return this.#authenticate(message)
    if (!this.#online) throw new ProtocolError('a stream message before the handshake')
    if (message.command === COMMAND.OPEN) return this.#accept(message)
    const stream = this.#streams.get(message.arg1)
    switch (message.command) {
      case COMMAND.OKAY:
        return this.#okay(message, stream)
      case COMMAND.WRTE:
        // A stream that has just been closed here may still be written to by a peer that has not heard yet.
        if (stream?.remoteId === message.arg0 && !stream.receive(message.payload)) stream.destroy()
        return
      case COMMAND.CLSE:
        return this.#close(message, stream)
      default:
      // Unknown commands are skipped, as adbd does: they may belong to a newer protocol.
    }
  }

  /** CNXN starts the connection over: an adb server that lost track sends it again on the same socket. */
  #connect({ arg0: version, arg1: maxPayload }: AdbMessage): void {
    this.#dropStreams()
    this.#online = false
    this.#parser.maxPayload = MAX_PAYLOAD_BEFORE_CONNECT
    this.#version = Math.min(version, VERSION_WITHOUT_CHECKSUM)
    if (this.#version < VERSION_OLDEST || maxPayload === 0) throw new ProtocolError('bad CNXN')
    this.#parser.verifiesChecksums = this.#version < VERSION_WITHOUT_CHECKSUM
    this.maxPayload = Math.min(maxPayload, MAX_PAYLOAD)
    if (this.#options.keys.required) this.#challenge()
    else this.#welcome()
  }

  #challenge(): void {
    this.#token = this.#options.keys.newToken()
    this.#send(COMMAND.AUTH, AUTH_TOKEN, 0, this.#token)
  }

  #authenticate({ arg0: kind, payload }: AdbMessage): void {
    if (this.#online || !this.#token) return
    if (kind === AUTH_SIGNATURE) {
      if (this.#options.keys.verify(this.#token, payload)) return this.#welcome()
      if (++this.#signatures > MAX_SIGNATURES) throw new ProtocolError('too many keys tried')
      return this.#challenge()
    }
    // An untrusted key gets no answer, like on a phone whose owner has not looked yet: adb says "unauthorized".
    if (kind === AUTH_PUBLIC_KEY && this.#options.keys.offer(payload.toString('latin1'))) this.#welcome()
  }

  #welcome(): void {
    this.#online = true
    this.#parser.maxPayload = MAX_PAYLOAD
    this.#token = undefined
    clearTimeout(this.#handshakeTimer)
    this.#send(COMMAND.CNXN, this.#version, this.maxPayload, Buffer.from(this.#options.banner()))
  }

  #accept({ arg0: remoteId, payload }: AdbMessage): void {
    if (remoteId === 0) throw new ProtocolError('OPEN without a stream id')
    const name = withoutTrailing(payload.toString('utf8'), '\0')
    const service = this.#streams.size < MAX_STREAMS ? this.#options.findService(name, this) : undefined
    if (!service) return this.#send(COMMAND.CLSE, 0, remoteId)
    const stream = this.#newStream(remoteId)
    this.sendOkay(stream)
    service(stream)
  }

  #okay({ arg0: remoteId }: AdbMessage, stream: AdbStream | undefined): void {
    if (!stream) return
    const opened = this.#opening.get(stream.localId)
    if (opened) {
      this.#opening.delete(stream.localId)
      stream.remoteId = remoteId
      opened(stream)
    } else if (stream.remoteId === remoteId) stream.acknowledge()
  }

  #close({ arg0: remoteId }: AdbMessage, stream: AdbStream | undefined): void {
    if (!stream) return
    const refused = this.#opening.get(stream.localId)
    if (refused) {
      this.#opening.delete(stream.localId)
      this.#streams.delete(stream.localId)
      refused(undefined)
    } else if (remoteId === 0 || remoteId === stream.remoteId) stream.hangUp(false)
  }

  #newStream(remoteId: number): AdbStream {
    const stream = new AdbStream(this, this.#nextId++, remoteId)
    this.#streams.set(stream.localId, stream)
    return stream
  }

  #dropStreams(): void {
    const streams = [...this.#streams.values()]
    const opening = [...this.#opening.values()]
    this.#streams.clear()
    this.#opening.clear()
    for (const refused of opening) refused(undefined)
    for (const stream of streams) stream.hangUp(true)
  }

  #send(command: number, arg0: number, arg1: number, payload: Buffer = Buffer.alloc(0)): void {
    if (this.#options.socket.destroyed) return
    // Until the peer is welcome it can not know which version holds, so the checksum is filled in for both.
    const withChecksum = this.#version < VERSION_WITHOUT_CHECKSUM || !this.#online || command === COMMAND.CNXN
    this.#options.socket.write(encodeMessage({ command, arg0, arg1, payload }, withChecksum))
  }
}
