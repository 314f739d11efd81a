import type { RawData, WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { SendWindow } from '../../domain/flow-window.ts'
import { closeCodes } from '../../domain/stream-protocol.ts'
import {
  inputWindow,
  outputWindow,
  parseTerminalAgentReport,
  parseTerminalOrder,
  type TerminalOrder,
  type TerminalReport,
  type TerminalSize,
} from '../../domain/terminal-protocol.ts'
import { MessageRate } from './message-rate.ts'
import { takePulse } from './pulse.ts'
import type { TerminalTicket } from './tickets.ts'

/** What one operator may send: it acknowledges 64 kB at a time, and nobody types so fast. */
const maxMessagesPerSecond = 2_000
/** The websocket's own normal closure (RFC 6455 §7.4.1). */
const normalClosure = 1000

const binary = { binary: true, compress: false }
const text = { binary: false, compress: false }

/** How long a terminal may wait and last, in milliseconds. */
interface TerminalLimits {
  /** A requested agent dials in and opens the shell within this. */
  dialIn: number
  /** A terminal into which nothing is typed for so long is closed. */
  idle: number
  /** The longest that one may be open. */
  longest: number
}

interface TerminalEvents {
  typed(): void
  ended(): void
}

/** Says why, and hangs up. */
export function hangUp(operator: WebSocket, code: number, why: Reason | null): void {
  if (operator.readyState === operator.OPEN)
    operator.send(JSON.stringify({ type: 'ended', reason: why } satisfies TerminalReport), text)
  operator.close(code)
}

/**
 * One operator's shell on one phone: passes bytes both ways between the operator's socket and the agent's, and sees to it
 * that both keep to their windows, which bounds what waits here.
 */
export class Terminal {
  readonly ticket: TerminalTicket
  readonly #operator: WebSocket
  readonly #listener: TerminalEvents
  readonly #limits: TerminalLimits
  readonly #output = new SendWindow(outputWindow)
  readonly #input = new SendWindow(inputWindow)
  readonly #beats: (() => void)[]
  readonly #lifetime: NodeJS.Timeout
  #size: TerminalSize
  #agent: WebSocket | undefined
  #isOpen = false
  #isOver = false
  /** Until the agent dials in; then until something is typed. */
  #timer: NodeJS.Timeout
  readonly #rate = new MessageRate(maxMessagesPerSecond)

  constructor(
    operator: WebSocket,
    ticket: TerminalTicket,
    size: TerminalSize,
    limits: TerminalLimits,
    listener: TerminalEvents,
  ) {
    this.#operator = operator
    this.ticket = ticket
    this.#size = size
    this.#limits = limits
    this.#listener = listener
    this.#beats = [takePulse(operator)]
    this.#timer = setTimeout(() => this.end(closeCodes.gone, reason('relay.lateBox')), limits.dialIn)
    this.#lifetime = setTimeout(() => this.end(closeCodes.gone, reason('relay.terminalTooLong')), limits.longest)
    operator.on('message', (data, isBinary) => this.#hearOperator(data, isBinary))
    operator.once('close', () => this.#leave())
  }

  get isAwaited(): boolean {
    return this.#agent === undefined
  }

  /** Takes the socket of the requested agent. */
  attach(agent: WebSocket): void {
    this.#agent = agent
    this.#beats.push(takePulse(agent))
    this.#order({ type: 'resize', ...this.#size })
    agent.on('message', (data, isBinary) => this.#hearAgent(data, isBinary))
    agent.once('close', () => this.end(closeCodes.gone, reason('relay.lostBox')))
  }

  /** Tells the operator why, and ends. */
  end(code: number, why: Reason | null): void {
    if (this.#isOver) return
    hangUp(this.#operator, code, why)
    this.#leave()
  }

  /** To be called at intervals: finds connections whose other end went away without a word, and lets the operator do so. */
  watch(): void {
    this.#tell({ type: 'alive' })
    for (const beat of this.#beats) beat()
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    clearTimeout(this.#lifetime)
    this.#agent?.close(normalClosure)
    this.#listener.ended()
  }

  #awaitTyping(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end(closeCodes.gone, reason('relay.terminalIdle')), this.#limits.idle)
  }

  // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
  #hearOperator(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return
    if (this.#rate.isExceeded()) return this.end(closeCodes.tooManyMessages, reason('relay.tooManyMessages'))
    const isTaken = isBinary ? this.#type(data as Buffer) : this.#obey(parseTerminalOrder((data as Buffer).toString()))
    if (!isTaken) this.end(closeCodes.malformed, reason('relay.malformed'))
  }

  #type(bytes: Buffer): boolean {
    if (!this.#isOpen) return false
    this.#input.send(bytes.length)
    if (this.#input.room < 0) return false
    this.#awaitTyping()
    this.#listener.typed()
    this.#agent?.send(bytes, binary)
    return true
  }

  #obey(order: TerminalOrder | undefined): boolean {
    if (order === undefined || (order.type === 'ack' && !this.#output.acknowledge(order.bytes))) return false
    if (order.type === 'resize') this.#size = { cols: order.cols, rows: order.rows }
    this.#order(order)
    return true
  }

  #hearAgent(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return
    const isTaken = isBinary ? this.#print(data as Buffer) : this.#report((data as Buffer).toString())
    if (!isTaken) this.end(closeCodes.gone, reason('relay.malformedBox'))
  }

  #print(bytes: Buffer): boolean {
    this.#output.send(bytes.length)
    if (!this.#isOpen || this.#output.room < 0) return false
    this.#operator.send(bytes, binary)
    return true
  }

  #report(said: string): boolean {
    const report = parseTerminalAgentReport(said)
    switch (report?.type) {
      case 'opened':
        this.#isOpen = true
        this.#awaitTyping()
        this.#tell(report)
        return true
      case 'ack':
        if (!this.#input.acknowledge(report.bytes)) return false
        this.#tell(report)
        return true
      case 'exit':
        this.#tell(report)
        this.#operator.close(normalClosure)
        this.#leave()
        return true
      case 'failed':
        this.end(closeCodes.gone, report.reason)
        return true
      default:
        return false
    }
  }

  #tell(report: TerminalReport): void {
    if (this.#operator.readyState === this.#operator.OPEN) this.#operator.send(JSON.stringify(report), text)
  }

  #order(order: TerminalOrder): void {
    if (this.#agent?.readyState === this.#agent?.OPEN) this.#agent?.send(JSON.stringify(order), text)
  }
}
