import { WebSocket } from 'ws'
import { maxTextMessageBytes, parseAgentOrder, type AgentReport, type AgentOrder } from '../domain/stream-protocol.ts'
import { log } from './log.ts'

const dialTimeout = 5_000
/** Bytes that wait in the agent beyond which the line is too slow. */
const maxBacklog = 4 * 1024 * 1024
/** How long a ping may take to come back beyond which it is, too: what waits in systems and proxies on the way counts. Milliseconds. */
const maxLag = 1_000
/** The websocket's own normal closure (RFC 6455 §7.4.1). */
const normalClosure = 1000

const binary = { binary: true, compress: false }

/** Dials a relay and presents the ticket. */
export async function dialRelay(url: URL, ticket: string): Promise<WebSocket> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: maxTextMessageBytes,
    handshakeTimeout: dialTimeout,
    followRedirects: false,
    // Masks protect proxies from what pages make browsers send (RFC 6455 §10.3). No page chooses these bytes, and a
    // mask of zeros spares both ends a pass over every one of them.
    generateMask: (mask) => mask.fill(0),
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  // What follows an error is the close, which ends the stream.
  socket.on('error', (error) => log.warn('the line to the relay broke', { error }))
  tell(socket, { type: 'hello', ticket })
  return socket
}

/** The line to one relay that has a phone's video. */
export class RelayLine {
  /** Settles when the relay has hung up. */
  readonly hungUp: Promise<undefined>
  readonly #socket: WebSocket
  readonly #keyFrameWanted: () => void
  /** The ping that is on its way: when it was sent, in milliseconds, whether frames were sent after it, and whether it takes too long. */
  #ping: { at: number; isBehind: boolean; isLate: boolean } | undefined
  /** A decoder begins with a key frame: what comes before the first is left out. */
  #awaited: 'nothing' | 'the line' | 'a key frame' = 'a key frame'

  constructor(socket: WebSocket, ports: { ordered(order: AgentOrder): void; keyFrameWanted(): void }) {
    this.#socket = socket
    this.#keyFrameWanted = () => ports.keyFrameWanted()
    this.hungUp = new Promise((resolve) => {
      if (socket.readyState === socket.OPEN) socket.once('close', () => resolve(undefined))
      else resolve(undefined)
    })
    socket.on('pong', () => this.#pingReturned())
    socket.on('message', (data, isBinary) => {
      // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
      const order = isBinary ? undefined : parseAgentOrder((data as Buffer).toString())
      if (order) ports.ordered(order)
      else log.warn('the relay sent something malformed')
    })
  }

  /** Passes a packet on. While the line is too slow, frames are left out, and after that up to a key frame. */
  send(message: Uint8Array, { config, key }: { config: boolean; key: boolean }): void {
    this.#lookForPing()
    if (this.#isTooSlow) this.#awaited = 'the line'
    else if (key && this.#awaited === 'a key frame') this.#awaited = 'nothing'
    if (this.#awaited !== 'nothing' && !config) return
    this.#socket.send(message, binary)
    if (this.#ping) this.#ping.isBehind = true
    else this.#sendPing()
  }

  get #isTooSlow(): boolean {
    return this.#ping?.isLate === true || this.#socket.bufferedAmount > maxBacklog
  }

  /** One that is overdue may be here, where this process itself was kept from reading it. */
  #lookForPing(): void {
    const ping = this.#ping
    if (ping === undefined || performance.now() - ping.at <= maxLag) return
    setImmediate(() => {
      ping.isLate = true
    })
  }

  #sendPing(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#ping = { at: performance.now(), isBehind: false, isLate: false }
    this.#socket.ping()
  }

  /** What was sent before it has arrived. A line that was too slow is so until nothing is on its way: what is seen next is of now. */
  #pingReturned(): void {
    const isBehind = this.#ping?.isBehind ?? false
    this.#ping = undefined
    if (this.#awaited !== 'the line') return
    if (isBehind) return this.#sendPing()
    this.#awaited = 'a key frame'
    this.#keyFrameWanted()
  }

  tell(report: AgentReport): void {
    tell(this.#socket, report)
  }

  close(): void {
    this.#socket.close(normalClosure)
  }
}

function tell(socket: WebSocket, report: AgentReport): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(report))
}
