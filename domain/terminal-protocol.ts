import { isRecord, isText } from './message-fields.ts'
import { reasonIn, type Reason } from './reason.ts'

/**
 * What travels between operator, relay and agent while a phone's shell is open. One websocket carries one terminal.
 *
 * Binary messages are the terminal's bytes: what is typed towards the phone, what is printed towards the operator. Text
 * messages are JSON. Bytes are acknowledged in both directions (flow-window.ts): a shell that prints without end, or one that
 * does not read, is made to wait where it is, and nobody between has to hold what it would say.
 */

/** Bytes that the phone may have printed and the operator not yet shown. */
export const outputWindow = 256 * 1024
/** Bytes that the operator may have typed and the phone not yet taken. */
export const inputWindow = 64 * 1024
/**
 * The longest message of an agent and of an operator, in bytes. Neither is more than a quarter of its window, so that a wait
 * for room always ends.
 */
export const maxOutputBytes = 32 * 1024
export const maxInputBytes = 16 * 1024

/** In characters. */
export interface TerminalSize {
  cols: number
  rows: number
}

export const maxCols = 1_000
export const maxRows = 500

/** An operator's first message; nothing else is heard before it. */
export type TerminalHello = { type: 'hello'; ticket: string } & TerminalSize

/** What reaches the phone beside what is typed. */
export type TerminalOrder =
  | ({ type: 'resize' } & TerminalSize)
  /** So many more bytes have been shown. */
  | { type: 'ack'; bytes: number }

/** What an agent says beside what the shell prints. */
export type TerminalAgentReport =
  /** Its first message; nothing else is heard before it. */
  | { type: 'hello'; ticket: string }
  /** The shell runs. */
  | { type: 'opened' }
  /** So many more bytes have been typed into the phone. */
  | { type: 'ack'; bytes: number }
  /** The shell has ended by itself. */
  | { type: 'exit'; code: number }
  /** There is no shell, or no more; null where nobody knows why. */
  | { type: 'failed'; reason: Reason | null }

/** What an operator hears beside what the shell prints; after the last two the relay hangs up. */
export type TerminalReport =
  | { type: 'opened' }
  /** Said every few seconds: an operator that hears nothing knows that its line is dead. */
  | { type: 'alive' }
  | { type: 'ack'; bytes: number }
  | { type: 'exit'; code: number }
  | { type: 'ended'; reason: Reason | null }

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFrom1 = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max

const size = ({ cols, rows }: Record<string, unknown>): TerminalSize | undefined =>
  isFrom1(cols, maxCols) && isFrom1(rows, maxRows) ? { cols, rows } : undefined

const ack = ({ bytes }: Record<string, unknown>, window: number): { type: 'ack'; bytes: number } | undefined =>
  isFrom1(bytes, window) ? { type: 'ack', bytes } : undefined

const exit = ({ code }: Record<string, unknown>): { type: 'exit'; code: number } | undefined =>
  code === 0 || isFrom1(code, 255) ? { type: 'exit', code } : undefined

/** Reads an operator's first message; undefined when it is none. */
export function parseTerminalHello(text: string): TerminalHello | undefined {
  const m = parseJson(text)
  const given = m && size(m)
  return given && m.type === 'hello' && isText(m.ticket, 1_000)
    ? { type: 'hello', ticket: m.ticket, ...given }
    : undefined
}

/** Reads what an operator asks of the phone's end; undefined when it is malformed. */
export function parseTerminalOrder(text: string): TerminalOrder | undefined {
  const m = parseJson(text)
  if (m?.type === 'ack') return ack(m, outputWindow)
  const given = m?.type === 'resize' ? size(m) : undefined
  return given && { type: 'resize', ...given }
}

/** Reads what an agent says; undefined when it is malformed. */
export function parseTerminalAgentReport(text: string): TerminalAgentReport | undefined {
  const m = parseJson(text)
  switch (m?.type) {
    case 'hello':
      return isText(m.ticket, 1_000) ? { type: 'hello', ticket: m.ticket } : undefined
    case 'opened':
      return { type: 'opened' }
    case 'ack':
      return ack(m, inputWindow)
    case 'exit':
      return exit(m)
    case 'failed': {
      const reason = reasonIn(m.reason)
      return reason === undefined ? undefined : { type: 'failed', reason }
    }
    default:
      return undefined
  }
}

/** Reads what an operator is told; undefined when it is nothing that this console knows. */
export function parseTerminalReport(text: string): TerminalReport | undefined {
  const m = parseJson(text)
  switch (m?.type) {
    case 'opened':
    case 'alive':
      return { type: m.type }
    case 'ack':
      return ack(m, inputWindow)
    case 'exit':
      return exit(m)
    case 'ended': {
      const reason = reasonIn(m.reason)
      return reason === undefined ? undefined : { type: 'ended', reason }
    }
    default:
      return undefined
  }
}
