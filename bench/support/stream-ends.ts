import { once } from 'node:events'
import { WebSocket } from 'ws'
import { dialRelay } from '../../agent/relay-line.ts'
import { decodePacket, encodePacket, parseAgentOrder } from '../../domain/stream-protocol.ts'

/** A key frame is so many times as large as a frame between two of them, which differ by half. */
const keyFactor = 6
const spread = 0.5

/** How a phone is encoded. */
export interface VideoRate {
  fps: number
  bitsPerSecond: number
}

/** As a phone is encoded that somebody has before him. */
export const balanced: VideoRate = { fps: 30, bitsPerSecond: 4_000_000 }

const microseconds = (): number => Math.round(performance.now() * 1_000)

/** An agent that sends a phone's video as one encoder makes it, to each relay that it has dialled. */
export class SimulatedAgent {
  readonly #sockets = new Set<WebSocket>()
  readonly #pace: NodeJS.Timeout
  /** Bytes of a frame. */
  readonly #average: number
  #awaitsKey = true

  constructor({ fps, bitsPerSecond }: VideoRate = balanced) {
    this.#average = bitsPerSecond / 8 / fps
    this.#pace = setInterval(() => this.#frame(), 1_000 / fps)
  }

  /** How many relays have the video. */
  get relays(): number {
    return this.#sockets.size
  }

  async dial(url: URL, ticket: string): Promise<this> {
    const socket = await dialRelay(url, ticket)
    socket.on('message', (data) => {
      if (parseAgentOrder((data as Buffer).toString())?.type === 'reset_video') this.#awaitsKey = true
    })
    socket.once('close', () => this.#sockets.delete(socket))
    this.#sockets.add(socket)
    this.#awaitsKey = true
    return this
  }

  stop(): void {
    clearInterval(this.#pace)
    for (const socket of this.#sockets) socket.terminate()
  }

  #frame(): void {
    const key = this.#awaitsKey
    this.#awaitsKey = false
    if (key) this.#send({ config: true, key: false, length: 32 })
    const length = key ? this.#average * keyFactor : this.#average * (1 + spread * (2 * Math.random() - 1))
    this.#send({ config: false, key, length: Math.round(length) })
  }

  #send({ config, key, length }: { config: boolean; key: boolean; length: number }): void {
    const pts = config ? 0 : microseconds()
    const packet = encodePacket({ config, key, stream: 0, pts, data: Buffer.allocUnsafe(length) })
    for (const socket of this.#sockets) socket.send(packet, { binary: true, compress: false })
  }
}

/** A viewer that acknowledges each frame as it comes, and notes how long it was on its way. */
export class SimulatedViewer {
  /** Settles when the relay is gone. */
  readonly closed: Promise<unknown>
  /** Settles with the first frame. */
  readonly begun: Promise<unknown>
  readonly #socket: WebSocket
  /** Milliseconds, of each frame since they were last taken. */
  #delays: number[] = []
  #bytes = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.begun = promise
    this.closed = once(socket, 'close')
    socket.once('close', (code, why) => reject(new Error(`it was closed with ${code} ${why.toString()}`)))
    promise.catch(() => {}) // Most look at what came, and not at when it began.
    socket.on('message', (data, isBinary) => {
      const packet = isBinary ? decodePacket(data as Buffer) : undefined // ws hands out one Buffer a message.
      if (packet === undefined || packet.config) return
      if (packet.key) resolve()
      this.#bytes += packet.data.length
      this.#delays.push((microseconds() - packet.pts) / 1_000)
      socket.send(JSON.stringify({ type: 'ack', pts: packet.pts }))
    })
  }

  static async dial(url: string, ticket: string): Promise<SimulatedViewer> {
    const socket = new WebSocket(new URL('/relay/viewer', url), { perMessageDeflate: false })
    const viewer = new SimulatedViewer(socket)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'hello', ticket }))
    return viewer
  }

  /** Reads nothing more, as a browser on a line that has broken down. */
  stall(): void {
    this.#socket.pause()
  }

  /** What came since it was last asked. */
  take(): { delays: readonly number[]; bytes: number } {
    const taken = { delays: this.#delays, bytes: this.#bytes }
    this.#delays = []
    this.#bytes = 0
    return taken
  }

  stop(): void {
    this.#socket.terminate()
  }
}
