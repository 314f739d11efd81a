import type { RawData, WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import {
  closeCodes,
  decodePacket,
  parseAgentReport,
  type AgentOrder,
  type VideoPacket,
} from '../../domain/stream-protocol.ts'
import { takePulse } from './pulse.ts'

/** Orders waiting in an agent's socket, in bytes, beyond which further ones are refused: it no longer reads them. */
const maxBacklog = 1024 * 1024

/** What an agent's socket needs of its stream. */
export interface AgentHost {
  packet(message: Buffer, packet: VideoPacket): void
  clipboard(text: string): void
  /** The phone leaves what is done with it without an answer, so many milliseconds since its last; null: it answers again. */
  silent(ms: number | null): void
  /** The socket has closed; null where nobody knows why. */
  hungUp(link: AgentLink, why: Reason | null): void
}

/** The socket over which an agent delivers one phone's video and takes orders for the phone. */
export class AgentLink {
  /** To be called at intervals: ends a connection whose other end went away without a word. */
  readonly watch: () => void
  readonly #socket: WebSocket
  readonly #host: AgentHost
  #farewell: Reason | null = reason('relay.lostBox')

  constructor(socket: WebSocket, host: AgentHost) {
    this.#socket = socket
    this.#host = host
    this.watch = takePulse(socket)
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary))
    socket.once('close', () => host.hungUp(this, this.#farewell))
  }

  /** Passes an order on; false when the agent can not take it. */
  order(order: AgentOrder): boolean {
    const { readyState, OPEN, bufferedAmount } = this.#socket
    if (readyState !== OPEN || bufferedAmount > maxBacklog) return false
    this.#socket.send(JSON.stringify(order))
    return true
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
    const message = data as Buffer
    if (isBinary) {
      const packet = decodePacket(message)
      if (packet === undefined) return this.#hangUpOnNonsense()
      return this.#host.packet(message, packet)
    }
    const report = parseAgentReport(message.toString())
    if (report === undefined || report.type === 'hello') return this.#hangUpOnNonsense()
    switch (report.type) {
      case 'clipboard':
        return this.#host.clipboard(report.text)
      case 'ended':
        this.#farewell = report.reason
        return
      case 'silent':
        return this.#host.silent(report.ms)
      default:
        return this.#host.silent(null)
    }
  }

  #hangUpOnNonsense(): void {
    this.#farewell = reason('relay.malformedBox')
    this.close(closeCodes.malformed, 'malformed message')
  }
}
