import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { PacketMeter } from './packet-meter.ts'

/** Before it is known who connects; a CONNECT packet fits easily. Bytes. */
const strangersLimit = 8 * 1024
/** Bytes that may wait for a slow peer before the broker waits for it. */
const outgoingBuffer = 1024 * 1024

interface Transport {
  send(data: Uint8Array, sent: (error?: Error | null) => void): void
  pause(): void
  resume(): void
  destroy(): void
}

/**
 * One peer of the broker, over a websocket or TCP. Everything that is ready to be sent goes out as one message, which
 * multiplies what a broker can deliver over websockets. Packets that are too long end it before they are buffered.
 */
export class BrokerConnection extends Duplex {
  readonly #transport: Transport
  readonly #meter = new PacketMeter(strangersLimit)

  constructor(transport: Transport) {
    super({ writableHighWaterMark: outgoingBuffer })
    this.#transport = transport
  }

  static overWebSocket(socket: WebSocket): BrokerConnection {
    const connection = new BrokerConnection({
      send: (data, sent) => socket.send(data, { binary: true }, sent),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      destroy: () => socket.terminate(),
    })
    socket.on('message', (data) => connection.#receive(data as Buffer)) // binaryType is left at nodebuffer.
    socket.on('error', (error) => connection.destroy(error))
    socket.on('close', () => connection.#end())
    return connection
  }

  static overTcp(socket: Socket): BrokerConnection {
    const connection = new BrokerConnection({
      send: (data, sent) => socket.write(data, sent),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      destroy: () => socket.destroy(),
    })
    socket.setNoDelay(true)
    socket.on('data', (data) => connection.#receive(data))
    socket.on('error', (error) => connection.destroy(error))
    socket.on('close', () => connection.#end())
    return connection
  }

  /** Lets packets be as long as this peer needs them, in bytes. */
  allowPackets(limit: number): void {
    this.#meter.limit = limit
  }

  #receive(data: Buffer): void {
    if (!this.#meter.take(data)) this.destroy(new Error('a packet is too long'))
    else if (!this.push(data)) this.#transport.pause()
  }

  #end(): void {
    if (!this.readableEnded) this.push(null)
    this.destroy()
  }

  override _read(): void {
    this.#transport.resume()
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#transport.send(chunk, done)
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#transport.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#transport.destroy()
    done(error)
  }
}
