import { once } from 'node:events'
import { WebSocket } from 'ws'
import { dialRelay } from '../../agent/relay-line.ts'
import { decodePacket, encodePacket, parseAgentOrder } from '../../domain/stream-protocol.ts'

const fps = 30
const bitsPerSecond = 4_000_000
/** A key frame is so many times as large as a frame between two of them, which differ by half. */
const keyFactor = 6
const spread = 0.5
const average = bitsPerSecond / 8 / fps

const microseconds = (): number => Math.round(performance.now() * 1_000)

/** An agent that sends a phone's video as an encoder at 4 Mbit/s and 30 frames a second does. */
export class SimulatedAgent {
  readonly #socket: WebSocket
  readonly #pace: NodeJS.Timeout
  #awaitsKey = true

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      if (parseAgentOrder((data as Buffer).toString())?.type === 'reset_video') this.#awaitsKey = true
    })
    this.#pace = setInterval(() => this.#frame(), 1_000 / fps)
    socket.once('close', () => clearInterval(this.#pace))
  }

  static async dial(url: string, ticket: string): Promise<SimulatedAgent> {
    return new SimulatedAgent(await dialRelay(new URL('/relay/agent', url), ticket))
  }

  stop(): void {
    clearInterval(this.#pace)
    this.#socket.terminate()
  }

  #frame(): void {
    const key = this.#awaitsKey
    this.#awaitsKey = false
    if (key) this.#send({ config: true, key: false, length: 32 })
    const length = key ? average * keyFactor : average * (1 + spread * (2 * Math.random() - 1))
    this.#send({ config: false, key, length: Math.round(length) })
  }

  #send({ config, key, length }: { config: boolean; key: boolean; length: number }): void {
    const pts = config ? 0 : microseconds()
    const packet = encodePacket({ config, key, stream: 0, pts, data: Buffer.allocUnsafe(length) })
    this.#socket.send(packet, { binary: true, compress: false })
  }
}

/** A viewer that acknowledges each frame as it comes, and notes how long it was on its way. */
export class SimulatedViewer {
  readonly #socket: WebSocket
  /** Milliseconds, of each frame since they were last taken. */
  #delays: number[] = []
  #bytes = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data, isBinary) => {
      const packet = isBinary ? decodePacket(data as Buffer) : undefined // ws hands out one Buffer a message.
      if (packet === undefined || packet.config) return
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
